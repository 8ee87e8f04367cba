// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/metrics/series.h"

#include "app/metrics/key_scale.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lockstep {

namespace {

using Lanes = std::array<float, 4>;

/// Edges of columns whose points are on their way from memory.
constexpr std::size_t kEdgesAhead = 8;

/// Of a whole group whose values are all finite; four at a time, as the processor does it.
Extent finiteGroup(const float* values)
{
    Lanes low{values[0], values[1], values[2], values[3]};
    Lanes high = low;
    Lanes sum = low;
    for (std::size_t i = low.size(); i < Series::kFanOut; i += low.size()) {
        for (std::size_t lane = 0; lane < low.size(); ++lane) {
            const float value = values[i + lane];
            low[lane] = value < low[lane] ? value : low[lane];
            high[lane] = value > high[lane] ? value : high[lane];
            sum[lane] += value;
        }
    }
    return {std::min(std::min(low[0], low[1]), std::min(low[2], low[3])),
            std::max(std::max(high[0], high[1]), std::max(high[2], high[3])),
            (sum[0] + sum[1]) + (sum[2] + sum[3]), Series::kFanOut};
}

/// Of values that are all finite. Drawing is mostly this and the next: nothing but comparisons, and what
/// lies at either end of a column apart, so that the processor does both at once.
Extent extentOf(const float* value, const float* end)
{
    Extent all;
    all.count = static_cast<std::uint32_t>(end - value);
    for (; value != end; ++value) {
        all.low = *value < all.low ? *value : all.low;
        all.high = *value > all.high ? *value : all.high;
        all.sum += *value;
    }
    return all;
}

Extent extentOf(const Extent* group, const Extent* end)
{
    Extent all;
    for (; group != end; ++group) {
        all.low = group->low < all.low ? group->low : all.low;
        all.high = group->high > all.high ? group->high : all.high;
        all.sum += group->sum;
        all.count += group->count;
    }
    return all;
}

/// Has the processor load the groups that an edge at point `index` cuts through on every level, but for those
/// that the edge before it, at `previous`, cuts through as well. The compiler takes it for a function without
/// effect, and would leave its calls out.
[[gnu::noipa]] void fetchGroups(const Column<float>& values, std::span<const Column<Extent>> levels,
                                std::size_t index, std::size_t previous)
{
    constexpr std::size_t kFanOut = Series::kFanOut;
    constexpr std::size_t kInLine = 64 / sizeof(Extent); ///< of the processor's cache
    if (index / kFanOut == previous / kFanOut)
        return;
    __builtin_prefetch(values.begin() + index / kFanOut * kFanOut);
    for (const Column<Extent>& level : levels) {
        index /= kFanOut;
        previous /= kFanOut;
        const std::size_t group = index / kFanOut;
        if (group == previous / kFanOut)
            return;
        const std::size_t end = std::min((group + 1) * kFanOut, level.size());
        for (std::size_t at = group * kFanOut; at < end; at += kInLine)
            __builtin_prefetch(level.begin() + at);
    }
}

} // namespace

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

void Series::append(std::span<const std::int64_t> keys, std::span<const float> values)
{
    if (m_keys.appendEven(keys))
        return appendValues(values);
    for (std::size_t i = 0; i < keys.size(); ++i)
        append(keys[i], static_cast<double>(values[i]));
}

/// Of as many keys that are there already.
void Series::appendValues(std::span<const float> values)
{
    while (!values.empty()) {
        const auto part = values.first(std::min(values.size(), kFanOut - m_values.size() % kFanOut));
        values = values.subspan(part.size());
        for (const float value : part) {
            if (!std::isfinite(value))
                noteNonFinite(value);
            m_values.push_back(value);
        }
        if (m_values.size() % kFanOut == 0)
            closeBuckets();
    }
}

void Series::noteNonFinite(float value)
{
    const std::size_t index = m_values.size();
    const auto isSame = [value](float other) {
        return std::isnan(value) ? std::isnan(other) : value == other;
    };
    if (!m_nonFinite.empty() && m_nonFinite.back().end == index && isSame(m_nonFinite.back().value))
        ++m_nonFinite.back().end;
    else
        m_nonFinite.push_back({index, index + 1, value});
}

void Series::cutFrom(std::int64_t key)
{
    const std::size_t size = lowerBound(static_cast<double>(key));
    if (size < m_values.size())
        m_lineage.begin();
    m_values.truncate(size);
    m_keys.truncate(size);
    std::size_t span = kFanOut;
    for (Column<Extent>& level : m_levels) {
        level.truncate(size / span);
        span *= kFanOut;
    }
    std::erase_if(m_nonFinite, [size](const NonFinite& run) { return run.begin >= size; });
    if (!m_nonFinite.empty())
        m_nonFinite.back().end = std::min(m_nonFinite.back().end, size);
}

Series Series::splitFrom(std::int64_t key)
{
    Series tail;
    for (std::size_t i = lowerBound(static_cast<double>(key)); i < size(); ++i)
        tail.append(m_keys[i], static_cast<double>(m_values[i]));
    cutFrom(key);
    return tail;
}

Series Series::sketch(std::size_t groups) const
{
    Series drawn;
    const std::size_t span = std::max<std::size_t>(1, (size() + groups - 1) / groups);
    for (std::size_t begin = 0; begin < size(); begin += span) {
        const std::size_t end = std::min(begin + span, size());
        const Extent extent = over(begin, end);
        if (span < 3 || extent.empty()) {
            for (std::size_t i = begin; i < (span < 3 ? end : begin + 1); ++i)
                drawn.append(key(i), static_cast<double>(value(i)));
            continue;
        }
        drawn.append(key(begin), static_cast<double>(extent.low));
        drawn.append(key(begin + (end - begin) / 2), static_cast<double>(extent.high));
    }
    return drawn;
}

void Series::closeBuckets()
{
    std::size_t complete = m_values.size();
    for (std::size_t level = 0; complete % kFanOut == 0; ++level) {
        complete /= kFanOut;
        if (level == m_levels.size())
            m_levels.emplace_back();
        const std::size_t begin = (complete - 1) * kFanOut;
        Extent extent;
        if (level == 0 && isFinite(begin, begin + kFanOut))
            extent = finiteGroup(m_values.begin() + begin);
        else
            add(extent, level, begin, begin + kFanOut);
        m_levels[level].push_back(extent);
    }
}

bool Series::isFinite(std::size_t begin, std::size_t end) const
{
    if (m_nonFinite.empty())
        return true;
    const auto behind = std::lower_bound(m_nonFinite.begin(), m_nonFinite.end(), begin,
                                         [](const NonFinite& run, std::size_t at) { return run.end <= at; });
    return behind == m_nonFinite.end() || behind->begin >= end;
}

void Series::add(Extent& extent, std::size_t level, std::size_t begin, std::size_t end) const
{
    if (level > 0) {
        extent.add(extentOf(m_levels[level - 1].begin() + begin, m_levels[level - 1].begin() + end));
    } else if (isFinite(begin, end)) {
        extent.add(extentOf(m_values.begin() + begin, m_values.begin() + end));
    } else {
        for (std::size_t i = begin; i < end; ++i)
            extent.add(m_values[i]);
    }
}

Extent Series::over(std::size_t begin, std::size_t end) const
{
    Extent extent;
    // On every level what sticks out of full groups, and the groups themselves on the levels above.
    for (std::size_t level = 0; begin < end; ++level) {
        const std::size_t first = (begin + kFanOut - 1) / kFanOut;
        const std::size_t last = end / kFanOut;
        if (first >= last) {
            add(extent, level, begin, end);
            break;
        }
        add(extent, level, begin, first * kFanOut);
        add(extent, level, last * kFanOut, end);
        begin = first;
        end = last;
    }
    return extent;
}

void Series::columns(double lower, double upper, std::span<Extent> columns) const
{
    const double width = (upper - lower) / static_cast<double>(columns.size());
    std::size_t begin = lowerBound(lower);
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const bool isLast = i + 1 == columns.size();
        const double edge = isLast ? upper : lower + static_cast<double>(i + 1) * width;
        const std::size_t end = m_keys.lowerBound(edge, begin);
        columns[i] = over(begin, end);
        begin = end;
    }
}

void Series::columns(const KeyScale& scale, double lower, double upper, std::span<Extent> columns) const
{
    const double width = (upper - lower) / static_cast<double>(columns.size());
    std::vector<double> edges(columns.size() + 1, upper);
    for (std::size_t i = 0; i < columns.size(); ++i)
        edges[i] = lower + static_cast<double>(i) * width;
    std::vector<std::int64_t> bounds(edges.size());
    scale.firstKeys(edges, bounds);
    this->columns(bounds, columns);
}

void Series::columns(std::span<const std::int64_t> bounds, std::span<Extent> columns) const
{
    // What lies at the edges is fetched while the columns before them are summed up: memory is slower.
    std::array<std::size_t, kEdgesAhead> ahead{};
    const auto fetchEdge = [&](std::size_t edge, std::size_t hint) {
        const std::size_t at = m_keys.lowerBound(static_cast<double>(bounds[edge]), hint);
        fetchGroups(m_values, m_levels, at, hint);
        return ahead[edge % kEdgesAhead] = at;
    };
    std::size_t last = 0;
    for (std::size_t edge = 0; edge < std::min(kEdgesAhead, bounds.size()); ++edge)
        last = fetchEdge(edge, last);
    std::size_t begin = ahead[0];
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (i + kEdgesAhead < bounds.size())
            last = fetchEdge(i + kEdgesAhead, last);
        const std::size_t end = ahead[(i + 1) % kEdgesAhead];
        columns[i] = over(begin, end);
        begin = end;
    }
}

std::size_t Series::bytes() const
{
    std::size_t bytes = m_values.bytes() + m_keys.bytes();
    for (const Column<Extent>& level : m_levels)
        bytes += level.bytes();
    return bytes;
}

} // namespace lockstep
