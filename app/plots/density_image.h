// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/curve_points.h"

#include <QColor>
#include <QImage>

namespace lockstep {

/// The part of the plane that an image shows; the value grows upwards.
struct PlotWindow {
    KeyWindow keys; ///< as many columns as pixels
    double valueLower = 0, valueUpper = 1;
    bool logarithmic = false; ///< of the values, which are positive then
    int height = 1;           ///< of the device, in pixels

    bool isEmpty() const { return keys.pixels <= 0 || height <= 0; }
};

/// A curve and the colour, with its opacity, that it is drawn in.
struct ColoredSeries {
    ScaledSeries series;
    QColor color;
};

/// These curves one over the other, each in its colour, one pixel wide. Neighbouring points are joined. Costs
/// what its pixels cost, where QPainter's lines cost what the noise in them costs. Values that a logarithmic
/// axis does not know lie below the image. REQUIRES: as densityImage().
QImage curvesImage(const QVector<ColoredSeries>& curves, const PlotWindow& window);

/// How many of these curves pass each pixel, as the opacity of one colour: readable for any number of ranks,
/// at the cost of the pixels. Neighbouring points are joined. REQUIRES: both ranges are finite and not empty.
QImage densityImage(const SeriesList& series, const PlotWindow& window, const QColor& color);

} // namespace lockstep
