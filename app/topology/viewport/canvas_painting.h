// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainterPath>
#include <QRectF>
#include <QString>

class QGraphicsView;
class QPainter;

namespace lockstep {

/// What the canvas shows beside the drawing, in the colours of its palette. The painter is the view's, in
/// scene coordinates, and comes back as it was.

/// The ground with the dots of the grid, within a rectangle of the scene.
void paintGround(QPainter& painter, const QGraphicsView& view, const QRectF& room);
/// What an empty canvas says.
void paintInvitation(QPainter& painter, const QGraphicsView& view);
/// Where the keyboard is: a ring around an element, or an edge around the canvas when the ring is empty.
void paintKeyboardRing(QPainter& painter, const QGraphicsView& view, const QPainterPath& ring);
/// A line of text at the lower edge, as long as what it is about lasts.
void paintHint(QPainter& painter, const QGraphicsView& view, const QString& text);

} // namespace lockstep
