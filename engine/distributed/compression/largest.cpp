// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/compression/largest.h"

#include "engine/core/error.h"

#include <array>
#include <bit>

namespace lockstep {
namespace {

/// Sizes order as these whole numbers do.
std::uint32_t sizeBits(float value)
{
    return std::bit_cast<std::uint32_t>(value) & 0x7fffffff;
}

/// The size that `wanted` values reach, and how many of them exceed it.
struct Threshold {
    std::uint32_t bits = 0;
    std::size_t above = 0;
};

/// Digit by digit, from the most significant: how many values have the digits found so far and then each of
/// the next.
Threshold findThreshold(std::span<const float> values, std::size_t wanted)
{
    constexpr int kDigitBits = 11;
    constexpr std::uint32_t kDigits = 1u << kDigitBits;
    Threshold threshold;
    for (const int shift : {22, 11, 0}) {
        std::array<std::size_t, kDigits> counts{};
        const std::uint64_t head = std::uint64_t{threshold.bits} >> shift >> kDigitBits;
        for (const float value : values) {
            const std::uint64_t bits = sizeBits(value);
            if (bits >> shift >> kDigitBits == head)
                ++counts[bits >> shift & (kDigits - 1)];
        }
        std::uint32_t digit = kDigits - 1;
        while (threshold.above + counts[digit] < wanted)
            threshold.above += counts[digit--];
        threshold.bits |= digit << shift;
    }
    return threshold;
}

} // namespace

void findLargest(std::span<const float> values, std::span<std::uint32_t> places)
{
    LOCKSTEP_CHECK(places.size() <= values.size());
    if (places.empty())
        return;
    const Threshold threshold = findThreshold(values, places.size());
    std::size_t equal = places.size() - threshold.above;
    std::size_t found = 0;
    for (std::size_t i = 0; found < places.size(); ++i) {
        const std::uint32_t bits = sizeBits(values[i]);
        if (bits < threshold.bits || (bits == threshold.bits && equal == 0))
            continue;
        if (bits == threshold.bits)
            --equal;
        places[found++] = static_cast<std::uint32_t>(i);
    }
}

} // namespace lockstep
