// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/pictures/resample_lines.h"

#include <algorithm>
#include <cstring>

namespace lockstep {
namespace {

constexpr int kHalf = kWeightOne / 2;

std::uint8_t rounded(int sum)
{
    return static_cast<std::uint8_t>(std::clamp((sum + kHalf) >> kWeightBits, 0, 255));
}

void resizeLine(const std::uint8_t* source, const int* begin, const std::int16_t* weights, int taps,
                int count, std::uint8_t* out)
{
    for (int i = 0; i < count; ++i, weights += taps) {
        const std::uint8_t* pixel = source + static_cast<std::ptrdiff_t>(begin[i]) * 4;
        for (int channel = 0; channel < 4; ++channel) {
            int sum = 0;
            for (int k = 0; k < taps; ++k)
                sum += pixel[4 * k + channel] * weights[k];
            out[4 * i + channel] = rounded(sum);
        }
    }
}

void blendLines(const std::uint8_t* lines, std::size_t stride, const std::int16_t* weights, int taps,
                std::size_t bytes, std::uint8_t* out)
{
    for (std::size_t x = 0; x < bytes; ++x) {
        int sum = 0;
        for (int k = 0; k < taps; ++k)
            sum += lines[static_cast<std::size_t>(k) * stride + x] * weights[k];
        out[x] = rounded(sum);
    }
}

void packLine(const std::uint8_t* pixels, int count, bool flip, std::uint8_t* out)
{
    for (int x = 0; x < count; ++x, out += 3)
        std::memcpy(out, pixels + std::ptrdiff_t{4} * (flip ? count - 1 - x : x), 3);
}

} // namespace

const LineKernels& plainLineKernels()
{
    static const LineKernels kernels{resizeLine, blendLines, packLine};
    return kernels;
}

const LineKernels& lineKernels()
{
    static const LineKernels& kernels = wideLineKernels() ? *wideLineKernels() : plainLineKernels();
    return kernels;
}

} // namespace lockstep
