// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/all_reduce.h"

#include <array>

namespace lockstep {

void AllReduce::begin(const StepBatch& batch)
{
    const bool encodes = m_codec && m_codec->begin(batch.step);
    m_reducer.begin(encodes ? m_codec.get() : nullptr);
}

Strategy::StepEnd AllReduce::finish(const StepVotes& mine)
{
    std::array<double, 3> sums = {mine.lossSum, mine.stop, mine.damaged};
    m_reducer.finish(sums);
    StepEnd end{Outcome::ApplyGradients, StepVotes{sums[0], sums[1], sums[2]}};
    if (m_codec)
        end.compressionSeconds = m_reducer.codecSeconds();
    return end;
}

Strategy::StepEnd AllReduce::settle()
{
    if (m_codec)
        m_codec->settle();
    return {};
}

} // namespace lockstep
