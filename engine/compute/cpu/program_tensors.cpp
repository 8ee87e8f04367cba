// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/program_tensors.h"

#include "engine/core/error.h"

#include <algorithm>

namespace lockstep {

ProgramTensors::ProgramTensors(const TensorPlan& plan, std::pmr::memory_resource& memory)
    : m_arena(plan.arena(), memory), m_placed(plan.at(m_arena.at(0)))
{
}

void ProgramTensors::keepGradients()
{
    LOCKSTEP_CHECK(m_placed.former.size() == m_placed.gradients.size());
    std::copy(m_placed.gradients.begin(), m_placed.gradients.end(), m_placed.former.begin());
}

void ProgramTensors::addKept(std::size_t parameter) const
{
    const std::span<float> gradient = m_placed.parameters[parameter].gradient;
    const float* former = m_placed.former.data() + (gradient.data() - m_placed.gradients.data());
    for (std::size_t i = 0; i < gradient.size(); ++i)
        gradient[i] += former[i];
}

} // namespace lockstep
