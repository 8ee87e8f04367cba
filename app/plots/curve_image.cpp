// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/curve_image.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

namespace lockstep {

namespace {

constexpr qsizetype kMaxCurves = std::numeric_limits<std::int16_t>::max();
/// Columns whose curves are counted together: a line of the processor's cache in the picture, and half of one
/// in the counts.
constexpr std::size_t kStrip = 16;

/// The pixels of an image that nobody else holds. Asking the image itself for each row takes longer than to
/// paint it.
struct Pixels {
    explicit Pixels(QImage& image) : bits(image.bits()), stride(image.bytesPerLine()), height(image.height())
    {
    }
    QRgb* row(int row) const { return reinterpret_cast<QRgb*>(bits + row * stride); }

    uchar* bits;
    qsizetype stride;
    int height;
};

/// Lays spans of one colour over an image.
class SpanBrush {
public:
    SpanBrush(QImage& image, const QColor& color)
        : m_pixels(image), m_color(qPremultiply(color.rgba())), m_rest(static_cast<uint>(255 - color.alpha()))
    {
    }

    void cover(std::size_t column, RowSpan span)
    {
        for (int row = span.first; row <= span.last; ++row) {
            QRgb& pixel = m_pixels.row(row)[column];
            pixel = m_color + faded(pixel);
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

    Pixels m_pixels;
    QRgb m_color;
    uint m_rest;
};

/// The colour, premultiplied, of a pixel that so many of the curves pass.
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

/// Adds the spans of each curve, of `width` columns each, in a strip of at most kStrip columns: one more at a
/// span's first row, one less below its last. `changes` are rows of kStrip. Returns the rows touched.
RowSpan countChanges(std::span<const RowSpan> spans, std::size_t width, std::size_t column, std::size_t count,
                     std::vector<std::int16_t>& changes)
{
    RowSpan touched{std::numeric_limits<std::int16_t>::max(), -1};
    for (std::size_t at = column; at < spans.size(); at += width) {
        for (std::size_t i = 0; i < count; ++i) {
            const RowSpan span = spans[at + i];
            if (span.empty())
                continue;
            ++changes[static_cast<std::size_t>(span.first) * kStrip + i];
            --changes[(static_cast<std::size_t>(span.last) + 1) * kStrip + i];
            touched = {std::min(touched.first, span.first), std::max(touched.last, span.last)};
        }
    }
    return touched;
}

/// Sums the changes downwards to counts, paints those, and leaves zeros behind.
void paintStrip(const Pixels& image, std::size_t column, std::size_t count, RowSpan touched,
                std::vector<std::int16_t>& changes, const std::vector<QRgb>& opacities)
{
    std::array<std::int16_t, kStrip> running{};
    std::int16_t* change = changes.data();
    for (int row = 0; row < image.height; ++row, change += kStrip) {
        QRgb* pixels = image.row(row) + column;
        if (row < touched.first || row > touched.last) {
            std::fill_n(pixels, count, 0);
            continue;
        }
        for (std::size_t i = 0; i < kStrip; ++i)
            running[i] = static_cast<std::int16_t>(running[i] + change[i]);
        for (std::size_t i = 0; i < count; ++i)
            pixels[i] = opacities[static_cast<std::size_t>(running[i])];
        std::fill_n(change, kStrip, 0);
    }
    if (!touched.empty())
        std::fill_n(changes.data() + (static_cast<std::size_t>(touched.last) + 1) * kStrip, kStrip, 0);
}

} // namespace

void CurveImage::fit(const PlotWindow& window)
{
    const QSize size(window.keys.pixels, window.height);
    if (m_image.size() != size)
        m_image = QImage(size, QImage::Format_ARGB32_Premultiplied);
    m_image.setDevicePixelRatio(window.pixelRatio);
}

const QImage& CurveImage::curves(const QVector<ColoredSeries>& curves, const PlotWindow& window)
{
    fit(window);
    m_image.fill(Qt::transparent);
    m_spans.resize(static_cast<std::size_t>(window.keys.pixels));
    for (const ColoredSeries& curve : curves) {
        rowSpans(m_columns.columns(curve.series, window.keys), window, m_spans);
        SpanBrush brush(m_image, curve.color);
        for (std::size_t column = 0; column < m_spans.size(); ++column)
            brush.cover(column, m_spans[column]);
    }
    return m_image;
}

const QImage& CurveImage::density(const SeriesList& series, const PlotWindow& window, const QColor& color)
{
    fit(window);
    const auto width = static_cast<std::size_t>(window.keys.pixels);
    const qsizetype curves = std::min(series.size(), kMaxCurves);
    m_spans.resize(static_cast<std::size_t>(curves) * width);
    for (qsizetype i = 0; i < curves; ++i)
        rowSpans(m_columns.columns(series[i], window.keys), window,
                 std::span(m_spans).subspan(static_cast<std::size_t>(i) * width, width));
    const std::vector<QRgb> opacities = opacityTable(curves, color);
    m_changes.resize((static_cast<std::size_t>(window.height) + 1) * kStrip, 0);
    const Pixels pixels(m_image);
    for (std::size_t column = 0; column < width; column += kStrip) {
        const std::size_t count = std::min(kStrip, width - column);
        const RowSpan touched = countChanges(m_spans, width, column, count, m_changes);
        paintStrip(pixels, column, count, touched, m_changes, opacities);
    }
    return m_image;
}

} // namespace lockstep
