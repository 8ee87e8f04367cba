// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace lockstep {

/// Ascending whole keys, append-only. They take no memory while they are evenly spaced, 4 bytes each from the
/// first irregular one on.
class KeyColumn {
public:
    /// Keys run from 0 to this; 136 years of a step a second.
    static constexpr std::int64_t kMaxKey = std::numeric_limits<std::uint32_t>::max() - 1;

    /// False, and nothing happens, unless `key` lies in 0 ... kMaxKey and above the last one.
    bool append(std::int64_t key);
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
    std::size_t bytes() const { return m_explicit.capacity() * sizeof(std::uint32_t); }

private:
    std::size_t evenLowerBound(double key) const;
    void makeExplicit();

    std::vector<std::uint32_t> m_explicit; ///< empty while key i is m_first + i * m_stride
    std::size_t m_size = 0;
    std::int64_t m_first = 0;
    std::int64_t m_stride = 1;
};

} // namespace lockstep
