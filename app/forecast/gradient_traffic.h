// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/forecast/model_work.h"
#include "app/forecast/strategy_settings.h"

#include <span>

namespace lockstep {

/// What crosses of some gradients in a step, in bytes.
struct GradientTraffic {
    double summed = 0; ///< added up over the ranks, in a ring
    int sums = 0;      ///< in so many collectives, one after the other
    double parts = 0;  ///< cut among the hosts: each sends every other its part, and then its own sum to all
    double gathered = 0; ///< of one rank, which all others receive through a ring of hosts
};

/// Of gradients that are handed over together, as the engine's codecs write them. Of a strategy that does not
/// compress: as they are.
GradientTraffic gradientTraffic(const StrategySettings& settings, std::span<const TensorSides> tensors);

/// Whether it crosses in another form than it is, by itself: small ones are not worth that to some codecs.
bool isCompressed(const StrategySettings& settings, const TensorSides& tensor);

/// How many times less PowerSGD of this rank sends of a model than its gradients are.
double powerSgdReduction(const ModelWork& work, int rank);

} // namespace lockstep
