// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

namespace lockstep {

/// Names a history that only grows. As long as its number is the same, whatever was read of its owner holds
/// still, and all that can have come since lies behind it. Moves with its owner; what was moved from begins
/// another one. Numbers are never used again in this program, so that they may be kept when the owner is
/// gone.
class Lineage {
public:
    Lineage() = default;
    Lineage(Lineage&& other) noexcept : m_number(std::exchange(other.m_number, fresh())) {}
    Lineage& operator=(Lineage&& other) noexcept
    {
        m_number = std::exchange(other.m_number, fresh());
        return *this;
    }

    /// What was read before holds no longer.
    void begin() { m_number = fresh(); }
    std::uint64_t number() const { return m_number; }

private:
    static std::uint64_t fresh()
    {
        static std::atomic<std::uint64_t> last = 0;
        return ++last;
    }

    std::uint64_t m_number = fresh();
};

} // namespace lockstep
