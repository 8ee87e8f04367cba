// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot_view.h"

#include "app/plots/drawn_curve.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

/// Where the frame ends of which `last` is drawn and `expected` known to come: in round numbers, so that it
/// stands still for a while; a run of hundreds of epochs would draw its first ones into a corner.
double frameEnd(double last, double expected)
{
    if (last >= expected)
        return last;
    constexpr double kFewest = 5;
    double end = kFewest;
    for (double decade = 1; end <= last; decade *= 10)
        for (const double round : {5.0, 10.0, 20.0})
            end = end <= last ? round * decade : end;
    return std::min(end, expected);
}

} // namespace

/// Less of an axis than this tells nothing.
double PlotView::smallest() const
{
    if (m_spec->choice.logarithmicX)
        return 0.05; // of a decade
    switch (m_spec->choice.xAxis) {
    case XAxis::Step:
        return 4;
    case XAxis::Epoch:
        return m_spec->byEpoch ? 1 : 0.001;
    case XAxis::Images:
        return 16;
    case XAxis::WallTime:
    case XAxis::RelativeTime:
        return 0.1;
    }
    return 1;
}

double PlotView::onKeys(double key) const
{
    return m_spec->choice.logarithmicX ? std::log10(key) : key;
}

double PlotView::atKeys(double position) const
{
    return m_spec->choice.logarithmicX ? std::pow(10.0, position) : position;
}

double PlotView::onValues(double value) const
{
    return m_spec->left.logarithmic ? std::log10(value) : value;
}

double PlotView::atValues(double position) const
{
    return m_spec->left.logarithmic ? std::pow(10.0, position) : position;
}

/// How far the data of the plot go.
void PlotView::reach(const MetricTable& table)
{
    double first = 0;
    double last = 0;
    bool found = false;
    for (const CurveSpec& curve : m_spec->curves()) {
        const SeriesList all =
            scaledSeries(table, *m_spec, curve.metric) + discardedSeries(table, *m_spec, curve.metric);
        for (const ScaledSeries& series : all) {
            const double begin = series.x(0);
            const double end = series.x(series.series->size() - 1);
            first = found ? std::min(first, begin) : begin;
            last = found ? std::max(last, end) : end;
            found = true;
        }
    }
    m_first = first;
    m_last = frameEnd(last, m_expectedEnd);
    // Nothing but what is positive lies on a logarithmic axis.
    if (m_spec->choice.logarithmicX) {
        m_last = std::max(m_last, 1e-3);
        m_first = std::max(m_first, m_last * 1e-6);
    }
}

ValueRange PlotView::keys(const MetricTable& table)
{
    reach(table);
    if (m_fitted) {
        // A little room, so that the newest point is not cut, and no dot at either end.
        const bool dots = m_spec->byEpoch && m_spec->choice.xAxis == XAxis::Epoch;
        const double begin = onKeys(dots ? std::max(m_first, 1.0) : m_first);
        const double end = std::max(onKeys(m_last), begin + smallest());
        const double room = (end - begin) * (dots ? 0.03 : 0.01);
        const double from = dots ? begin - room : begin;
        if (!leavesRoom(from, end, room))
            setKeys(from, end + room);
    } else if (m_following) {
        const double size = onKeys(m_keys.upper) - onKeys(m_keys.lower);
        const double end = onKeys(m_last) + size * 0.01;
        setKeys(end - size, end);
    }
    return m_keys;
}

/// Whether the keys already begin there and end beyond `end` by no more than `room`, and not much less: a
/// frame that moved with each new point would be drawn anew for each.
bool PlotView::leavesRoom(double from, double end, double room) const
{
    const double beyond = onKeys(m_keys.upper) - end;
    return std::abs(onKeys(m_keys.lower) - from) < room * 1e-6 && beyond >= room / 4 && beyond <= room;
}

ValueRange PlotView::values(const MetricTable& table, const PlotAxisSpec& axis, const KeyWindow& keys,
                            ColumnCache& columns) const
{
    if (m_freeValues && &axis == &m_spec->left)
        return m_values;
    return roundRange(m_spec->style == CurveStyle::Stacked ? stackedValues(table, *m_spec, keys, columns)
                                                           : drawnValues(table, *m_spec, axis, keys, columns),
                      axis);
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
    const double lower = onKeys(m_keys.lower);
    const double upper = onKeys(m_keys.upper);
    const double middle = onKeys(center);
    const double most = std::max(onKeys(m_last) - onKeys(m_first), smallest()) * 1.02;
    const double size = std::clamp((upper - lower) * factor, std::min(smallest(), most), most);
    const double scale = size / (upper - lower);
    const bool hadEnd = m_keys.upper >= m_last;
    setKeys(middle - (middle - lower) * scale, middle + (upper - middle) * scale);
    m_fitted = factor > 1 && size >= most;
    m_following = hadEnd && m_keys.upper >= m_last;
    moveInside();
}

void PlotView::moveKeys(double delta)
{
    setKeys(onKeys(m_keys.lower) + delta, onKeys(m_keys.upper) + delta);
    m_fitted = false;
    moveInside();
    m_following = m_keys.upper >= m_last;
}

void PlotView::zoomValues(ValueRange present, double center, double factor)
{
    m_freeValues = true;
    const double lower = onValues(present.lower);
    const double upper = onValues(present.upper);
    const double middle = onValues(center);
    const double size = std::clamp((upper - lower) * factor, 1e-9, 1e12);
    const double scale = size / (upper - lower);
    m_values = {atValues(middle - (middle - lower) * scale), atValues(middle + (upper - middle) * scale)};
}

void PlotView::moveValues(ValueRange present, double delta)
{
    m_freeValues = true;
    m_values = {atValues(onValues(present.lower) + delta), atValues(onValues(present.upper) + delta)};
}

void PlotView::zoomTo(ValueRange keys, ValueRange values)
{
    m_keys = keys;
    m_values = values;
    m_freeValues = true;
    m_fitted = false;
    m_following = false;
}

void PlotView::showKeysOf(const PlotView& other)
{
    m_keys = other.m_keys;
    m_fitted = other.m_fitted;
    m_following = other.m_following;
}

void PlotView::setKeys(double from, double to)
{
    m_keys = {atKeys(from), atKeys(to)};
}

void PlotView::moveInside()
{
    const double lower = onKeys(m_keys.lower);
    const double upper = onKeys(m_keys.upper);
    const double size = upper - lower;
    const double end = onKeys(m_last) + size * 0.01;
    if (upper > end)
        setKeys(end - size, end);
    if (onKeys(m_keys.lower) < onKeys(m_first))
        setKeys(onKeys(m_first), onKeys(m_first) + size);
}

} // namespace lockstep
