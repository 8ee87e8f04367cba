// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace lockstep {

/// The weight 1; products with bytes sum up in 32 bits.
inline constexpr int kWeightBits = 14;
inline constexpr int kWeightOne = 1 << kWeightBits;

/// out[i] (RGBX) = sum over k of source[begin[i] + k] * weights[i * taps + k]. `taps` is even; `source` may be read
/// up to 12 bytes and `out` written up to 12 bytes behind the last pixel used.
void resizeLine(const std::uint8_t* source, const int* begin, const std::int16_t* weights, int taps, int count,
                std::uint8_t* out);

/// out[x] = sum over k of lines[k * stride + x] * weights[k], for `bytes` bytes, rounded up to 16.
void blendLines(const std::uint8_t* lines, std::size_t stride, const std::int16_t* weights, int taps,
                std::size_t bytes, std::uint8_t* out);

} // namespace lockstep
