// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/data/pictures/picture_decoder.h"
#include "engine/data/pictures/resampler.h"

#include <memory>
#include <string>
#include <vector>

namespace lockstep {

/// The scale (1, 2, 4 or 8) at which to decode a picture of which `length` pixels become `size`: twice the
/// wanted resolution is left.
int decodingScale(double length, double size);

/// The wanted axis in the pixels of a part that was decoded at some scale.
ResampledAxis withinPart(ResampledAxis axis, int scale, int partBegin, int partSize);

/// How long a side of a picture becomes when its shorter side gets `wanted` pixels: wanted * length /
/// shorter, cut off, as torchvision's Resize has it.
std::int64_t resizedLength(int length, int shorter, int wanted);

/// `side` samples of an axis that was resized from `length` to `size` pixels, from sample `first` on.
ResampledAxis partOfResized(int length, std::int64_t size, int first, int side);

/// The first of the middle `side` of `size` samples; halves go to the even number, as Python's round() does.
int middleOfResized(std::int64_t size, int side);

/// The buffers with which one thread reads one picture after another.
struct PictureReader {
    std::vector<std::uint8_t> file;
    std::unique_ptr<PictureDecoder> decoder;
    DecodedPart part;
    Resampler resampler;

    /// Reads a file and opens its decoder. Throws DamagedSample for a file that cannot be read, BadPicture
    /// for one that is no picture.
    void open(const std::string& path);
    /// Decodes this part and resizes it: RGBX pixels that live until the next call. The axes are those of the
    /// whole picture. REQUIRES: an open decoder; all that the axes look at is wanted. Closes the decoder.
    /// Throws BadPicture.
    const std::vector<std::uint8_t>& readResized(const WantedPart& wanted, const ResampledAxis& columns,
                                                 const ResampledAxis& rows);
    /// Closes the decoder and gives large buffers back.
    void tidy();
};

} // namespace lockstep
