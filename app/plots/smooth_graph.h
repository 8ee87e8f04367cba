// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

namespace lockstep {

/// A graph whose line may be thick and still be drawn in a frame: on a screen each of its pieces by itself,
/// where QPainter, given all of a noisy line at once, takes up to seconds to find out where it crosses
/// itself. A line that shows what is below it stays whole, as its pieces lie over each other.
class SmoothGraph : public QCPGraph {
public:
    using QCPGraph::QCPGraph;

protected:
    void drawLinePlot(QCPPainter* painter, const QVector<QPointF>& lines) const override;
};

} // namespace lockstep
