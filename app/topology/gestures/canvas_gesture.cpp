// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/gestures/canvas_gesture.h"

#include <cmath>

namespace lockstep {

namespace {

constexpr qreal kClickReach = 3; ///< scene units

} // namespace

bool isClick(const QPointF& way)
{
    return std::hypot(way.x(), way.y()) < kClickReach;
}

qreal onGrid(qreal value, qreal grid)
{
    return grid > 0 ? std::round(value / grid) * grid : value;
}

} // namespace lockstep
