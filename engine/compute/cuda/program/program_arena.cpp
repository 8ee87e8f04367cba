// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/program/program_arena.h"

namespace lockstep::cuda {

ProgramArena::ProgramArena(const ProgramPlan& plan) : m_memory(static_cast<std::size_t>(plan.bytes()))
{
    const PlacedTensors tensors = plan.tensors.at(m_memory.at());
    for (const Parameter& each : tensors.parameters)
        m_places.parameters.push_back({each.name, each.shape, each.value.data(), each.gradient.data()});
    for (const NamedTensor& each : tensors.buffers)
        m_places.statistics.push_back(each.values.data());
    for (const GradientBucket& each : tensors.buckets)
        m_buckets.push_back({each.values.data(), each.values.size(), each.parameters});
    m_gradients = tensors.gradients;
    std::byte* first = m_memory.at(static_cast<std::size_t>(plan.buffersAt()));
    for (const std::int64_t offset : plan.buffers.place().offsets)
        m_places.buffers.push_back(first + offset);
}

} // namespace lockstep::cuda
