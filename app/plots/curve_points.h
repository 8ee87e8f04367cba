// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/column_cache.h"

#include <QPointF>
#include <QVector>

namespace lockstep {

/// A polyline that looks as if every point were drawn: the points themselves while there are few, with one
/// beyond each edge, else lowest and highest of every pixel column. Values that are not finite come as NaN (a
/// gap).
QVector<QPointF> outline(const ScaledSeries& series, const KeyWindow& window);

/// One line through the mean of these series: at most a point per pixel, so that a thick pen stays cheap.
/// `smoothing` from 0, the means of the columns themselves, to 1, averages over some quarter of the width.
/// Where points lie further apart than is averaged over, they are unchanged.
QVector<QPointF> smoothLine(const SeriesList& series, const KeyWindow& window, double smoothing,
                            ColumnCache& columns);

/// The mean of each of these groups of series, smoothed likewise and laid one upon the other: the upper edges
/// of the bands, the lowest first, all of them at the same keys.
QVector<QVector<QPointF>> stackedLines(const QVector<SeriesList>& groups, const KeyWindow& window,
                                       double smoothing, ColumnCache& columns);

} // namespace lockstep
