// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/program/weight_packing.h"

#include "engine/compute/cuda/kernels/kernels.h"

#include <cstring>
#include <utility>
#include <vector>

namespace lockstep::cuda {
namespace {

template <typename T>
void bringTable(std::byte* to, const std::vector<T>& table, Queue& queue)
{
    const std::size_t bytes = table.size() * sizeof(T);
    if (bytes == 0)
        return;
    const PinnedMemory crossing(bytes);
    std::memcpy(crossing.at(), table.data(), bytes);
    queue.copy(to, crossing.at(), bytes);
    queue.wait(Awaited::Copy);
}

} // namespace

WeightPacking::WeightPacking(const ProgramPlan& plan, const DevicePlaces& places, Queue& queue)
    : m_element(plan.element), m_count(static_cast<int>(plan.packed.size())),
      m_table(places.buffers[plan.ends.weightTable]), m_starts(places.buffers[plan.ends.weightStarts])
{
    std::vector<WeightLayout> table;
    std::vector<std::int64_t> starts{0};
    for (const PackedWeight& weight : plan.packed) {
        table.push_back({.plain = places.parameters[weight.parameter].value,
                         .packed = places.buffers[weight.packed],
                         .outer = weight.outer,
                         .inner = weight.inner,
                         .taps = weight.taps});
        starts.push_back(m_elements += weight.elements());
    }
    bringTable(places.buffers[plan.ends.weightTable], table, queue);
    bringTable(places.buffers[plan.ends.weightStarts], starts, queue);
}

void WeightPacking::give(Queue& queue)
{
    if (std::exchange(m_stale, false))
        pack(queue);
}

void WeightPacking::pack(Queue& queue) const
{
    if (m_count > 0)
        packWeights(queue, m_element, reinterpret_cast<const WeightLayout*>(m_table),
                    reinterpret_cast<const std::int64_t*>(m_starts), m_count, m_elements);
}

} // namespace lockstep::cuda
