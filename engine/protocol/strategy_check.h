// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/experiment.h"

#include <vector>

namespace lockstep {

/// What cannot be combined with the strategy or its compression, each with its key. Part of
/// checkExperiment().
std::vector<Error> checkStrategy(const TrainingSpec& training);

/// What keeps the devices of the hosts from holding a model between them, where the strategy wants that; each
/// with its key. Which layers can be cut at, the engine knows. Part of checkExperiment().
std::vector<Error> checkModelParallel(const Experiment& experiment);

} // namespace lockstep
