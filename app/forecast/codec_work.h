// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/forecast/model_work.h"
#include "app/forecast/strategy_settings.h"

#include <span>

namespace lockstep {

/// Seconds for which a core of a rank's host compresses these gradients in a step, and restores what the
/// ranks have made of them. Of a strategy that does not compress: 0.
double codecSeconds(const StrategySettings& settings, std::span<const TensorSides> tensors);

} // namespace lockstep
