// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/experiment.h"

#include <vector>

namespace lockstep {

/// What cannot be combined with the strategy or its compression, each with its key. Part of
/// checkExperiment().
std::vector<Error> checkStrategy(const TrainingSpec& training);

} // namespace lockstep
