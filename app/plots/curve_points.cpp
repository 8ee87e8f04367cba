// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/curve_points.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace lockstep {

namespace {

QVector<QPointF> everyPoint(const ScaledSeries& series, std::size_t first, std::size_t last)
{
    QVector<QPointF> points;
    points.reserve(static_cast<qsizetype>(last - first));
    for (std::size_t i = first; i < last; ++i) {
        const double value = static_cast<double>(series.series->value(i));
        points.append({series.x(i), std::isfinite(value) ? value : std::nan("")});
    }
    return points;
}

/// Sums by column over a window, and how many values each sum has.
struct ColumnSums {
    std::vector<double> sums;
    std::vector<double> counts;
};

/// The mean of the series in each column, as a sum and a count of 1; nothing where none has a value.
ColumnSums columnMeans(const SeriesList& series, const KeyWindow& window, ColumnCache& cache)
{
    const auto count = static_cast<std::size_t>(window.pixels);
    ColumnSums result{std::vector<double>(count, 0.0), std::vector<double>(count, 0.0)};
    for (const ScaledSeries& one : series) {
        const std::span<const Extent> columns = cache.columns(one, window);
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
    for (const ScaledSeries& one : series)
        most = std::max(most, one.lowerBound(window.upper) - one.lowerBound(window.lower));
    return most > static_cast<std::size_t>(pixels / 3) ? std::max(1, pixels / 3) : pixels;
}

/// Columns of one width that stand at multiples of it, some of them beyond the edges of a window, so that
/// what is averaged over them keeps still when the window is panned. Positions are x, or its logarithm.
class FixedColumns {
public:
    FixedColumns(const KeyWindow& window, int columns, std::size_t beyond)
        : m_logarithmic(window.logarithmic),
          m_width((position(window.upper) - position(window.lower)) / columns),
          m_first(std::floor(position(window.lower) / m_width) - static_cast<double>(beyond)),
          m_last(m_first + columns + 2 * static_cast<double>(beyond) + 1)
    {
    }

    /// Leaves out those before the first point and after the last, or the ends of the data would not be ends.
    void keepTo(const SeriesList& series)
    {
        double first = m_last;
        double last = m_first;
        for (const ScaledSeries& one : series) {
            if (one.series->empty())
                continue;
            first = std::min(first, std::floor(position(one.x(0)) / m_width));
            last = std::max(last, std::floor(position(one.x(one.series->size() - 1)) / m_width) + 1);
        }
        m_first = std::max(m_first, first);
        m_last = std::min(m_last, last);
    }
    bool empty() const { return !(m_first < m_last); }
    KeyWindow window() const
    {
        return {x(m_first), x(m_last), static_cast<int>(std::lround(m_last - m_first)), m_logarithmic};
    }
    /// The middle of a column.
    double middle(std::size_t column) const { return x(m_first + static_cast<double>(column) + 0.5); }

private:
    double position(double x) const
    {
        return m_logarithmic ? std::log10(std::max(x, std::numeric_limits<double>::min())) : x;
    }
    double x(double column) const
    {
        return m_logarithmic ? std::pow(10.0, column * m_width) : column * m_width;
    }

    bool m_logarithmic;
    double m_width;
    double m_first; ///< as a multiple of the width
    double m_last;
};

/// Of columns to either side, for a window of so many columns.
std::size_t radiusOf(double smoothing, int columns)
{
    constexpr double kWidest = 0.14; // of the window: twice that, two times, leaves the trend alone
    return static_cast<std::size_t>(std::lround(kWidest * smoothing * smoothing * columns));
}

/// Means of the columns, averaged twice: nearly a Gaussian.
ColumnSums smoothMeans(const SeriesList& series, const KeyWindow& window, std::size_t radius,
                       ColumnCache& cache)
{
    ColumnSums columns = columnMeans(series, window, cache);
    if (radius > 0) {
        average(columns, radius);
        average(columns, radius);
    }
    return columns;
}

} // namespace

QVector<QPointF> outline(const ScaledSeries& series, const KeyWindow& window)
{
    std::size_t first = series.lowerBound(window.lower);
    std::size_t last = series.lowerBound(window.upper);
    const auto pixels = static_cast<std::size_t>(std::max(window.pixels, 1));
    if (last - first <= 2 * pixels) {
        first = first > 0 ? first - 1 : first;
        last = std::min(last + 1, series.series->size());
        return everyPoint(series, first, last);
    }
    std::vector<Extent> columns(pixels);
    series.columns(window, columns);
    QVector<QPointF> points;
    points.reserve(static_cast<qsizetype>(2 * pixels));
    double previous = 0;
    for (std::size_t i = 0; i < pixels; ++i) {
        if (columns[i].empty())
            continue;
        const double key = window.at((static_cast<double>(i) + 0.5) / static_cast<double>(pixels));
        const double low = static_cast<double>(columns[i].low);
        const double high = static_cast<double>(columns[i].high);
        const bool rising = std::abs(previous - low) <= std::abs(previous - high);
        points.append({key, rising ? low : high});
        points.append({key, rising ? high : low});
        previous = points.last().y();
    }
    return points;
}

QVector<QPointF> smoothLine(const SeriesList& series, const KeyWindow& window, double smoothing,
                            ColumnCache& cache)
{
    const int columns = smoothColumns(series, window);
    const std::size_t radius = radiusOf(smoothing, columns);
    FixedColumns fixed(window, columns, 2 * radius);
    fixed.keepTo(series);
    if (fixed.empty())
        return {};
    const ColumnSums means = smoothMeans(series, fixed.window(), radius, cache);
    QVector<QPointF> points;
    points.reserve(static_cast<qsizetype>(means.sums.size()));
    for (std::size_t i = 0; i < means.sums.size(); ++i) {
        if (means.counts[i] > 0)
            points.append({fixed.middle(i), means.sums[i]});
    }
    return points;
}

QVector<QVector<QPointF>> stackedLines(const QVector<SeriesList>& groups, const KeyWindow& window,
                                       double smoothing, ColumnCache& cache)
{
    SeriesList all;
    for (const SeriesList& group : groups)
        all += group;
    const int columns = smoothColumns(all, window);
    const std::size_t radius = radiusOf(smoothing, columns);
    FixedColumns fixed(window, columns, 2 * radius);
    fixed.keepTo(all);
    QVector<QVector<QPointF>> lines(groups.size());
    if (all.isEmpty() || fixed.empty())
        return lines;
    std::vector<ColumnSums> means;
    for (const SeriesList& group : groups)
        means.push_back(smoothMeans(group, fixed.window(), radius, cache));
    for (std::size_t i = 0; i < means.front().sums.size(); ++i) {
        if (std::ranges::all_of(means, [i](const ColumnSums& each) { return each.counts[i] == 0; }))
            continue;
        double height = 0;
        for (std::size_t group = 0; group < means.size(); ++group) {
            height += means[group].counts[i] > 0 ? means[group].sums[i] : 0;
            lines[static_cast<qsizetype>(group)].append({fixed.middle(i), height});
        }
    }
    return lines;
}

} // namespace lockstep
