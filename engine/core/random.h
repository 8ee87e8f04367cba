// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/philox.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lockstep {

/// Random numbers of a seed, the same on every host: Philox4x32-10 with the seed as key, counter words 2 and
/// 3 holding the stream and words 0 and 1 counting blocks from 0. Integers and IEEE additions and products
/// only. Different streams of one seed (a tensor, an epoch, a sample) are independent. Used by one thread.
class Random {
public:
    explicit Random(std::uint64_t seed, std::uint64_t stream = 0) : m_seed(seed), m_stream(stream) {}

    std::uint32_t next();
    std::uint64_t next64();
    /// Uniform in [0, bound) without bias; bound >= 1.
    std::uint64_t below(std::uint64_t bound);
    /// Uniform multiples of 2^-24 in [0, 1).
    float uniform();
    /// Uniform in [low, high): low + (high - low) * uniform(), which rounding may carry to high.
    float uniform(float low, float high);
    /// Uniform multiples of 2^-53 in [0, 1).
    double uniformDouble();

private:
    std::uint64_t m_seed;
    std::uint64_t m_stream;
    std::uint64_t m_block = 0;
    std::array<std::uint32_t, 4> m_words{};
    unsigned m_used = 4;
};

/// Puts the values into random order [Fisher and Yates; Durstenfeld 1964], last place first.
template <typename T>
void shuffle(std::span<T> values, Random& random)
{
    for (std::size_t left = values.size(); left > 1; --left) {
        const auto chosen = static_cast<std::size_t>(random.below(left));
        T kept = values[chosen];
        values[chosen] = values[left - 1];
        values[left - 1] = kept;
    }
}

/// 0 ... count - 1 in random order: the same for the same seed and stream.
std::vector<std::size_t> permutation(std::size_t count, std::uint64_t seed, std::uint64_t stream);

} // namespace lockstep
