// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/theme/theme.h"
#include "app/topology/card/canvas_card.h"

#include <QPointF>

class QPainter;

namespace lockstep {

/// The lamp of a card: what the run does or what came of a test, by shape as well as by colour; a small grey
/// point where nothing was tried. Green is only what was tried and went well.
void paintLamp(QPainter& painter, const CanvasCard& card, const QPointF& center, qreal radius,
               const ThemeColors& colors);

} // namespace lockstep
