// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

/// 16-bit floating point numbers, by integer arithmetic that every processor has and compilers vectorise.
namespace lockstep {

/// Rounded to nearest, ties to even; beyond the largest: infinite. No number stays none.
constexpr std::uint16_t toBFloat16(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
    const bool isNumber = (bits & 0x7fffffff) <= 0x7f800000;
    return static_cast<std::uint16_t>(isNumber ? rounded : bits >> 16 | 0x40);
}

constexpr float fromBFloat16(std::uint16_t bits)
{
    return std::bit_cast<float>(std::uint32_t{bits} << 16);
}

/// As toBFloat16(), for IEEE 754's binary16: 65520 and above become infinite.
constexpr std::uint16_t toFloat16(float value)
{
    constexpr std::uint32_t kTooLarge = (127 + 16) << 23;      // 2^16
    constexpr std::uint32_t kLeastNormal = (127 - 14) << 23;   // 2^-14
    constexpr std::uint32_t kHalf = 126 << 23;                 // its last bit is that of subnormals
    constexpr std::uint32_t kExponentShift = (127 - 15) << 23; // between the two biases
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t sign = bits >> 16 & 0x8000;
    const std::uint32_t size = bits & 0x7fffffff;
    const std::uint32_t special = size > 0x7f800000 ? 0x7e00 : 0x7c00;
    // Adding lets the processor round: at the place of the sum's last bit, to nearest even.
    const std::uint32_t subnormal =
        std::bit_cast<std::uint32_t>(std::bit_cast<float>(size) + std::bit_cast<float>(kHalf)) - kHalf;
    const std::uint32_t normal = (size - kExponentShift + 0xfff + (size >> 13 & 1)) >> 13;
    const std::uint32_t rounded = size >= kTooLarge ? special : size < kLeastNormal ? subnormal : normal;
    return static_cast<std::uint16_t>(sign | rounded);
}

constexpr float fromFloat16(std::uint16_t half)
{
    constexpr std::uint32_t kExponent = 0x7c00 << 13;
    constexpr std::uint32_t kExponentShift = (127 - 15) << 23;
    constexpr std::uint32_t kLeastNormal = 113 << 23; // 2^-14
    const std::uint32_t shifted = (half & 0x7fffu) << 13;
    const std::uint32_t exponent = shifted & kExponent;
    const std::uint32_t normal = shifted + kExponentShift;
    const std::uint32_t special = normal + kExponentShift;
    const std::uint32_t subnormal = std::bit_cast<std::uint32_t>(
        std::bit_cast<float>(shifted + kLeastNormal) - std::bit_cast<float>(kLeastNormal));
    const std::uint32_t size = exponent == kExponent ? special : exponent == 0 ? subnormal : normal;
    return std::bit_cast<float>((half & 0x8000u) << 16 | size);
}

} // namespace lockstep
