// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/optim/cuda/update_table.h"

#include "engine/core/weight_decay.h"

#include <cstring>

namespace lockstep::cuda {
namespace {

std::vector<std::size_t> sizesOf(std::span<const DeviceParameter> parameters)
{
    std::vector<std::size_t> sizes;
    for (const DeviceParameter& parameter : parameters)
        sizes.push_back(parameter.elements());
    return sizes;
}

std::size_t totalOf(const std::vector<std::size_t>& sizes)
{
    std::size_t total = 0;
    for (const std::size_t size : sizes)
        total += size;
    return total;
}

} // namespace

UpdateTable::UpdateTable(const TrainingSpec& spec, const DeviceReplica& replica,
                         std::span<const char* const> state)
    : m_memory(totalOf(sizesOf(replica.parameters)) * state.size() * sizeof(float))
{
    const std::vector<DeviceStretch> stretches = cut(spec, replica, state);
    m_count = static_cast<std::int64_t>(stretches.size());
    const std::size_t bytes = stretches.size() * sizeof(DeviceStretch);
    m_table = DeviceMemory(bytes);
    if (bytes == 0)
        return;
    const PinnedMemory crossing(bytes);
    std::memcpy(crossing.at(), stretches.data(), bytes);
    replica.queue.copy(m_table.at(), crossing.at(), bytes);
    replica.queue.wait(Awaited::Copy);
}

const DeviceStretch* UpdateTable::stretches() const
{
    return reinterpret_cast<const DeviceStretch*>(m_table.at());
}

float* UpdateTable::takeState(const DeviceParameter& parameter, const char* name)
{
    auto* const values = reinterpret_cast<float*>(m_memory.at(m_used));
    m_used += parameter.elements() * sizeof(float);
    m_tensors.push_back({{parameter.name + "." + name, parameter.shape}, values});
    return values;
}

std::vector<DeviceStretch> UpdateTable::cut(const TrainingSpec& spec, const DeviceReplica& replica,
                                            std::span<const char* const> state)
{
    std::vector<DeviceStretch> whole; ///< by parameter
    for (const DeviceParameter& parameter : replica.parameters) {
        DeviceStretch& stretch = whole.emplace_back();
        stretch.value = parameter.value;
        stretch.gradient = parameter.gradient;
        stretch.decayed = isDecayed(parameter.shape, spec.decayAll) ? 1 : 0;
        for (std::size_t i = 0; i < state.size(); ++i)
            stretch.state[i] = takeState(parameter, state[i]);
    }
    std::vector<DeviceStretch> stretches;
    for (const StretchPlace& place : cutIntoStretches(sizesOf(replica.parameters))) {
        DeviceStretch& stretch = stretches.emplace_back(whole[place.parameter]);
        stretch.value += place.begin;
        stretch.gradient += place.begin;
        for (std::size_t i = 0; i < state.size(); ++i)
            stretch.state[i] += place.begin;
        stretch.count = static_cast<std::int32_t>(place.count);
    }
    return stretches;
}

} // namespace lockstep::cuda
