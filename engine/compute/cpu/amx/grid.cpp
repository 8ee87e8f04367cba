// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/amx/grid.h"

#include <algorithm>

namespace lockstep {
namespace {

/// Tap of one axis: which phase it meets and how far on.
struct Meeting {
    int phase;
    int shift;
};

Meeting meeting(int tap, int padding, int stride)
{
    const int offset = tap - padding;
    const int phase = ((offset % stride) + stride) % stride;
    return {phase, (offset - phase) / stride};
}

/// Grid places along one axis: no shift may carry an output beyond the zeros behind its row.
int axisSize(int in, int out, int taps, int padding, int stride)
{
    int size = out;
    for (int tap = 0; tap < taps; ++tap) {
        const Meeting m = meeting(tap, padding, stride);
        const int phaseSize = (in - m.phase + stride - 1) / stride;
        size = std::max({size, phaseSize + std::max(0, -m.shift), out + std::max(0, m.shift)});
    }
    return size;
}

int roundUp(int value)
{
    return (std::max(value, 0) + 31) / 32 * 32;
}

} // namespace

PhaseGrid::PhaseGrid(const ConvolutionShape& c) : m_shape(c)
{
    m_pitch = axisSize(c.inWidth, c.outWidth, c.kernelColumns, c.paddingLeft, c.stride);
    m_rows = axisSize(c.inHeight, c.outHeight, c.kernelRows, c.paddingTop, c.stride);
    int largest = 0;
    int smallest = 0;
    for (int row = 0; row < std::min(c.stride, c.inHeight); ++row)
        for (int column = 0; column < std::min(c.stride, c.inWidth); ++column) {
            Phase phase{row,
                        column,
                        (c.inHeight - row + c.stride - 1) / c.stride,
                        (c.inWidth - column + c.stride - 1) / c.stride,
                        {}};
            for (int tap = 0; tap < c.taps(); ++tap) {
                const Meeting u = meeting(tap / c.kernelColumns, c.paddingTop, c.stride);
                const Meeting v = meeting(tap % c.kernelColumns, c.paddingLeft, c.stride);
                if (u.phase == row && v.phase == column)
                    phase.taps.push_back({tap, u.shift * m_pitch + v.shift});
            }
            for (const Tap& tap : phase.taps) {
                largest = std::max(largest, tap.shift);
                smallest = std::min(smallest, tap.shift);
            }
            if (!phase.taps.empty())
                m_phases.push_back(std::move(phase));
        }
    m_before = roundUp(largest);
    m_after = roundUp(-smallest);
}

bool PhaseGrid::Phase::meets(int odd) const
{
    return std::any_of(taps.begin(), taps.end(), [odd](const Tap& tap) { return (tap.shift & 1) == odd; });
}

void PhaseGrid::locate(const Map& map, std::int64_t from, int count, int samples, const Bfloat16* maps,
                       int channels, const Bfloat16* zeros, const Bfloat16** pixels) const
{
    int i = 0;
    for (; i < count && from + i < 0; ++i)
        pixels[i] = zeros;
    while (i < count) {
        const std::int64_t place = from + i;
        const std::int64_t sample = place / this->pixels();
        const int row = static_cast<int>(place % this->pixels() / m_pitch);
        int column = static_cast<int>(place % m_pitch);
        const bool real = sample < samples && row < map.height;
        const Bfloat16* line =
            maps + (sample * map.samplePixels + map.first + std::int64_t{row} * map.rowStep) * channels;
        for (; column < m_pitch && i < count; ++column, ++i)
            pixels[i] =
                real && column < map.width ? line + std::int64_t{column} * map.columnStep * channels : zeros;
    }
}

void PhaseGrid::outPixels(std::int64_t from, int count, int samples, const Bfloat16* maps, int channels,
                          const Bfloat16* zeros, const Bfloat16** pixels) const
{
    locate({m_shape.outHeight, m_shape.outWidth, m_shape.outWidth, 1, 0, m_shape.outPixels()}, from, count,
           samples, maps, channels, zeros, pixels);
}

void PhaseGrid::inPixels(const Phase& phase, std::int64_t from, int count, int samples, const Bfloat16* maps,
                         int channels, const Bfloat16* zeros, const Bfloat16** pixels) const
{
    const int stride = m_shape.stride;
    locate({phase.height, phase.width, stride * m_shape.inWidth, stride,
            phase.row * m_shape.inWidth + phase.column, m_shape.inPixels()},
           from, count, samples, maps, channels, zeros, pixels);
}

} // namespace lockstep
