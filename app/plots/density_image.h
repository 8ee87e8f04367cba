// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/curve_points.h"

#include <QColor>
#include <QImage>

namespace lockstep {

/// The part of the plane that an image shows; the value grows upwards.
struct PlotWindow {
    double keyLower = 0, keyUpper = 1;
    double valueLower = 0, valueUpper = 1;
    QSize pixels; ///< of the device
};

/// A curve and the colour, with its opacity, that it is drawn in.
struct ColoredSeries {
    const Series* series = nullptr;
    QColor color;
};

/// These curves one over the other, each in its colour, one pixel wide. Neighbouring points are joined. Costs
/// what its pixels cost, where QPainter's lines cost what the noise in them costs. REQUIRES: as
/// densityImage().
QImage curvesImage(const QVector<ColoredSeries>& curves, const PlotWindow& window);

/// How many of these curves pass each pixel, as the opacity of one colour: readable for any number of ranks,
/// at the cost of the pixels. Neighbouring points are joined. REQUIRES: both ranges are finite and not empty.
QImage densityImage(const SeriesList& series, const PlotWindow& window, const QColor& color);

} // namespace lockstep
