// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/column.h"
#include "app/metrics/key_column.h"
#include "app/metrics/lineage.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace lockstep {

class KeyScale;

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

/// Neighbouring points, [begin, end), that have the same value, and that is not finite.
struct NonFinite {
    std::size_t begin = 0;
    std::size_t end = 0;
    float value = 0; ///< NaN or an infinity
};

/// One curve: values over ascending whole keys (steps, epochs), append-only, with a min-max pyramid above it,
/// so that drawing costs what its pixels cost, however long the history. About 5 bytes a point while keys are
/// uniform, 9 from the first irregular one on. Movable; not thread-safe.
class Series {
public:
    static constexpr std::size_t kFanOut = 16;
    static constexpr std::int64_t kMaxKey = KeyColumn::kMaxKey;

    /// False, and nothing happens, unless `key` lies in 0 ... kMaxKey and above the last one.
    bool append(std::int64_t key, double value)
    {
        if (!m_keys.append(key))
            return false;
        const auto stored = static_cast<float>(value);
        if (!std::isfinite(stored))
            noteNonFinite(stored);
        m_values.push_back(stored);
        if (m_values.size() % kFanOut == 0)
            closeBuckets();
        return true;
    }
    /// The same for several at once, as many of either.
    void append(std::span<const std::int64_t> keys, std::span<const float> values);
    /// Forgets every point with this key or a later one.
    void cutFrom(std::int64_t key);
    /// The same, and returns what is forgotten.
    Series splitFrom(std::int64_t key);

    /// The lowest and highest values of so many equal groups of points: what a plot of as many columns shows.
    /// All points where there are no more than that.
    Series sketch(std::size_t groups) const;

    std::size_t size() const { return m_values.size(); }
    bool empty() const { return m_values.empty(); }
    std::int64_t key(std::size_t index) const { return m_keys[index]; }
    float value(std::size_t index) const { return m_values[index]; }
    /// First index whose key is >= `key`; size() when there is none.
    std::size_t lowerBound(double key) const { return m_keys.lowerBound(key); }
    /// Where the values are that no column shows; ascending.
    std::span<const NonFinite> nonFinite() const { return m_nonFinite; }

    /// Exactly what lies in [begin, end). REQUIRES: begin <= end <= size().
    Extent over(std::size_t begin, std::size_t end) const;
    /// Divides the keys [lower, upper) into columns.size() equal ones and fills each with exactly the points
    /// that lie in it: column i begins at lower + i * (upper - lower) / columns.size(). REQUIRES: lower <
    /// upper, both finite.
    void columns(double lower, double upper, std::span<Extent> columns) const;
    /// The same over an x axis: `scale` must be of this series.
    void columns(const KeyScale& scale, double lower, double upper, std::span<Extent> columns) const;

    /// Of so many stretches that follow each other, each from the first point at a key, or behind it, to the
    /// first one at the next key: `bounds` are one more, and ascend.
    void columns(std::span<const std::int64_t> bounds, std::span<Extent> columns) const;

    /// The same as long as points were appended and none was cut. See Lineage.
    std::uint64_t lineage() const { return m_lineage.number(); }
    /// Memory held.
    std::size_t bytes() const;

private:
    void appendValues(std::span<const float> values);
    void closeBuckets();
    bool isFinite(std::size_t begin, std::size_t end) const;
    void add(Extent& extent, std::size_t level, std::size_t begin, std::size_t end) const;
    void noteNonFinite(float value);

    KeyColumn m_keys;
    Column<float> m_values;
    /// Level k holds the extents of full groups of kFanOut^(k+1) points; the tail is never in it.
    std::vector<Column<Extent>> m_levels;
    std::vector<NonFinite> m_nonFinite;
    Lineage m_lineage;
};

} // namespace lockstep
