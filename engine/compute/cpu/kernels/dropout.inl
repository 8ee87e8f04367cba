// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/kernels/tiles.inl"
#include "engine/compute/dropout_masks.h"

/// Dropout.
namespace lockstep {
namespace {

/// Philox4x32-10 of sixteen counters that differ in word 0 (`first` + lane); engine/core/philox.h has it for
/// one. words[w][lane]: word w of each result.
inline void philoxSixteen(std::uint32_t first, const MaskCounter& rest, std::uint32_t (&words)[4][16])
{
    constexpr std::uint64_t kMultiplier0 = 0xD2511F53;
    constexpr std::uint64_t kMultiplier1 = 0xCD9E8D57;
    for (std::uint32_t i = 0; i < 16; ++i) {
        words[0][i] = first + i;
        words[1][i] = rest.word1;
        words[2][i] = rest.word2;
        words[3][i] = rest.word3;
    }
    std::uint32_t key0 = rest.key0;
    std::uint32_t key1 = rest.key1;
    for (int round = 0; round < 10; ++round) {
        for (int i = 0; i < 16; ++i) {
            const std::uint64_t product0 = kMultiplier0 * words[0][i];
            const std::uint64_t product1 = kMultiplier1 * words[2][i];
            words[0][i] = static_cast<std::uint32_t>(product1 >> 32) ^ words[1][i] ^ key0;
            words[2][i] = static_cast<std::uint32_t>(product0 >> 32) ^ words[3][i] ^ key1;
            words[1][i] = static_cast<std::uint32_t>(product1);
            words[3][i] = static_cast<std::uint32_t>(product0);
        }
        key0 += 0x9E3779B9u;
        key1 += 0xBB67AE85u;
    }
}

template <typename E>
void dropout(const DropoutMask& mask, const void* x, void* y, int samples, std::int64_t elements,
             Output output)
{
    const MaskThreshold threshold = maskThreshold(mask.probability);
    const auto* from = static_cast<const E*>(x);
    auto* to = static_cast<E*>(y);
    for (int s = 0; s < samples; ++s, from += elements, to += elements) {
        const MaskCounter counter = maskCounter(mask, s);
        for (std::int64_t block = 0; block < elements; block += 64) {
            std::uint32_t words[4][16];
            philoxSixteen(static_cast<std::uint32_t>(block / 4), counter, words);
            float factors[64];
            for (int i = 0; i < 64; ++i)
                factors[i] = words[i / 16][i % 16] >= threshold.zeros ? threshold.factor : 0.0f;
            const std::int64_t count = elements - block < 64 ? elements - block : 64;
            forElements(count, [&](std::int64_t i, auto part) {
                // 0 and not 0 * x where the mask is 0: x may be infinite.
                const Vector factor = part.load(factors + i, 0);
                const Vector kept =
                    keep(greater(factor, broadcast(0)), part.load(from + block + i, 0) * factor);
                put(output, part, to + block + i, kept);
            });
        }
    }
}

} // namespace
} // namespace lockstep
