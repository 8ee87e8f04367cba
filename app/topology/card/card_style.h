// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/topology/card/canvas_card.h"

#include <QFont>

namespace lockstep {

/// What paintCanvasCard is made of, in the card's own coordinates.

QFont cardFont(int pixels, QFont::Weight weight);
void paintChips(QPainter& painter, const CanvasCard& card, const ThemeColors& colors);
QColor stateColor(const CanvasCard& card, const ThemeColors& colors);
/// The lamp in the upper right corner: what the run does, by shape as well as by colour; without a run,
/// whether the host is ready for one.
void paintLamp(QPainter& painter, const CanvasCard& card, const QPointF& center, qreal radius,
               const ThemeColors& colors);

} // namespace lockstep
