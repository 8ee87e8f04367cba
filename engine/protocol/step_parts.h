// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/journal_records.h"
#include "engine/protocol/json_rules.h"

#include <array>
#include <vector>

namespace lockstep {

/// What the thread that trains does in a step, in the order of a step.
enum class StepPart { Data, Forward, Backward, Network, Optimizer };
inline constexpr std::array kStepParts = {StepPart::Data, StepPart::Forward, StepPart::Backward,
                                          StepPart::Network, StepPart::Optimizer};

/// When that part was under way: the list of its record. `timeline` is a StepTimeline, const or not.
auto& spansOf(Describes<StepTimeline> auto& timeline, StepPart part)
{
    switch (part) {
    case StepPart::Data:
        return timeline.dataUs;
    case StepPart::Forward:
        return timeline.forwardUs;
    case StepPart::Backward:
        return timeline.backwardUs;
    case StepPart::Network:
        return timeline.networkUs;
    case StepPart::Optimizer:
        break;
    }
    return timeline.optimizerUs;
}

} // namespace lockstep
