// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lockstep {

/// Decides before the first step where every buffer of a program lies in one piece of memory. Buffers whose
/// lifetimes do not meet share space.
class ArenaPlan {
public:
    using Id = std::size_t;
    /// One cache line and one AVX-512 vector.
    static constexpr std::int64_t kStandardAlignment = 64;
    /// Moments of the step's schedule, both included, at which the buffer must hold its content.
    struct Lifetime {
        int first;
        int last;
    };
    /// Content that outlives the step, such as parameters and zero borders.
    static constexpr Lifetime kWholeProgram{0, 1 << 30};

    /// Every buffer begins at a multiple of `alignment` bytes.
    explicit ArenaPlan(std::int64_t alignment = kStandardAlignment) : m_alignment(alignment) {}

    Id add(std::int64_t bytes, Lifetime lifetime);
    /// Gives every buffer its place, largest first, each at the lowest offset that is free all its life.
    void place();
    std::int64_t offset(Id id) const { return m_buffers[id].offset; }
    std::int64_t bytes() const { return m_bytes; }

private:
    struct Buffer {
        std::int64_t bytes;
        Lifetime lifetime;
        std::int64_t offset;
    };
    std::int64_t m_alignment;
    std::vector<Buffer> m_buffers;
    std::int64_t m_bytes = 0;
};

} // namespace lockstep
