// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/theme/theme.h"
#include "app/topology/card/canvas_card.h"

#include <QPointF>

class QPainter;

namespace lockstep {

/// The lamp of a card: what the run does, by shape as well as by colour; without a run, whether the host is
/// ready for one.
void paintLamp(QPainter& painter, const CanvasCard& card, const QPointF& center, qreal radius,
               const ThemeColors& colors);

} // namespace lockstep
