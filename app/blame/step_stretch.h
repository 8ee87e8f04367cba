// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/blame/step_history.h"

#include <deque>
#include <vector>

namespace lockstep {

/// Steps that follow one another, together: what comes and goes from one to the next, as a neighbour that
/// gets a core by turns, is then the same everywhere.
struct StepStretch {
    static constexpr double kSeconds = 1; ///< it lasts as long at least

    std::vector<RankStep> ranks; ///< their sums
    double seconds = 0;          ///< how long it lasted
    double exchange = 0;         ///< of these, while even the rank that waits least waited for the network
    int steps = 0;
};

/// Oldest first. The last steps are left out when they are too short for a stretch.
std::vector<StepStretch> stretchesOf(const std::deque<JoinedStep>& steps);

} // namespace lockstep
