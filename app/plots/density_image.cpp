// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/density_image.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr qsizetype kMaxCurves = 32767;

/// Where values lie on rows of pixels, which grow downwards.
struct Rows {
    explicit Rows(const PlotWindow& window)
        : logarithmic(window.logarithmic), height(window.height), top(position(window.valueUpper)),
          perValue(height / (top - position(window.valueLower)))
    {
    }
    double of(float value) const
    {
        if (logarithmic && !(value > 0))
            return 2.0 * height;
        return (top - position(static_cast<double>(value))) * perValue;
    }

    double position(double value) const { return logarithmic ? std::log10(value) : value; }

    bool logarithmic;
    int height;
    double top;
    double perValue;
};

/// Counts, per pixel, the spans that cover it: +1 at a span's top, -1 below its bottom, summed downwards
/// later.
class SpanCounter {
public:
    explicit SpanCounter(const PlotWindow& window)
        : m_width(window.keys.pixels), m_height(window.height),
          m_steps(static_cast<std::size_t>(m_width) * static_cast<std::size_t>(m_height + 1), 0)
    {
    }

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
        return static_cast<std::size_t>(row) * static_cast<std::size_t>(m_width) +
               static_cast<std::size_t>(column);
    }

    int m_width;
    int m_height;
    std::vector<std::int16_t> m_steps;
};

/// Lays spans of one colour over an image.
class SpanBrush {
public:
    SpanBrush(QImage& image, const QColor& color)
        : m_bits(image.bits()), m_stride(image.bytesPerLine()), m_height(image.height()),
          m_color(qPremultiply(color.rgba())), m_rest(static_cast<uint>(255 - color.alpha()))
    {
    }

    void cover(int column, double top, double bottom)
    {
        if (bottom < 0 || top >= m_height)
            return;
        const int first = static_cast<int>(std::max(top, 0.0));
        const int last = static_cast<int>(std::min(bottom, m_height - 1.0));
        uchar* at = m_bits + first * m_stride + column * static_cast<qsizetype>(sizeof(QRgb));
        for (int row = first; row <= last; ++row, at += m_stride) {
            auto* pixel = reinterpret_cast<QRgb*>(at);
            *pixel = m_color + faded(*pixel);
        }
    }

private:
    /// A premultiplied pixel times what the colour lets through, two channels at once.
    QRgb faded(QRgb pixel) const
    {
        const uint even = ((pixel & 0x00ff00ffu) * m_rest >> 8) & 0x00ff00ffu;
        const uint odd = ((pixel >> 8) & 0x00ff00ffu) * m_rest & 0xff00ff00u;
        return even | odd;
    }

    uchar* m_bits;
    qsizetype m_stride;
    int m_height;
    QRgb m_color;
    uint m_rest;
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
template <typename Sink>
void addCurve(Sink& sink, const Rows& rows, const std::vector<Extent>& columns)
{
    int before = -1;
    Span previous;
    for (int column = 0; column < static_cast<int>(columns.size()); ++column) {
        const Extent& extent = columns[static_cast<std::size_t>(column)];
        if (extent.empty())
            continue;
        const Span span{rows.of(extent.high), rows.of(extent.low)};
        if (before >= 0) {
            const double slope = (span.middle() - previous.middle()) / (column - before);
            for (int between = before + 1; between < column; ++between) {
                const double next = previous.middle() + slope;
                const Span point = joined({next, next}, previous);
                sink.cover(between, point.top, point.bottom);
                previous = {next, next};
            }
        }
        const Span drawn = before >= 0 ? joined(span, previous) : span;
        sink.cover(column, drawn.top, drawn.bottom);
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

QImage curvesImage(const QVector<ColoredSeries>& curves, const PlotWindow& window)
{
    if (window.isEmpty() || curves.isEmpty())
        return {};
    QImage image(window.keys.pixels, window.height, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    const Rows rows(window);
    std::vector<Extent> columns(static_cast<std::size_t>(window.keys.pixels));
    for (const ColoredSeries& curve : curves) {
        SpanBrush brush(image, curve.color);
        curve.series.columns(window.keys, columns);
        addCurve(brush, rows, columns);
    }
    return image;
}

QImage densityImage(const SeriesList& series, const PlotWindow& window, const QColor& color)
{
    if (window.isEmpty() || series.isEmpty())
        return {};
    SpanCounter counter(window);
    const Rows rows(window);
    std::vector<Extent> columns(static_cast<std::size_t>(window.keys.pixels));
    const qsizetype curves = std::min(series.size(), kMaxCurves);
    for (qsizetype i = 0; i < curves; ++i) {
        series[i].columns(window.keys, columns);
        addCurve(counter, rows, columns);
    }
    return counter.toImage(opacityTable(curves, color));
}

} // namespace lockstep
