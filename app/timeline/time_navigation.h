// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockstep {

/// What a click of the wheel, or a press of a key, does to the stretch of time that lanes and heat map show:
/// by how much it grows or shrinks, and by what share of it the view moves.
inline constexpr double kTimeZoomStep = 1.3;
inline constexpr double kTimePanStep = 0.1;

} // namespace lockstep
