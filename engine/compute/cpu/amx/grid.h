// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/amx/convolution.h"
#include "engine/compute/cpu/bfloat16.h"

#include <vector>

namespace lockstep {

/// A convolution of stride s seen as s * s convolutions of stride 1, one for each phase (the inputs at rows
/// a, a + s, a + 2 s, ... and columns b, b + s, ...), each with the taps that meet that phase. Input phases
/// and output lie on one grid of pixels, sample after sample, row after row, with enough zeros behind each
/// row and each sample that a tap is a shift along the grid: output pixel q reads pixel q + shift.
class PhaseGrid {
public:
    struct Tap {
        int index = 0; ///< row * kernelColumns + column in the kernel
        int shift = 0;
    };
    struct Phase {
        int row = 0;
        int column = 0;
        int height = 0;
        int width = 0;
        std::vector<Tap> taps;

        /// Whether a tap's shift is even (0) or odd (1).
        bool meets(int odd) const;
    };

    explicit PhaseGrid(const ConvolutionShape& shape);

    /// Those that have taps.
    const std::vector<Phase>& phases() const { return m_phases; }
    /// Of one sample.
    std::int64_t pixels() const { return std::int64_t{m_rows} * m_pitch; }
    int pitch() const { return m_pitch; }
    int rows() const { return m_rows; }
    /// Largest shift, and largest backwards, each rounded up to 32.
    int before() const { return m_before; }
    int after() const { return m_after; }

    /// Where the pixels from ... from + count - 1 of the grid are: in the maps, or `zeros` where they are
    /// none.
    void outPixels(std::int64_t from, int count, int samples, const Bfloat16* maps, int channels,
                   const Bfloat16* zeros, const Bfloat16** pixels) const;
    void inPixels(const Phase&, std::int64_t from, int count, int samples, const Bfloat16* maps, int channels,
                  const Bfloat16* zeros, const Bfloat16** pixels) const;

private:
    struct Map {
        int height, width, rowStep, columnStep, first;
        std::int64_t samplePixels;
    };
    void locate(const Map&, std::int64_t from, int count, int samples, const Bfloat16* maps, int channels,
                const Bfloat16* zeros, const Bfloat16** pixels) const;

    ConvolutionShape m_shape;
    std::vector<Phase> m_phases;
    int m_pitch = 0;
    int m_rows = 0;
    int m_before = 0;
    int m_after = 0;
};

} // namespace lockstep
