// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace lockstep {

/// SplitMix64 [Steele, Lea, Flood 2014]: small, quick, and the same numbers on every host. Not for secrets.
class Random {
public:
    explicit Random(std::uint64_t seed) : m_state(seed) {}
    /// A generator of its own for each (seed, stream): samples can be made in any order.
    Random(std::uint64_t seed, std::uint64_t stream) : m_state(seed)
    {
        m_state = next() ^ (stream * 0xD1342543DE82EF95ULL);
        m_state = next();
    }

    std::uint64_t next()
    {
        m_state += 0x9E3779B97F4A7C15ULL;
        std::uint64_t z = m_state;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
        return z ^ (z >> 31);
    }

    /// Uniform in [0, 1): 53 bits.
    double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
    double uniform(double low, double high) { return low + (high - low) * uniform(); }

    /// Uniform in 0 ... bound - 1 without bias; bound > 0.
    std::uint64_t below(std::uint64_t bound)
    {
        const std::uint64_t unfair = (0 - bound) % bound; // 2^64 mod bound
        std::uint64_t value = next();
        while (value < unfair)
            value = next();
        return value % bound;
    }

private:
    std::uint64_t m_state;
};

} // namespace lockstep
