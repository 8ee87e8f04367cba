// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockstep {

/// Logical pixels around the picture.
inline constexpr int kHeatLeft = 64;
inline constexpr int kHeatTop = 10;
inline constexpr int kHeatBottom = 26;
inline constexpr int kHeatRight = 116; ///< the legend

} // namespace lockstep
