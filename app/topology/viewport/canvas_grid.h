// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace lockstep {

/// The distance between the dots of the canvas, to which nodes are snapped, in scene units.
inline constexpr qreal kCanvasGrid = 24;

} // namespace lockstep
