// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/sparkline.h"

#include <QPainter>
#include <QPolygonF>
#include <algorithm>

namespace lockstep {

namespace {

constexpr qreal kDotRadius = 1.5;
constexpr qreal kBrokenHeight = 3;

/// The columns in which the series has values that are not finite; they begin where Series::columns() says.
std::vector<std::size_t> brokenColumns(const Series& series, double lower, double width, std::size_t columns)
{
    const auto begins = [&](std::size_t column) { return lower + static_cast<double>(column) * width; };
    const auto columnOf = [&](std::size_t index) {
        const auto key = static_cast<double>(series.key(index));
        auto column = std::min(static_cast<std::size_t>((key - lower) / width), columns - 1);
        while (column > 0 && begins(column) > key) // rounded up
            --column;
        while (column + 1 < columns && begins(column + 1) <= key) // rounded down
            ++column;
        return column;
    };
    std::vector<std::size_t> broken;
    for (const NonFinite& stretch : series.nonFinite()) {
        std::size_t next = columnOf(stretch.begin);
        if (!broken.empty())
            next = std::max(next, broken.back() + 1);
        for (const std::size_t last = columnOf(stretch.end - 1); next <= last; ++next)
            broken.push_back(next);
    }
    return broken;
}

} // namespace

Sparkline sparkline(const Series& series, std::size_t columns)
{
    Sparkline line;
    if (series.empty())
        return line;
    const auto lower = static_cast<double>(series.key(0));
    const double upper = static_cast<double>(series.key(series.size() - 1)) + 1;
    line.columns.resize(columns);
    series.columns(lower, upper, line.columns);
    for (const Extent& column : line.columns) {
        if (!column.empty())
            line.all.add(column);
    }
    line.broken = brokenColumns(series, lower, (upper - lower) / static_cast<double>(columns), columns);
    return line;
}

void paintSparkline(QPainter& painter, const QRectF& room, const Sparkline& line, const QColor& ink,
                    const QColor& brokenInk)
{
    if (line.columns.empty())
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const qreal width = room.width() / static_cast<qreal>(line.columns.size());
    const qreal height = line.all.empty() ? 0 : qreal(line.all.high) - qreal(line.all.low);
    const auto xOf = [&](std::size_t column) {
        return room.left() + (static_cast<qreal>(column) + 0.5) * width;
    };
    const auto yOf = [&](float value) {
        const qreal share = height > 0 ? (qreal(value) - qreal(line.all.low)) / height : 0.5;
        return room.bottom() - share * room.height();
    };
    QPolygonF points;
    for (std::size_t column = 0; column < line.columns.size(); ++column) {
        const Extent& extent = line.columns[column];
        if (extent.empty())
            continue;
        points << QPointF(xOf(column), yOf(extent.low));
        if (extent.high > extent.low)
            points << QPointF(xOf(column), yOf(extent.high));
    }
    if (points.size() == 1) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(ink);
        painter.drawEllipse(points.first(), kDotRadius, kDotRadius);
    } else {
        painter.setPen(QPen(ink, 1));
        painter.drawPolyline(points);
    }
    for (const std::size_t column : line.broken)
        painter.fillRect(QRectF(xOf(column) - 1, room.bottom() - kBrokenHeight, 2, kBrokenHeight), brokenInk);
    painter.restore();
}

} // namespace lockstep
