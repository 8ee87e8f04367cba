// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/pictures/picture_decoder.h"

#include "engine/protocol/result.h"

#include <algorithm>
#include <array>

namespace lockstep {
namespace {

constexpr std::array<std::uint8_t, 3> kJpegHead = {0xff, 0xd8, 0xff};
constexpr std::array<std::uint8_t, 8> kPngHead = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

template <std::size_t N>
bool beginsWith(std::span<const std::uint8_t> bytes, const std::array<std::uint8_t, N>& head)
{
    return bytes.size() >= N && std::equal(head.begin(), head.end(), bytes.begin());
}

} // namespace

void DecodedPart::resize(int newWidth, int newHeight)
{
    width = newWidth;
    height = newHeight;
    pixels.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4 + kPictureSlack);
}

void PictureDecoder::setSize(std::uint64_t width, std::uint64_t height)
{
    constexpr std::uint64_t kMaxSide = 1u << 20;
    if (width == 0 || height == 0 || width > kMaxSide || height > kMaxSide ||
        width * height > static_cast<std::uint64_t>(kMaxPicturePixels))
        throw BadPicture(
            Sentence(LOCKSTEP_TEXT("it claims %1 x %2 pixels, expected at least one and at most %3 in all"),
                     {std::to_string(width), std::to_string(height), std::to_string(kMaxPicturePixels)}));
    m_width = static_cast<int>(width);
    m_height = static_cast<int>(height);
}

std::unique_ptr<PictureDecoder> openPicture(std::span<const std::uint8_t> bytes)
{
    if (beginsWith(bytes, kJpegHead))
        return openJpeg(bytes);
    if (beginsWith(bytes, kPngHead))
        return openPng(bytes);
    throw BadPicture(bytes.empty() ? LOCKSTEP_TEXT("the file is empty")
                                   : LOCKSTEP_TEXT("its content is neither JPEG nor PNG"));
}

} // namespace lockstep
