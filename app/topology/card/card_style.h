// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/node_geometry.h"
#include "app/theme/theme.h"
#include "app/topology/card/canvas_card.h"

#include <QFont>
#include <QRectF>

namespace lockstep {

/// What the parts of a card share. All of them are drawn in the card's own coordinates.

inline constexpr QRectF kCardRect{0, 0, kCardSize.width(), kCardSize.height()};
/// Where texts begin that stand beside the icon.
inline constexpr qreal kCardTextLeft = 54;

QFont cardFont(int pixels, QFont::Weight weight);
/// Ready, not used, to be looked at, or failed.
QColor stateColor(const CanvasCard& card, const ThemeColors& colors);

} // namespace lockstep
