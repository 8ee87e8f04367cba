// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/sentence.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

namespace lockstep {

/// Why a picture cannot be read: the second half of a sentence.
class BadPicture : public std::runtime_error {
public:
    explicit BadPicture(Sentence reason) : std::runtime_error(reason.english()), m_reason(std::move(reason))
    {
    }
    const Sentence& reason() const { return m_reason; }

private:
    Sentence m_reason;
};

/// Pixels a picture may have; a file that claims more is refused before anything is allocated for it.
inline constexpr std::int64_t kMaxPicturePixels = std::int64_t{1} << 27;
/// Bytes that may be read behind the last pixel of a DecodedPart, so that vector loads need no care.
inline constexpr std::size_t kPictureSlack = 64;

/// A rectangle of a picture, decoded. A pixel is four bytes: red, green, blue, and one without meaning.
struct DecodedPart {
    int scale = 1;                    ///< source pixels along one side of a decoded one
    int x = 0, y = 0;                 ///< of the first pixel, in decoded pixels
    int width = 0, height = 0;        ///< in decoded pixels
    std::vector<std::uint8_t> pixels; ///< height rows of 4 * width bytes, then kPictureSlack

    void resize(int newWidth, int newHeight);
};

/// What is wanted of a picture, in its own pixels; within the picture and not empty.
struct WantedPart {
    int x = 0, y = 0, width = 0, height = 0;
    int scale = 1; ///< decode at 1/scale of the size where the format can: 1, 2, 4 or 8
    /// Read to the end of the file even where the part ends earlier, so that all damage is found.
    bool toTheEnd = false;
};

/// One picture in memory, colours as Pillow's convert("RGB") makes them: gray, palette and CMYK become RGB,
/// an alpha channel is dropped, of 16-bit colours the high byte counts, and 16-bit gray is cut off at 255
/// (Pillow 9.4 does that). EXIF orientation and colour profiles are ignored, as torchvision's ImageFolder
/// does. One thread.
class PictureDecoder {
public:
    virtual ~PictureDecoder() = default;
    int width() const { return m_width; }
    int height() const { return m_height; }
    /// Once per decoder. The result covers the wanted part, at some scale up to the wanted one. Its pixels do
    /// not depend on which part was wanted. Throws BadPicture.
    virtual void decode(const WantedPart& wanted, DecodedPart& part) = 0;

protected:
    /// Throws BadPicture when the size is beyond kMaxPicturePixels.
    void setSize(std::uint64_t width, std::uint64_t height);

private:
    int m_width = 0, m_height = 0;
};

/// By content, whatever the file's name: JPEG through libjpeg-turbo, PNG through libpng. Anything the
/// libraries report as missing or corrupt is damage; stray bytes between a JPEG's sections are not. The bytes
/// must outlive the decoder. Throws BadPicture.
std::unique_ptr<PictureDecoder> openPicture(std::span<const std::uint8_t> bytes);
std::unique_ptr<PictureDecoder> openJpeg(std::span<const std::uint8_t> bytes);
std::unique_ptr<PictureDecoder> openPng(std::span<const std::uint8_t> bytes);

} // namespace lockstep
