// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/lowering/step_buffers.h"

#include "engine/core/error.h"

#include <algorithm>

namespace lockstep {

BufferId StepBuffers::add(Scope scope, std::int64_t bytes)
{
    LOCKSTEP_CHECK(m_arenas.empty() && bytes >= 0);
    m_buffers.push_back({.scope = scope, .bytes = bytes});
    return m_buffers.size() - 1;
}

BufferId StepBuffers::perSample(std::int64_t bytes)
{
    return add(Scope::Sample, bytes);
}

BufferId StepBuffers::perWorker(std::int64_t bytes)
{
    return add(Scope::Worker, bytes);
}

BufferId StepBuffers::shared(std::int64_t bytes)
{
    const BufferId id = add(Scope::Shared, bytes);
    keep(id);
    return id;
}

void StepBuffers::use(BufferId id, int moment)
{
    std::optional<ArenaPlan::Lifetime>& lifetime = m_buffers[id].lifetime;
    if (!lifetime)
        lifetime = ArenaPlan::Lifetime{moment, moment};
    lifetime->last = std::max(lifetime->last, moment);
}

void StepBuffers::grow(BufferId id, std::int64_t bytes)
{
    LOCKSTEP_CHECK(m_arenas.empty());
    m_buffers[id].bytes = std::max(m_buffers[id].bytes, bytes);
}

void StepBuffers::keep(BufferId id)
{
    m_buffers[id].lifetime = ArenaPlan::kWholeProgram;
}

StepBuffers::Plan StepBuffers::plan(int samples) const
{
    Plan plan;
    for (const Buffer& each : m_buffers) {
        ArenaPlan& arena = each.scope == Scope::Shared ? plan.shared : plan.ofWorker;
        const std::int64_t count = each.scope == Scope::Sample ? samples : 1;
        // What nothing uses needs no memory.
        plan.ids.push_back(arena.add(each.lifetime ? each.bytes * count : 0,
                                     each.lifetime.value_or(ArenaPlan::Lifetime{0, 0})));
    }
    plan.ofWorker.place();
    plan.shared.place();
    return plan;
}

void StepBuffers::place(int workers, int samples, std::pmr::memory_resource& memory)
{
    LOCKSTEP_CHECK(m_arenas.empty());
    const Plan made = plan(samples);
    for (BufferId id = 0; id < m_buffers.size(); ++id)
        m_buffers[id].offset =
            (m_buffers[id].scope == Scope::Shared ? made.shared : made.ofWorker).offset(made.ids[id]);
    for (int worker = 0; worker < workers; ++worker)
        m_arenas.emplace_back(made.ofWorker, memory);
    m_arenas.emplace_back(made.shared, memory);
}

StepBuffers::Sizes StepBuffers::sizes(int workers, int samples) const
{
    const Plan all = plan(samples);
    ArenaPlan bySample;
    for (const Buffer& each : m_buffers)
        if (each.scope == Scope::Sample && each.lifetime)
            bySample.add(each.bytes * samples, *each.lifetime);
    bySample.place();
    return {workers * Arena::bytesOf(all.ofWorker) + Arena::bytesOf(all.shared),
            workers * std::min(bySample.bytes(), all.ofWorker.bytes())};
}

std::byte* StepBuffers::at(BufferId id, int worker) const
{
    const Buffer& buffer = m_buffers[id];
    const Arena& arena =
        buffer.scope == Scope::Shared ? m_arenas.back() : m_arenas[static_cast<std::size_t>(worker)];
    return arena.at(buffer.offset);
}

std::int64_t StepBuffers::bytes() const
{
    std::int64_t sum = 0;
    for (const Arena& arena : m_arenas)
        sum += arena.bytes();
    return sum;
}

} // namespace lockstep
