// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/value_range.h"

#include "app/plots/curve_points.h"
#include "app/plots/drawn_curve.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

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

/// The lowest positive value, to a column's worth; a curve touches zero here and there.
void addPositive(std::span<const Extent> columns, double factor, ValueRange& found)
{
    for (const Extent& column : columns) {
        for (const float end : {column.low, column.high}) {
            const double value = static_cast<double>(end) * factor;
            if (column.empty() || !(value > 0))
                continue;
            found.lower = std::min(found.lower, value);
            found.upper = std::max(found.upper, value);
        }
    }
}

/// Whole decades, at least one.
ValueRange decades(ValueRange values)
{
    const double lower = std::floor(std::log10(values.lower * 0.999));
    const double upper = std::ceil(std::log10(values.upper * 1.001));
    return {std::pow(10.0, lower), std::pow(10.0, std::max(upper, lower + 1))};
}

} // namespace

std::optional<ValueRange> drawnValues(const MetricTable& table, const PlotSpec& spec,
                                      const PlotAxisSpec& axis, const KeyWindow& window, ColumnCache& columns)
{
    ValueRange found{INFINITY, -INFINITY};
    for (const CurveSpec& curve : axis.curves) {
        const SeriesList all =
            scaledSeries(table, spec, curve.metric) +
            (&axis == &spec.left ? discardedSeries(table, spec, curve.metric) : SeriesList());
        for (const ScaledSeries& series : all) {
            if (axis.logarithmic) {
                addPositive(columns.columns(series, window), curve.factor, found);
                continue;
            }
            const Extent extent = series.over(window);
            if (extent.empty())
                continue;
            found.lower = std::min(found.lower, static_cast<double>(extent.low) * curve.factor);
            found.upper = std::max(found.upper, static_cast<double>(extent.high) * curve.factor);
        }
    }
    if (found.lower > found.upper)
        return {};
    return found;
}

std::optional<ValueRange> stackedValues(const MetricTable& table, const PlotSpec& spec,
                                        const KeyWindow& window, ColumnCache& columns)
{
    QVector<SeriesList> groups;
    for (const CurveSpec& curve : spec.left.curves)
        groups.append(scaledSeries(table, spec, curve.metric));
    const QVector<QVector<QPointF>> lines = stackedLines(groups, window, spec.choice.smoothing, columns);
    double top = 0;
    for (const QPointF& point : lines.last())
        top = std::max(top, point.y() * spec.left.curves.first().factor);
    if (!(top > 0))
        return {};
    return ValueRange{0, top};
}

ValueRange roundRange(std::optional<ValueRange> values, const PlotAxisSpec& axis)
{
    if (axis.logarithmic)
        return decades(values.value_or(ValueRange{0.1, 1}));
    if (!values)
        return {0, axis.highest > 0 ? axis.highest : 1};
    double low = values->lower;
    double high = values->upper;
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

} // namespace lockstep
