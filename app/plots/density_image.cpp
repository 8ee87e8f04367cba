// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/density_image.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr qsizetype kMaxCurves = 32767;

/// Counts, per pixel, the spans that cover it: +1 at a span's top, -1 below its bottom, summed downwards later.
class SpanCounter {
public:
    explicit SpanCounter(const PlotWindow& window)
        : m_width(window.pixels.width()), m_height(window.pixels.height()), m_top(window.valueUpper),
          m_perValue(m_height / (window.valueUpper - window.valueLower)),
          m_steps(static_cast<std::size_t>(m_width) * static_cast<std::size_t>(m_height + 1), 0)
    {
    }

    double rowOf(double value) const { return (m_top - value) * m_perValue; }

    /// Rows from the higher value's to the lower's, cut to the image.
    void cover(int column, double top, double bottom)
    {
        if (bottom < 0 || top >= m_height)
            return;
        const int first = static_cast<int>(std::max(top, 0.0));
        const int last = static_cast<int>(std::min(bottom, m_height - 1.0));
        ++m_steps[at(column, first)];
        --m_steps[at(column, last + 1)];
    }

    QImage toImage(const std::vector<QRgb>& opacities) const
    {
        QImage image(m_width, m_height, QImage::Format_ARGB32_Premultiplied);
        std::vector<int> running(static_cast<std::size_t>(m_width), 0);
        for (int y = 0; y < m_height; ++y) {
            auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
            const std::int16_t* steps = m_steps.data() + at(0, y);
            for (int x = 0; x < m_width; ++x) {
                int& covered = running[static_cast<std::size_t>(x)];
                covered += steps[x];
                line[x] = opacities[static_cast<std::size_t>(covered)];
            }
        }
        return image;
    }

private:
    std::size_t at(int column, int row) const
    {
        return static_cast<std::size_t>(row) * static_cast<std::size_t>(m_width) + static_cast<std::size_t>(column);
    }

    int m_width;
    int m_height;
    double m_top;
    double m_perValue;
    std::vector<std::int16_t> m_steps;
};

/// Rows that a curve takes in one column; rows grow downwards.
struct Span {
    double top = 0;
    double bottom = 0;
    double middle() const { return (top + bottom) / 2; }
};

/// Grows a span until it meets its neighbour's.
Span joined(Span span, const Span& neighbour)
{
    if (neighbour.bottom < span.top)
        span.top = neighbour.bottom;
    else if (neighbour.top > span.bottom)
        span.bottom = neighbour.top;
    return span;
}

/// A span a column, and straight lines over empty columns.
void addCurve(SpanCounter& counter, const std::vector<Extent>& columns)
{
    int before = -1;
    Span previous;
    for (int column = 0; column < static_cast<int>(columns.size()); ++column) {
        const Extent& extent = columns[static_cast<std::size_t>(column)];
        if (extent.empty())
            continue;
        const Span span{counter.rowOf(static_cast<double>(extent.high)),
                        counter.rowOf(static_cast<double>(extent.low))};
        if (before >= 0) {
            const double slope = (span.middle() - previous.middle()) / (column - before);
            for (int between = before + 1; between < column; ++between) {
                const double next = previous.middle() + slope;
                const Span point = joined({next, next}, previous);
                counter.cover(between, point.top, point.bottom);
                previous = {next, next};
            }
        }
        const Span drawn = before >= 0 ? joined(span, previous) : span;
        counter.cover(column, drawn.top, drawn.bottom);
        before = column;
        previous = span;
    }
}

std::vector<QRgb> opacityTable(qsizetype curves, const QColor& color)
{
    std::vector<QRgb> table(static_cast<std::size_t>(curves) + 1, 0);
    for (qsizetype i = 1; i <= curves; ++i) {
        const double share = static_cast<double>(i) / static_cast<double>(curves);
        const double alpha = 0.14 + 0.76 * std::pow(share, 0.8);
        table[static_cast<std::size_t>(i)] =
            qPremultiply(qRgba(color.red(), color.green(), color.blue(), static_cast<int>(alpha * 255)));
    }
    return table;
}

} // namespace

QImage densityImage(const SeriesList& series, const PlotWindow& window, const QColor& color)
{
    if (window.pixels.isEmpty())
        return {};
    SpanCounter counter(window);
    std::vector<Extent> columns(static_cast<std::size_t>(window.pixels.width()));
    const qsizetype curves = std::min(series.size(), kMaxCurves);
    for (qsizetype i = 0; i < curves; ++i) {
        series[i]->columns(window.keyLower, window.keyUpper, columns);
        addCurve(counter, columns);
    }
    return counter.toImage(opacityTable(curves, color));
}

} // namespace lockstep
