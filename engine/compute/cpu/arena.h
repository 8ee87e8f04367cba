// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/arena_plan.h"

#include <cstddef>
#include <cstdint>
#include <memory_resource>

namespace lockstep {

/// The host's memory, in huge pages where the system gives them.
std::pmr::memory_resource& hugePageMemory();

/// Addresses without memory behind them, for plans alone: whoever touches one dies.
class AddressRange {
public:
    /// Throws EngineError(OutOfMemory).
    explicit AddressRange(std::int64_t bytes);
    ~AddressRange();
    AddressRange(const AddressRange&) = delete;
    AddressRange& operator=(const AddressRange&) = delete;
    std::byte* base() const { return m_base; }

private:
    std::byte* m_base;
    std::size_t m_bytes;
};

/// Zeroed memory for a placed plan.
class Arena {
public:
    /// Borrows `memory`. Throws EngineError(OutOfMemory).
    Arena(const ArenaPlan& plan, std::pmr::memory_resource& memory);
    ~Arena();
    Arena(Arena&& other) noexcept;
    Arena& operator=(Arena&&) = delete;

    std::byte* at(std::int64_t offset) const { return m_memory + offset; }
    template <typename T>
    T* buffer(const ArenaPlan& plan, ArenaPlan::Id id) const
    {
        return reinterpret_cast<T*>(at(plan.offset(id)));
    }
    std::int64_t bytes() const { return m_bytes; }
    /// Of the arena of a placed plan.
    static std::int64_t bytesOf(const ArenaPlan& plan);

private:
    std::pmr::memory_resource* m_resource;
    std::int64_t m_bytes;
    std::byte* m_memory = nullptr;
};

} // namespace lockstep
