// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

/// Decimal digits, eight at a time: a journal is mostly numbers, whose lengths no branch predicts.
namespace lockstep {

namespace digits {

/// Of eight bytes, the first in the lowest place, those before the first that is no digit.
inline int leading(std::uint64_t bytes)
{
    constexpr std::uint64_t kZeros = 0x3030303030303030;
    constexpr std::uint64_t kTenToTop = 0x7676767676767676; // a byte of ten or more gets its highest bit
    const std::uint64_t values = bytes ^ kZeros;
    const std::uint64_t others = (values | (values + kTenToTop)) & 0x8080808080808080;
    return std::countr_zero(others) / 8;
}

/// The number that eight digits make; the low half of each byte counts. Neighbours are joined: pairs of one
/// digit, of two, of four.
inline std::uint64_t joined(std::uint64_t bytes)
{
    bytes &= 0x0F0F0F0F0F0F0F0F;
    bytes = (bytes * (1 + (10u << 8))) >> 8 & 0x00FF00FF00FF00FF;
    bytes = (bytes * (1 + (100u << 16))) >> 16 & 0x0000FFFF0000FFFF;
    return (bytes * (1 + (std::uint64_t{10'000} << 32))) >> 32;
}

} // namespace digits

/// Passes `at` over the digits before `end` and appends them to `number`, which wraps beyond 19 of them.
inline void takeDigits(const char*& at, const char* end, std::uint64_t& number)
{
    static constexpr std::array<std::uint64_t, 9> kPowers = {
        1, 10, 100, 1'000, 10'000, 100'000, 1'000'000, 10'000'000, 100'000'000};
    if constexpr (std::endian::native == std::endian::little) {
        while (end - at >= 8) {
            std::uint64_t bytes = 0;
            std::memcpy(&bytes, at, sizeof(bytes));
            const int count = digits::leading(bytes);
            at += count;
            if (count == 0)
                return;
            number =
                number * kPowers[static_cast<std::size_t>(count)] + digits::joined(bytes << (64 - 8 * count));
            if (count < 8)
                return;
        }
    }
    for (; at != end && *at >= '0' && *at <= '9'; ++at)
        number = number * 10 + static_cast<std::uint64_t>(*at - '0');
}

} // namespace lockstep
