// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/smooth_graph.h"

#include <cmath>

namespace lockstep {

namespace {

bool isFinite(const QPointF& point)
{
    return std::isfinite(point.x()) && std::isfinite(point.y());
}

} // namespace

void SmoothGraph::drawLinePlot(QCPPainter* painter, const QVector<QPointF>& lines) const
{
    const QPen pen = painter->pen();
    const bool isForPrint = painter->modes() & (QCPPainter::pmVectorized | QCPPainter::pmNoCaching);
    if (isForPrint || pen.widthF() <= 1 || pen.style() != Qt::SolidLine || pen.color().alpha() < 255)
        return QCPGraph::drawLinePlot(painter, lines);
    applyDefaultAntialiasingHint(painter);
    for (qsizetype i = 1; i < lines.size(); ++i) {
        if (isFinite(lines[i - 1]) && isFinite(lines[i]))
            painter->drawLine(QLineF(lines[i - 1], lines[i]));
    }
}

} // namespace lockstep
