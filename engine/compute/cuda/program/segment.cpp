// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/program/segment.h"

namespace lockstep::cuda {

void Segment::give(const Frame& frame, Batch batch)
{
    if (batch == Batch::Short)
        giveOperations(frame);
    else
        repeated(frame).give(
            frame.queue, [&] { giveOperations(frame); }, frame.log);
}

void Segment::giveOperations(const Frame& frame) const
{
    for (const Operation& operation : m_operations)
        if (frame.training() || !operation.trainingOnly)
            operation.give(frame);
}

std::vector<std::size_t> Segment::final() const
{
    std::vector<std::size_t> all;
    for (const Operation& operation : m_operations)
        all.insert(all.end(), operation.final.begin(), operation.final.end());
    return all;
}

RepeatedWork& Segment::repeated(const Frame& frame)
{
    return m_repeated[(frame.training() ? 2u : 0u) + (frame.gradients == Gradients::Add ? 1u : 0u)];
}

} // namespace lockstep::cuda
