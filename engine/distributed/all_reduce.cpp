// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/all_reduce.h"

#include <array>

namespace lockstep {

Strategy::StepEnd AllReduce::finish(const StepVotes& mine)
{
    std::array<double, 3> sums = {mine.lossSum, mine.stop, mine.damaged};
    m_reducer.finish(sums);
    return {Outcome::ApplyGradients, StepVotes{sums[0], sums[1], sums[2]}};
}

} // namespace lockstep
