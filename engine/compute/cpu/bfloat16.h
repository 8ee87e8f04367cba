// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

namespace lockstep {

/// The upper half of an f32.
struct Bfloat16 {
    std::uint16_t bits = 0;
};

/// To nearest, ties to even; NaN stays (a quiet) NaN.
constexpr Bfloat16 toBfloat16(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if ((bits & 0x7fffffffu) > 0x7f800000u)
        return {static_cast<std::uint16_t>(bits >> 16 | 0x40u)};
    return {static_cast<std::uint16_t>((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16)};
}

constexpr float toFloat(Bfloat16 value)
{
    return std::bit_cast<float>(static_cast<std::uint32_t>(value.bits) << 16);
}

} // namespace lockstep
