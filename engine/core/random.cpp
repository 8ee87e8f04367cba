// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/random.h"

#include <numeric>

namespace lockstep {

std::array<std::uint32_t, 4> philox4x32(std::array<std::uint32_t, 4> counter,
                                        std::array<std::uint32_t, 2> key)
{
    constexpr std::uint64_t kMultiplier0 = 0xD2511F53;
    constexpr std::uint64_t kMultiplier1 = 0xCD9E8D57;
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t product0 = kMultiplier0 * counter[0];
        const std::uint64_t product1 = kMultiplier1 * counter[2];
        counter = {static_cast<std::uint32_t>(product1 >> 32) ^ counter[1] ^ key[0],
                   static_cast<std::uint32_t>(product1),
                   static_cast<std::uint32_t>(product0 >> 32) ^ counter[3] ^ key[1],
                   static_cast<std::uint32_t>(product0)};
        key[0] += 0x9E3779B9u;
        key[1] += 0xBB67AE85u;
    }
    return counter;
}

std::uint32_t Random::next()
{
    if (m_used == 4) {
        m_words =
            philox4x32({static_cast<std::uint32_t>(m_block), static_cast<std::uint32_t>(m_block >> 32),
                        static_cast<std::uint32_t>(m_stream), static_cast<std::uint32_t>(m_stream >> 32)},
                       {static_cast<std::uint32_t>(m_seed), static_cast<std::uint32_t>(m_seed >> 32)});
        ++m_block;
        m_used = 0;
    }
    return m_words[m_used++];
}

std::uint64_t Random::next64()
{
    const std::uint64_t low = next();
    return low | static_cast<std::uint64_t>(next()) << 32;
}

std::uint64_t Random::below(std::uint64_t bound)
{
    // The largest multiple of bound in 2^64 words; what lies above it would favour the small results.
    const std::uint64_t unfair = (0 - bound) % bound;
    for (;;) {
        const std::uint64_t word = next64();
        if (word >= unfair)
            return word % bound;
    }
}

float Random::uniform()
{
    return static_cast<float>(next() >> 8) * 0x1p-24f;
}

float Random::uniform(float low, float high)
{
    // Two statements: a fused multiply-add would give other numbers on other processors.
    const volatile float scaled = (high - low) * uniform();
    return low + scaled;
}

double Random::uniformDouble()
{
    return static_cast<double>(next64() >> 11) * 0x1p-53;
}

std::vector<std::size_t> permutation(std::size_t count, std::uint64_t seed, std::uint64_t stream)
{
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    Random random(seed, stream);
    shuffle(std::span<std::size_t>(order), random);
    return order;
}

} // namespace lockstep
