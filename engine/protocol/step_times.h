// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/step_numbers.h"

namespace lockstep {

/// The time of a step that is neither data nor network.
inline double computeSeconds(const StepFinished& step)
{
    return step.forwardSeconds + step.backwardSeconds + step.optimizerSeconds +
           numberOf(step.further, kCompressionSecondsNumber).value_or(0);
}

/// The whole of it.
inline double stepSeconds(const StepFinished& step)
{
    return step.dataSeconds + computeSeconds(step) + step.networkSeconds;
}

} // namespace lockstep
