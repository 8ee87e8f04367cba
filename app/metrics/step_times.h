// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/journal_records.h"

namespace lockstep {

/// The time of a step that is neither data nor network.
inline double computeSeconds(const StepFinished& step)
{
    return step.forwardSeconds + step.backwardSeconds + step.optimizerSeconds;
}

/// The whole of it.
inline double stepSeconds(const StepFinished& step)
{
    return step.dataSeconds + computeSeconds(step) + step.networkSeconds;
}

} // namespace lockstep
