// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/column_cache.h"
#include "app/plots/row_span.h"

#include <QColor>
#include <QImage>
#include <cstdint>
#include <vector>

namespace lockstep {

/// A curve and the colour, with its opacity, that it is drawn in.
struct ColoredSeries {
    ScaledSeries series;
    QColor color;
};

/// Curves drawn into an image of its own, which the next ones overwrite: fresh memory for each frame costs as
/// much as drawing. Costs what its pixels cost, where QPainter's lines cost what the noise in them costs.
/// Neighbouring points are joined. Values that a logarithmic axis does not know lie below the image. The
/// columns come from `columns`, which outlives it.
class CurveImage {
public:
    explicit CurveImage(ColumnCache& columns) : m_columns(columns) {}

    /// These curves one over the other, each in its colour, one pixel wide. REQUIRES: as density().
    const QImage& curves(const QVector<ColoredSeries>& curves, const PlotWindow& window);
    /// How many of these curves pass each pixel, as the opacity of one colour: readable for any number of
    /// ranks, at the cost of the pixels. REQUIRES: both ranges are finite and not empty.
    const QImage& density(const SeriesList& series, const PlotWindow& window, const QColor& color);

private:
    void fit(const PlotWindow& window);

    ColumnCache& m_columns;
    QImage m_image;
    std::vector<RowSpan> m_spans;        ///< of one curve after the other
    std::vector<std::int16_t> m_changes; ///< see paintStrip()
};

} // namespace lockstep
