// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot_view.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr double kSmallestKeys = 4;

/// 1, 2 or 5 times a power of ten, at least a fifth of the span.
double niceStep(double span)
{
    const double raw = span / 5;
    const double power = std::pow(10.0, std::floor(std::log10(raw)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= raw)
            return factor * power;
    }
    return 10 * power;
}

} // namespace

ValueRange PlotView::keys(const MetricTable& table)
{
    double first = 0;
    double last = 0;
    bool found = false;
    const auto look = [&](Metric metric) {
        for (const int rank : table.ranks(metric)) {
            const Series& series = *table.find(metric, rank);
            const auto begin = static_cast<double>(series.key(0));
            first = found ? std::min(first, begin) : begin;
            last = std::max(last, static_cast<double>(series.key(series.size() - 1)));
            found = true;
        }
    };
    look(m_spec->left.metric);
    if (m_spec->right)
        look(m_spec->right->metric);
    m_first = first;
    m_last = std::max(last, m_expectedEnd);
    if (m_fitted) {
        // A little room, so that the newest point is not cut, and no dot at either end.
        const double begin = m_spec->perRank ? m_first : std::max(m_first, 1.0);
        const double end = std::max(m_last, begin + (m_spec->perRank ? kSmallestKeys : 1));
        const double room = (end - begin) * (m_spec->perRank ? 0.01 : 0.03);
        m_keys = {m_spec->perRank ? begin : begin - room, end + room};
    } else if (m_following) {
        const double size = m_keys.size();
        const double end = m_last + size * 0.01;
        m_keys = {end - size, end};
    }
    return m_keys;
}

ValueRange PlotView::values(const MetricTable& table, const PlotAxisSpec& axis, ValueRange keys) const
{
    if (m_freeValues && axis.metric == m_spec->left.metric)
        return m_values;
    Extent extent;
    for (const int rank : table.ranks(axis.metric)) {
        const Series& series = *table.find(axis.metric, rank);
        extent.add(
            series.over(series.lowerBound(keys.lower), series.lowerBound(std::nextafter(keys.upper, 1e300))));
    }
    if (extent.empty())
        return {0, axis.highest > 0 ? axis.highest : 1};
    double low = static_cast<double>(extent.low) * axis.factor;
    double high = static_cast<double>(extent.high) * axis.factor;
    if (high - low <= std::abs(high) * 1e-5) {
        // One value needs a scale to be read against.
        low = axis.highest > 0 ? std::max(0.0, low - 2) : std::min(low, 0.0);
        high = axis.highest > 0 ? std::min(high + 2, axis.highest) : std::max(high, 0.0);
    }
    // A loss is read against zero; close to a level far from zero, details count more.
    if (low >= 0 && low < 0.5 * high && axis.highest <= 0)
        low = 0;
    const double span = std::max({high - low, std::abs(high) * 1e-6, 1e-9});
    const double step = niceStep(span * 1.1) / 2;
    const double padding = low == 0 ? 0 : span * 0.05;
    double lower = std::floor((low - padding) / step) * step;
    double upper = std::ceil((high + span * 0.05) / step) * step;
    if (axis.highest > 0) {
        lower = std::max(lower, 0.0);
        // The limit itself stays visible as the topmost line.
        upper = std::min(upper, axis.highest);
        if (upper - lower < step)
            lower = upper - step;
    }
    return {lower, std::max(upper, lower + span * 1e-3)};
}

void PlotView::fit()
{
    m_fitted = true;
    m_following = true;
    m_freeValues = false;
}

void PlotView::setFollowing(bool following)
{
    m_following = following;
    if (!following)
        m_fitted = false;
}

void PlotView::zoomKeys(double center, double factor)
{
    const double most = std::max(m_last - m_first, kSmallestKeys) * 1.02;
    const double size = std::clamp(m_keys.size() * factor, kSmallestKeys, most);
    const double scale = size / m_keys.size();
    const bool hadEnd = m_keys.upper >= m_last;
    m_keys = {center - (center - m_keys.lower) * scale, center + (m_keys.upper - center) * scale};
    m_fitted = factor > 1 && size >= most;
    m_following = hadEnd && m_keys.upper >= m_last;
    keepInside();
}

void PlotView::moveKeys(double delta)
{
    m_keys = {m_keys.lower + delta, m_keys.upper + delta};
    m_fitted = false;
    keepInside();
    m_following = m_keys.upper >= m_last;
}

void PlotView::zoomValues(ValueRange present, double center, double factor)
{
    m_freeValues = true;
    const double size = std::clamp(present.size() * factor, 1e-9, 1e12);
    const double scale = size / present.size();
    m_values = {center - (center - present.lower) * scale, center + (present.upper - center) * scale};
}

void PlotView::moveValues(ValueRange present, double delta)
{
    m_freeValues = true;
    m_values = {present.lower + delta, present.upper + delta};
}

void PlotView::keepInside()
{
    const double size = m_keys.size();
    const double end = m_last + size * 0.01;
    if (m_keys.upper > end)
        m_keys = {end - size, end};
    if (m_keys.lower < m_first)
        m_keys = {m_first, m_first + size};
}

} // namespace lockstep
