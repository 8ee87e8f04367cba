// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace lockstep {

/// What a stretch of a series amounts to. Values that are not finite count for nothing.
struct Extent {
    float low = std::numeric_limits<float>::infinity();
    float high = -std::numeric_limits<float>::infinity();
    float sum = 0;
    std::uint32_t count = 0; ///< finite values

    bool empty() const { return count == 0; }
    float mean() const { return sum / static_cast<float>(count); } ///< REQUIRES: !empty()
    void add(float value);
    void add(const Extent& other);
};

/// One curve: values over ascending whole keys (steps, epochs), append-only, with a min-max pyramid above it,
/// so that drawing costs what its pixels cost, however long the history. About 5 bytes a point while keys are
/// uniform, 9 from the first irregular one on. Movable; not thread-safe.
class Series {
public:
    static constexpr std::size_t kFanOut = 16;
    /// Keys run from 0 to this; 136 years of a step a second.
    static constexpr std::int64_t kMaxKey = std::numeric_limits<std::uint32_t>::max() - 1;

    /// False, and nothing happens, unless `key` lies in 0 ... kMaxKey and above the last one.
    bool append(std::int64_t key, double value);
    /// Forgets every point with this key or a later one.
    void cutFrom(std::int64_t key);

    std::size_t size() const { return m_values.size(); }
    bool empty() const { return m_values.empty(); }
    std::int64_t key(std::size_t index) const;
    float value(std::size_t index) const { return m_values[index]; }
    /// First index whose key is >= `key`; size() when there is none.
    std::size_t lowerBound(double key) const;

    /// Exactly what lies in [begin, end). REQUIRES: begin <= end <= size().
    Extent over(std::size_t begin, std::size_t end) const;
    /// Divides the keys [lower, upper) into columns.size() equal ones and fills each. A point may land half a
    /// column beside its own where many share one. REQUIRES: lower < upper, both finite.
    void columns(double lower, double upper, std::span<Extent> columns) const;

    /// Memory held.
    std::size_t bytes() const;

private:
    void closeBuckets();
    void makeKeysExplicit();

    std::vector<float> m_values;
    /// Level k holds the extents of full groups of kFanOut^(k+1) points; the tail is never in it.
    std::vector<std::vector<Extent>> m_levels;
    std::vector<std::uint32_t> m_keys; ///< empty while key(i) == m_firstKey + i * m_stride
    std::int64_t m_firstKey = 0;
    std::int64_t m_stride = 1;
};

} // namespace lockstep
