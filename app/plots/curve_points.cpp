// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/curve_points.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

QVector<QPointF> everyPoint(const Series& series, std::size_t first, std::size_t last)
{
    QVector<QPointF> points;
    points.reserve(static_cast<qsizetype>(last - first));
    for (std::size_t i = first; i < last; ++i) {
        const double value = static_cast<double>(series.value(i));
        points.append({static_cast<double>(series.key(i)), std::isfinite(value) ? value : std::nan("")});
    }
    return points;
}

/// Sums by column over a window, and how many values each sum has.
struct ColumnSums {
    std::vector<double> sums;
    std::vector<double> counts;
};

/// The mean of the series in each column, as a sum and a count of 1; nothing where none has a value.
ColumnSums columnMeans(const SeriesList& series, double lower, double upper, std::size_t count)
{
    ColumnSums result{std::vector<double>(count, 0.0), std::vector<double>(count, 0.0)};
    std::vector<Extent> columns(count);
    for (const Series* one : series) {
        one->columns(lower, upper, columns);
        for (std::size_t i = 0; i < count; ++i) {
            if (columns[i].empty())
                continue;
            result.sums[i] += static_cast<double>(columns[i].mean());
            result.counts[i] += 1;
        }
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (result.counts[i] > 0)
            result.sums[i] /= result.counts[i];
        result.counts[i] = std::min(result.counts[i], 1.0);
    }
    return result;
}

/// A centred moving average over 2 * radius + 1 columns; empty columns neither count nor get a value.
void average(ColumnSums& columns, std::size_t radius)
{
    const std::size_t count = columns.sums.size();
    std::vector<double> sums(count + 1, 0.0);
    std::vector<double> counts(count + 1, 0.0);
    for (std::size_t i = 0; i < count; ++i) {
        sums[i + 1] = sums[i] + columns.sums[i];
        counts[i + 1] = counts[i] + columns.counts[i];
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (columns.counts[i] == 0)
            continue;
        // Symmetric at both ends, so that a falling curve is not pulled up or down there.
        const std::size_t reach = std::min({radius, i, count - 1 - i});
        const std::size_t begin = i - reach;
        const std::size_t end = i + reach + 1;
        columns.sums[i] = (sums[end] - sums[begin]) / (counts[end] - counts[begin]);
    }
}

/// A column a pixel for few points. For many one column in three: nothing narrower is left after smoothing,
/// and a thick pen takes time by the point.
int smoothColumns(const SeriesList& series, const KeyWindow& window)
{
    const int pixels = std::max(window.pixels, 1);
    std::size_t most = 0;
    for (const Series* one : series)
        most = std::max(most, one->lowerBound(window.upper) - one->lowerBound(window.lower));
    return most > static_cast<std::size_t>(pixels / 3) ? std::max(1, pixels / 3) : pixels;
}

} // namespace

QVector<QPointF> outline(const Series& series, const KeyWindow& window)
{
    std::size_t first = series.lowerBound(window.lower);
    std::size_t last = series.lowerBound(window.upper);
    const auto pixels = static_cast<std::size_t>(std::max(window.pixels, 1));
    if (last - first <= 2 * pixels) {
        first = first > 0 ? first - 1 : first;
        last = std::min(last + 1, series.size());
        return everyPoint(series, first, last);
    }
    std::vector<Extent> columns(pixels);
    series.columns(window.lower, window.upper, columns);
    const double width = (window.upper - window.lower) / static_cast<double>(pixels);
    QVector<QPointF> points;
    points.reserve(static_cast<qsizetype>(2 * pixels));
    double previous = 0;
    for (std::size_t i = 0; i < pixels; ++i) {
        if (columns[i].empty())
            continue;
        const double key = window.lower + (static_cast<double>(i) + 0.5) * width;
        const double low = static_cast<double>(columns[i].low);
        const double high = static_cast<double>(columns[i].high);
        const bool rising = std::abs(previous - low) <= std::abs(previous - high);
        points.append({key, rising ? low : high});
        points.append({key, rising ? high : low});
        previous = points.last().y();
    }
    return points;
}

QVector<QPointF> smoothLine(const SeriesList& series, const KeyWindow& window)
{
    const int pixels = smoothColumns(series, window);
    const double width = (window.upper - window.lower) / pixels;
    const int radius = std::max(1, pixels / 80);
    // Columns stand at multiples of their width, and some lie beyond the edges: the line keeps still when
    // panned.
    const double lower = (std::floor(window.lower / width) - 2 * radius) * width;
    const auto count = static_cast<std::size_t>(pixels + 4 * radius + 1);
    double begin = lower;
    double end = lower + static_cast<double>(count) * width;
    double firstKey = end;
    double lastKey = begin;
    for (const Series* one : series) {
        if (one->empty())
            continue;
        firstKey = std::min(firstKey, static_cast<double>(one->key(0)));
        lastKey = std::max(lastKey, static_cast<double>(one->key(one->size() - 1)));
    }
    // Only columns with data take part, or the ends of the data would not be ends.
    begin = std::max(begin, std::floor(firstKey / width) * width);
    end = std::min(end, (std::floor(lastKey / width) + 1) * width);
    if (!(begin < end))
        return {};
    const auto used = static_cast<std::size_t>(std::lround((end - begin) / width));
    ColumnSums columns = columnMeans(series, begin, end, used);
    average(columns, static_cast<std::size_t>(radius));
    average(columns, static_cast<std::size_t>(radius));
    QVector<QPointF> points;
    points.reserve(static_cast<qsizetype>(used));
    for (std::size_t i = 0; i < used; ++i) {
        if (columns.counts[i] > 0)
            points.append({begin + (static_cast<double>(i) + 0.5) * width, columns.sums[i]});
    }
    return points;
}

} // namespace lockstep
