// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/program/segment.h"

namespace lockstep::cuda {

void Segment::give(const Frame& frame, Batch batch)
{
    Variant& variant = variantOf(frame);
    if (batch == Batch::Short || !variant.given) {
        giveOperations(frame);
        variant.given |= batch == Batch::Full;
        return;
    }
    if (!variant.recording)
        variant.recording = frame.queue.write([&] { giveOperations(frame); });
    frame.queue.give(*variant.recording);
}

std::vector<std::size_t> Segment::final() const
{
    std::vector<std::size_t> all;
    for (const Operation& operation : m_operations)
        all.insert(all.end(), operation.final.begin(), operation.final.end());
    return all;
}

Segment::Variant& Segment::variantOf(const Frame& frame)
{
    return m_variants[(frame.training() ? 2u : 0u) + (frame.gradients == Gradients::Add ? 1u : 0u)];
}

void Segment::giveOperations(const Frame& frame) const
{
    for (const Operation& operation : m_operations)
        if (frame.training() || !operation.trainingOnly)
            operation.give(frame);
}

} // namespace lockstep::cuda
