// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/theme/theme.h"
#include "app/topology/card/canvas_card.h"

#include <QRectF>
#include <optional>
#include <vector>

class QPainter;

namespace lockstep {

/// The devices on a card, each a chip.
void paintChips(QPainter& painter, const CanvasCard& card, const ThemeColors& colors);
/// Where the chips stand on the card, as many of them as there is room for.
std::vector<QRectF> chipRects(const CanvasCard& card);
/// The chip at this point of the card.
std::optional<std::size_t> chipAt(const CanvasCard& card, const QPointF& point);

} // namespace lockstep
