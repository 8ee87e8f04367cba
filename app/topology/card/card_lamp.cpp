// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/card/card_lamp.h"

#include "app/theme/phase_color.h"

#include <QPainter>

namespace lockstep {

namespace {

constexpr int kSixteenths = 16; ///< of a degree, as QPainter counts
constexpr qreal kStroke = 0.45; ///< of the radius

void paintTick(QPainter& painter, qreal radius)
{
    painter.drawPolyline(QPolygonF{QPointF(-radius, 0), QPointF(-radius * 0.25, radius * 0.75),
                                   QPointF(radius, -radius * 0.8)});
}

void paintMark(QPainter& painter, RunPhase phase, qreal radius)
{
    if (phase == RunPhase::Finished) {
        paintTick(painter, radius);
        return;
    }
    const qreal reach = radius * 0.8;
    painter.drawLine(QPointF(-reach, -reach), QPointF(reach, reach));
    painter.drawLine(QPointF(-reach, reach), QPointF(reach, -reach));
}

void paintRound(QPainter& painter, RunPhase phase, qreal radius, QColor color)
{
    const QRectF ring(-radius, -radius, 2 * radius, 2 * radius);
    const bool isOnItsWay = phase == RunPhase::Deploying || phase == RunPhase::Launching;
    if (isOnItsWay || phase == RunPhase::Submitted || phase == RunPhase::Training) {
        painter.setBrush(color);
        painter.setPen(Qt::NoPen);
        if (isOnItsWay)
            painter.drawPie(ring, -90 * kSixteenths, 180 * kSixteenths);
        else
            painter.drawEllipse(QPointF(), radius * 0.8, radius * 0.8);
    }
    if (phase == RunPhase::Submitted)
        return;
    if (phase == RunPhase::Training) {
        color.setAlpha(110);
        painter.setPen(QPen(color, radius * kStroke));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(QPointF(), radius * 1.3, radius * 1.3);
        return;
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color, radius * kStroke));
    if (phase == RunPhase::Reconnecting) { // a ring that is broken
        painter.drawArc(ring, 35 * kSixteenths, 110 * kSixteenths);
        painter.drawArc(ring, 215 * kSixteenths, 110 * kSixteenths);
    } else {
        painter.drawEllipse(ring);
    }
}

void paintPhase(QPainter& painter, RunPhase phase, qreal radius, const QColor& color)
{
    switch (phase) {
    case RunPhase::Waiting:
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        for (const qreal place : {-radius, 0.0, radius})
            painter.drawEllipse(QPointF(place, 0), radius * 0.3, radius * 0.3);
        break;
    case RunPhase::Stopping:
    case RunPhase::Stopped:
        painter.setPen(QPen(color, radius * kStroke));
        painter.setBrush(phase == RunPhase::Stopping ? color : QColor(Qt::transparent));
        painter.drawRect(QRectF(-radius * 0.7, -radius * 0.7, radius * 1.4, radius * 1.4));
        break;
    case RunPhase::EndedWithOthers:
        painter.setPen(QPen(color, radius * kStroke, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(QPointF(-radius, 0), QPointF(radius, 0));
        break;
    case RunPhase::Finished:
    case RunPhase::Failed:
        painter.setPen(QPen(color, radius * kStroke, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.setBrush(Qt::NoBrush);
        paintMark(painter, phase, radius);
        break;
    default:
        paintRound(painter, phase, radius, color);
        break;
    }
}

void paintTest(QPainter& painter, TestState state, qreal radius, const ThemeColors& colors)
{
    switch (state) {
    case TestState::Running:
        painter.setPen(QPen(colors.accent, radius * kStroke, Qt::SolidLine, Qt::RoundCap));
        painter.drawArc(QRectF(-radius, -radius, 2 * radius, 2 * radius), 90 * kSixteenths,
                        270 * kSixteenths);
        break;
    case TestState::Passed:
        painter.setPen(Qt::NoPen);
        painter.setBrush(colors.good);
        painter.drawEllipse(QPointF(), radius * 1.3, radius * 1.3);
        painter.setPen(QPen(colors.card, radius * kStroke, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.setBrush(Qt::NoBrush);
        paintTick(painter, radius * 0.6);
        break;
    case TestState::Failed:
        paintPhase(painter, RunPhase::Failed, radius, colors.bad);
        break;
    }
}

} // namespace

void paintLamp(QPainter& painter, const CanvasCard& card, const QPointF& center, qreal radius,
               const ThemeColors& colors)
{
    painter.save();
    painter.translate(center);
    if (card.lamp.phase) {
        paintPhase(painter, *card.lamp.phase, radius, phaseColor(*card.lamp.phase, colors));
    } else if (card.lamp.test) {
        paintTest(painter, *card.lamp.test, radius, colors);
    } else if (card.isHost) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(colors.mutedText);
        painter.drawEllipse(QPointF(), radius * 0.5, radius * 0.5);
    }
    painter.restore();
}

} // namespace lockstep
