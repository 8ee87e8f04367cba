// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace lockstep {

/// Decides before the first step where every buffer of a program lies in one piece of memory. Buffers whose
/// lifetimes do not meet share space.
class ArenaPlan {
public:
    using Id = std::size_t;
    /// Moments of the step's schedule, both included, at which the buffer must hold its content.
    struct Lifetime {
        int first;
        int last;
    };
    /// Content that outlives the step, such as parameters and zero borders.
    static constexpr Lifetime kWholeProgram{0, 1 << 30};

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
    std::vector<Buffer> m_buffers;
    std::int64_t m_bytes = 0;
};

/// Zeroed memory for a placed plan, in huge pages where the system gives them.
class Arena {
public:
    explicit Arena(const ArenaPlan& plan);

    std::byte* at(std::int64_t offset) const { return m_memory.get() + offset; }
    template <typename T>
    T* buffer(const ArenaPlan& plan, ArenaPlan::Id id) const
    {
        return reinterpret_cast<T*>(at(plan.offset(id)));
    }
    std::int64_t bytes() const { return m_bytes; }

private:
    struct Free {
        void operator()(std::byte* memory) const;
    };
    std::unique_ptr<std::byte[], Free> m_memory;
    std::int64_t m_bytes;
};

} // namespace lockstep
