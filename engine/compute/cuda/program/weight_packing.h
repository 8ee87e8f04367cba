// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/lowering/program_plan.h"

namespace lockstep::cuda {

/// Brings the weights into the layout and type that they are computed with, all in one launch.
class WeightPacking {
public:
    /// Writes the tables of packWeights() and waits for that.
    WeightPacking(const ProgramPlan& plan, const DevicePlaces& places, Queue& queue);

    /// To be called after weights were changed: they are packed before the next use.
    void invalidate() { m_stale = true; }
    /// Packs them if they are others than before.
    void give(Queue& queue);
    /// Whatever they are: work that is the same whenever it is given.
    void pack(Queue& queue) const;

private:
    Element m_element;
    int m_count;
    std::int64_t m_elements = 0;
    const std::byte* m_table;
    const std::byte* m_starts;
    bool m_stale = true;
};

} // namespace lockstep::cuda
