// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/arena_plan.h"

#include "engine/core/error.h"

#include <algorithm>
#include <numeric>

namespace lockstep {

ArenaPlan::Id ArenaPlan::add(std::int64_t bytes, Lifetime lifetime)
{
    LOCKSTEP_CHECK(bytes >= 0 && lifetime.first <= lifetime.last);
    m_buffers.push_back(
        {(std::max<std::int64_t>(bytes, 1) + m_alignment - 1) / m_alignment * m_alignment, lifetime, -1});
    return m_buffers.size() - 1;
}

void ArenaPlan::place()
{
    std::vector<std::size_t> order(m_buffers.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return m_buffers[a].bytes > m_buffers[b].bytes; });
    std::vector<const Buffer*> neighbours;
    for (std::size_t id : order) {
        Buffer& buffer = m_buffers[id];
        neighbours.clear();
        for (const Buffer& other : m_buffers)
            if (other.offset >= 0 && other.lifetime.first <= buffer.lifetime.last &&
                buffer.lifetime.first <= other.lifetime.last)
                neighbours.push_back(&other);
        std::sort(neighbours.begin(), neighbours.end(),
                  [](const Buffer* a, const Buffer* b) { return a->offset < b->offset; });
        std::int64_t offset = 0;
        for (const Buffer* other : neighbours) {
            if (offset + buffer.bytes <= other->offset)
                break;
            offset = std::max(offset, other->offset + other->bytes);
        }
        buffer.offset = offset;
        m_bytes = std::max(m_bytes, offset + buffer.bytes);
    }
}

} // namespace lockstep
