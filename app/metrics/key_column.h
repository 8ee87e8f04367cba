// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/column.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace lockstep {

/// Ascending whole keys, append-only. They take no memory while they are evenly spaced, 4 bytes each from the
/// first irregular one on.
class KeyColumn {
public:
    /// Keys run from 0 to this; 136 years of a step a second.
    static constexpr std::int64_t kMaxKey = std::numeric_limits<std::uint32_t>::max() - 1;

    /// False, and nothing happens, unless `key` lies in 0 ... kMaxKey and above the last one.
    bool append(std::int64_t key)
    {
        if (key != m_next || m_size < 2 || key > kMaxKey)
            return appendSlowly(key);
        m_next += m_stride;
        ++m_size;
        return true;
    }
    /// The same for several at once, where all go on evenly; else nothing happens, and it is false.
    bool appendEven(std::span<const std::int64_t> keys);
    /// Keeps the first `size`. REQUIRES: size <= size().
    void truncate(std::size_t size);

    std::size_t size() const { return m_size; }
    std::int64_t operator[](std::size_t index) const
    {
        return m_explicit.empty() ? m_first + static_cast<std::int64_t>(index) * m_stride : m_explicit[index];
    }
    /// First index whose key is >= `key`; size() when there is none.
    std::size_t lowerBound(double key) const;
    /// The same, looked for from `hint` upwards. REQUIRES: hint <= lowerBound(key).
    std::size_t lowerBound(double key, std::size_t hint) const;

    /// Memory held.
    std::size_t bytes() const { return m_explicit.bytes(); }

private:
    std::size_t evenLowerBound(double key) const;
    bool appendSlowly(std::int64_t key);
    void makeExplicit();

    Column<std::uint32_t> m_explicit; ///< empty while key i is m_first + i * m_stride
    std::size_t m_size = 0;
    std::int64_t m_first = 0;
    std::int64_t m_stride = 1;
    std::int64_t m_next = -1; ///< that keeps them evenly spaced; -1: none does
};

} // namespace lockstep
