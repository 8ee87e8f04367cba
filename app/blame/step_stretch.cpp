// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/blame/step_stretch.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

void add(StepStretch& stretch, const JoinedStep& step)
{
    stretch.ranks.resize(step.size());
    double own = 0; // of the rank that all others wait for
    double exchange = step.front().network;
    for (std::size_t rank = 0; rank < step.size(); ++rank) {
        stretch.ranks[rank].data += step[rank].data;
        stretch.ranks[rank].compute += step[rank].compute;
        stretch.ranks[rank].network += step[rank].network;
        own = std::max(own, step[rank].data + step[rank].compute);
        exchange = std::min(exchange, step[rank].network);
    }
    stretch.seconds += own + exchange;
    stretch.exchange += exchange;
    ++stretch.steps;
}

} // namespace

std::vector<StepStretch> stretchesOf(const std::deque<JoinedStep>& steps)
{
    std::vector<StepStretch> stretches;
    StepStretch present;
    for (const JoinedStep& step : steps) {
        add(present, step);
        if (present.seconds >= StepStretch::kSeconds)
            stretches.push_back(std::exchange(present, {}));
    }
    return stretches;
}

} // namespace lockstep
