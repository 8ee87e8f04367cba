// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/metrics/series.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

void Extent::add(float value)
{
    if (!std::isfinite(value))
        return;
    low = std::min(low, value);
    high = std::max(high, value);
    sum += value;
    ++count;
}

void Extent::add(const Extent& other)
{
    low = std::min(low, other.low);
    high = std::max(high, other.high);
    sum += other.sum;
    count += other.count;
}

bool Series::append(std::int64_t key, double value)
{
    if (key < 0 || key > kMaxKey)
        return false;
    const std::size_t count = m_values.size();
    if (count > 0 && key <= this->key(count - 1))
        return false;
    if (count == 0)
        m_firstKey = key;
    else if (count == 1)
        m_stride = key - m_firstKey;
    else if (m_keys.empty() && key != m_firstKey + static_cast<std::int64_t>(count) * m_stride)
        makeKeysExplicit();
    if (!m_keys.empty())
        m_keys.push_back(static_cast<std::uint32_t>(key));
    m_values.push_back(static_cast<float>(value));
    if (m_values.size() % kFanOut == 0)
        closeBuckets();
    return true;
}

void Series::cutFrom(std::int64_t key)
{
    const std::size_t size = lowerBound(static_cast<double>(key));
    m_values.resize(size);
    if (!m_keys.empty())
        m_keys.resize(size);
    std::size_t span = kFanOut;
    for (std::vector<Extent>& level : m_levels) {
        level.resize(size / span);
        span *= kFanOut;
    }
}

std::int64_t Series::key(std::size_t index) const
{
    return m_keys.empty() ? m_firstKey + static_cast<std::int64_t>(index) * m_stride : m_keys[index];
}

std::size_t Series::lowerBound(double key) const
{
    if (m_values.empty())
        return 0;
    if (!m_keys.empty()) {
        const auto found = std::lower_bound(m_keys.begin(), m_keys.end(), key, [](std::uint32_t a, double b) {
            return static_cast<double>(a) < b;
        });
        return static_cast<std::size_t>(found - m_keys.begin());
    }
    const double index = std::ceil((key - static_cast<double>(m_firstKey)) / static_cast<double>(m_stride));
    return static_cast<std::size_t>(std::clamp(index, 0.0, static_cast<double>(m_values.size())));
}

void Series::makeKeysExplicit()
{
    m_keys.reserve(m_values.capacity());
    for (std::size_t i = 0; i < m_values.size(); ++i)
        m_keys.push_back(static_cast<std::uint32_t>(m_firstKey + static_cast<std::int64_t>(i) * m_stride));
}

void Series::closeBuckets()
{
    std::size_t complete = m_values.size();
    for (std::size_t level = 0; complete % kFanOut == 0; ++level) {
        complete /= kFanOut;
        if (level == m_levels.size())
            m_levels.emplace_back();
        Extent extent;
        for (std::size_t i = (complete - 1) * kFanOut; i < complete * kFanOut; ++i) {
            if (level == 0)
                extent.add(m_values[i]);
            else
                extent.add(m_levels[level - 1][i]);
        }
        m_levels[level].push_back(extent);
    }
}

Extent Series::over(std::size_t begin, std::size_t end) const
{
    Extent extent;
    while (begin < end) {
        // The largest full group that starts here and ends in time.
        std::size_t level = 0;
        std::size_t span = 1;
        while (level < m_levels.size() && begin % (span * kFanOut) == 0 && begin + span * kFanOut <= end) {
            span *= kFanOut;
            ++level;
        }
        if (level == 0)
            extent.add(m_values[begin]);
        else
            extent.add(m_levels[level - 1][begin / span]);
        begin += span;
    }
    return extent;
}

void Series::columns(double lower, double upper, std::span<Extent> columns) const
{
    std::fill(columns.begin(), columns.end(), Extent{});
    const std::size_t first = lowerBound(lower);
    const std::size_t last = lowerBound(upper);
    if (first >= last || columns.empty())
        return;
    const double perKey = static_cast<double>(columns.size()) / (upper - lower);
    const auto columnOf = [&](std::size_t index) {
        const double column = (static_cast<double>(key(index)) - lower) * perKey;
        return static_cast<std::size_t>(std::clamp(column, 0.0, static_cast<double>(columns.size() - 1)));
    };
    // Two groups at least in a column, so that none is drawn more than half a column away.
    const double pointsPerColumn = static_cast<double>(last - first) / static_cast<double>(columns.size());
    std::size_t level = 0;
    std::size_t span = 1;
    while (level < m_levels.size() && static_cast<double>(span * kFanOut * 2) <= pointsPerColumn) {
        span *= kFanOut;
        ++level;
    }
    std::size_t index = first;
    while (index < last) {
        if (level > 0 && index % span == 0 && index + span <= last) {
            columns[columnOf(index + span / 2)].add(m_levels[level - 1][index / span]);
            index += span;
        } else {
            columns[columnOf(index)].add(m_values[index]);
            ++index;
        }
    }
}

std::size_t Series::bytes() const
{
    std::size_t bytes = m_values.capacity() * sizeof(float) + m_keys.capacity() * sizeof(std::uint32_t);
    for (const std::vector<Extent>& level : m_levels)
        bytes += level.capacity() * sizeof(Extent);
    return bytes;
}

} // namespace lockstep
