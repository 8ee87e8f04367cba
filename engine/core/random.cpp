// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/random.h"

#include <numeric>

namespace lockstep {

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
