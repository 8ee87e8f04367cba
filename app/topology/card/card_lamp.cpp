// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/card/card_lamp.h"

#include "app/topology/card/card_style.h"

#include <QPainter>

namespace lockstep {

namespace {

constexpr int kSixteenths = 16; ///< of a degree, as QPainter counts
constexpr qreal kStroke = 0.45; ///< of the radius

QColor lampColor(RunLamp lamp, const ThemeColors& colors)
{
    switch (lamp) {
    case RunLamp::Connecting:
    case RunLamp::Deploying:
    case RunLamp::Ready:
        return colors.accent;
    case RunLamp::Training:
    case RunLamp::Finished:
        return colors.good;
    case RunLamp::Lost:
    case RunLamp::Stopping:
        return colors.warning;
    case RunLamp::Failed:
        return colors.bad;
    case RunLamp::Off:
    case RunLamp::Waiting:
    case RunLamp::Stopped:
        break;
    }
    return colors.mutedText;
}

void paintMark(QPainter& painter, RunLamp lamp, qreal radius)
{
    if (lamp == RunLamp::Finished) {
        painter.drawPolyline(QPolygonF{QPointF(-radius, 0), QPointF(-radius * 0.25, radius * 0.75),
                                       QPointF(radius, -radius * 0.8)});
        return;
    }
    const qreal reach = radius * 0.8;
    painter.drawLine(QPointF(-reach, -reach), QPointF(reach, reach));
    painter.drawLine(QPointF(-reach, reach), QPointF(reach, -reach));
}

void paintRound(QPainter& painter, RunLamp lamp, qreal radius, QColor color)
{
    const QRectF ring(-radius, -radius, 2 * radius, 2 * radius);
    if (lamp == RunLamp::Deploying || lamp == RunLamp::Ready || lamp == RunLamp::Training) {
        painter.setBrush(color);
        painter.setPen(Qt::NoPen);
        if (lamp == RunLamp::Deploying)
            painter.drawPie(ring, -90 * kSixteenths, 180 * kSixteenths);
        else
            painter.drawEllipse(QPointF(), radius * 0.8, radius * 0.8);
    }
    if (lamp == RunLamp::Ready)
        return;
    if (lamp == RunLamp::Training) {
        color.setAlpha(110);
        painter.setPen(QPen(color, radius * kStroke));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(QPointF(), radius * 1.3, radius * 1.3);
        return;
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color, radius * kStroke));
    if (lamp == RunLamp::Lost) { // a ring that is broken
        painter.drawArc(ring, 35 * kSixteenths, 110 * kSixteenths);
        painter.drawArc(ring, 215 * kSixteenths, 110 * kSixteenths);
    } else {
        painter.drawEllipse(ring);
    }
}

} // namespace

void paintLamp(QPainter& painter, const CanvasCard& card, const QPointF& center, qreal radius,
               const ThemeColors& colors)
{
    const RunLamp lamp = card.run.lamp;
    const QColor color = lampColor(lamp, colors);
    painter.save();
    painter.translate(center);
    switch (lamp) {
    case RunLamp::Off:
        painter.setPen(Qt::NoPen);
        painter.setBrush(stateColor(card, colors));
        painter.drawEllipse(QPointF(), radius * 0.8, radius * 0.8);
        break;
    case RunLamp::Waiting:
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        for (const qreal place : {-radius, 0.0, radius})
            painter.drawEllipse(QPointF(place, 0), radius * 0.3, radius * 0.3);
        break;
    case RunLamp::Stopping:
    case RunLamp::Stopped:
        painter.setPen(QPen(color, radius * kStroke));
        painter.setBrush(lamp == RunLamp::Stopping ? color : QColor(Qt::transparent));
        painter.drawRect(QRectF(-radius * 0.7, -radius * 0.7, radius * 1.4, radius * 1.4));
        break;
    case RunLamp::Finished:
    case RunLamp::Failed:
        painter.setPen(QPen(color, radius * kStroke, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.setBrush(Qt::NoBrush);
        paintMark(painter, lamp, radius);
        break;
    default:
        paintRound(painter, lamp, radius, color);
        break;
    }
    painter.restore();
}

} // namespace lockstep
