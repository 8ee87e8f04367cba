// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/lowering/device_buffers.h"

#include "engine/core/error.h"

#include <algorithm>

namespace lockstep::cuda {

BufferId DeviceBuffers::add(std::int64_t bytes, bool perSample)
{
    LOCKSTEP_CHECK(bytes >= 0);
    m_buffers.push_back({.bytes = bytes, .perSample = perSample});
    return m_buffers.size() - 1;
}

BufferId DeviceBuffers::perSample(std::int64_t bytes)
{
    return add(bytes * m_samples, true);
}

BufferId DeviceBuffers::fixed(std::int64_t bytes)
{
    return add(bytes, false);
}

BufferId DeviceBuffers::kept(std::int64_t bytes)
{
    const BufferId id = fixed(bytes);
    keep(id);
    return id;
}

BufferId DeviceBuffers::workspace(std::int64_t bytes)
{
    if (!m_workspace)
        m_workspace = kept(0);
    m_buffers[*m_workspace].bytes = std::max(m_buffers[*m_workspace].bytes, bytes);
    return *m_workspace;
}

void DeviceBuffers::use(BufferId id, int moment)
{
    std::optional<ArenaPlan::Lifetime>& lifetime = m_buffers[id].lifetime;
    if (!lifetime)
        lifetime = ArenaPlan::Lifetime{moment, moment};
    lifetime->last = std::max(lifetime->last, moment);
}

DeviceBuffers::Places DeviceBuffers::place() const
{
    ArenaPlan arena(kAlignment);
    std::vector<ArenaPlan::Id> ids;
    // What nothing uses needs no memory.
    for (const Buffer& each : m_buffers)
        ids.push_back(
            arena.add(each.lifetime ? each.bytes : 0, each.lifetime.value_or(ArenaPlan::Lifetime{0, 0})));
    arena.place();
    Places places{.bytes = arena.bytes(), .offsets = {}};
    for (const ArenaPlan::Id id : ids)
        places.offsets.push_back(arena.offset(id));
    return places;
}

std::int64_t DeviceBuffers::sampleBytes() const
{
    ArenaPlan arena(kAlignment);
    for (const Buffer& each : m_buffers)
        if (each.perSample && each.lifetime)
            arena.add(each.bytes, *each.lifetime);
    arena.place();
    return arena.bytes();
}

} // namespace lockstep::cuda
