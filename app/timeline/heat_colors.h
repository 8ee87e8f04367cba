// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/timeline/heat_grid.h"

#include <QImage>

namespace lockstep {

/// From dark blue over green to yellow, evenly to the eye and told apart by those who see few colours
/// (viridis). `share`: 0 ... 1.
QRgb heatColor(float share);
/// A pixel for each cell; transparent where no step is.
QImage heatImage(const HeatGrid& grid, const HeatRange& range);

} // namespace lockstep
