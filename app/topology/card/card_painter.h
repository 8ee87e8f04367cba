// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/theme/theme.h"
#include "app/topology/card/canvas_card.h"

#include <QPixmap>

class QPainter;

namespace lockstep {

struct CardStyle {
    bool isSelected = false;
    bool isHovered = false;
    bool isTarget = false; ///< a link would end here
    qreal detail = 1;      ///< device pixels per unit, device pixel ratio left out
    qreal devicePixelRatio = 1;
};
/// In the rectangle kCardRect; from far away a card says less.
void paintCanvasCard(QPainter& painter, const CanvasCard& card, const CardStyle& style,
                     const ThemeColors& colors);
/// A card on its own, half transparent: what is dragged from the palette.
QPixmap cardPicture(const CanvasCard& card, qreal devicePixelRatio, const ThemeColors& colors);

} // namespace lockstep
