// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/pictures/picture_reader.h"

#include "engine/data/pictures/picture_file.h"

#include <algorithm>
#include <cmath>

namespace lockstep {
namespace {

/// Resolution that scaled decoding leaves, as a multiple of the wanted one.
constexpr double kOversampling = 2;
/// What a thread's buffer may keep from one picture to the next.
constexpr std::size_t kMaxKeptBuffer = 64u << 20;

} // namespace

int decodingScale(double length, double size)
{
    int scale = 8;
    while (scale > 1 && length < scale * kOversampling * size)
        scale /= 2;
    return scale;
}

ResampledAxis withinPart(ResampledAxis axis, int scale, int partBegin, int partSize)
{
    axis.start = axis.start / scale - partBegin;
    axis.length /= scale;
    axis.low = std::max(0, axis.low / scale - partBegin);
    axis.high = std::min(partSize, (axis.high + scale - 1) / scale - partBegin);
    return axis;
}

std::int64_t resizedLength(int length, int shorter, int wanted)
{
    return std::int64_t{wanted} * length / shorter;
}

ResampledAxis partOfResized(int length, std::int64_t size, int first, int side)
{
    return {0, static_cast<double>(length), static_cast<int>(size), first, side, 0, length};
}

int middleOfResized(std::int64_t size, int side)
{
    return static_cast<int>(std::nearbyint(static_cast<double>(size - side) / 2));
}

void PictureReader::open(const std::string& path)
{
    readPictureFile(path, file);
    decoder = openPicture(file);
}

const std::vector<std::uint8_t>&
PictureReader::readResized(const WantedPart& wanted, const ResampledAxis& columns, const ResampledAxis& rows)
{
    decoder->decode(wanted, part);
    decoder.reset();
    return resampler.run(part, withinPart(columns, part.scale, part.x, part.width),
                         withinPart(rows, part.scale, part.y, part.height));
}

void PictureReader::tidy()
{
    decoder.reset();
    if (file.capacity() > kMaxKeptBuffer)
        file = {};
    if (part.pixels.capacity() > kMaxKeptBuffer)
        part = {};
}

} // namespace lockstep
