// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/plot_choice.h"

class QCPAxis;

namespace lockstep {

/// Gives an x axis the figures of what it counts, and its scale.
void applyTicker(QCPAxis& axis, const PlotChoice& choice);
/// The same for a value axis.
void applyTicker(QCPAxis& axis, bool logarithmic);

} // namespace lockstep
