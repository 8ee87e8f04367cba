// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/lowering/packed_weights.h"

#include <algorithm>

namespace lockstep {

BufferId PackedWeights::add(StepBuffers& buffers, std::int64_t bytes, bool backward, Binding binding)
{
    const BufferId buffer = buffers.shared(bytes);
    m_entries.push_back(
        {.buffer = buffer, .bytes = bytes, .backward = backward, .binding = std::move(binding)});
    return buffer;
}

void PackedWeights::share(int workers)
{
    // The largest first, each to the worker that has least.
    std::vector<Entry*> order;
    for (Entry& each : m_entries)
        order.push_back(&each);
    std::stable_sort(order.begin(), order.end(),
                     [](const Entry* a, const Entry* b) { return a->bytes > b->bytes; });
    for (bool backward : {false, true}) {
        std::vector<std::int64_t> load(static_cast<std::size_t>(workers));
        for (Entry* each : order)
            if (each->backward == backward) {
                const auto least = std::min_element(load.begin(), load.end());
                *least += each->bytes;
                each->worker = static_cast<int>(least - load.begin());
            }
    }
}

std::int64_t PackedWeights::bytes() const
{
    std::int64_t sum = 0;
    for (const Entry& each : m_entries)
        sum += each.bytes;
    return sum;
}

void PackedWeights::bind(const StepBuffers& buffers)
{
    for (Entry& each : m_entries)
        each.fill = each.binding(buffers.at(each.buffer, 0));
}

void PackedWeights::invalidate()
{
    m_staleForward = true;
    m_staleBackward = true;
}

void PackedWeights::pack(int worker, bool backwardToo) const
{
    for (const Entry& each : m_entries)
        if (each.worker == worker && (each.backward ? backwardToo && m_staleBackward : m_staleForward))
            each.fill();
}

void PackedWeights::packed(bool backwardToo)
{
    m_staleForward = false;
    if (backwardToo)
        m_staleBackward = false;
}

} // namespace lockstep
