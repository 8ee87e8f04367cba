// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/series.h"

#include <QPointF>
#include <QVector>

namespace lockstep {

/// Which keys are drawn, over how many device pixels.
struct KeyWindow {
    double lower = 0;
    double upper = 1;
    int pixels = 1;
};

using SeriesList = QVector<const Series*>;

/// A polyline that looks as if every point were drawn: the points themselves while there are few, with one
/// beyond each edge, else lowest and highest of every pixel column. Values that are not finite come as NaN (a
/// gap).
QVector<QPointF> outline(const Series& series, const KeyWindow& window);

/// One smooth line through the mean of these series: at most a point per pixel, so that a thick pen stays
/// cheap. Averages over some 2 % of the window's width; where points lie further apart than that, they are
/// unchanged.
QVector<QPointF> smoothLine(const SeriesList& series, const KeyWindow& window);

} // namespace lockstep
