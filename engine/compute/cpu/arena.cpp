// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/arena.h"

#include "engine/core/error.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <string>
#include <sys/mman.h>

namespace lockstep {

namespace {

// One cache line and one AVX-512 vector.
constexpr std::int64_t kAlignment = 64;
constexpr std::int64_t kHugePage = 2 << 20;

std::int64_t roundUp(std::int64_t bytes, std::int64_t unit)
{
    return (bytes + unit - 1) / unit * unit;
}

} // namespace

ArenaPlan::Id ArenaPlan::add(std::int64_t bytes, Lifetime lifetime)
{
    LOCKSTEP_CHECK(bytes >= 0 && lifetime.first <= lifetime.last);
    m_buffers.push_back({roundUp(std::max<std::int64_t>(bytes, 1), kAlignment), lifetime, -1});
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

Arena::Arena(const ArenaPlan& plan) : m_bytes(roundUp(std::max<std::int64_t>(plan.bytes(), 1), kHugePage))
{
    const auto size = static_cast<std::size_t>(m_bytes);
    m_memory.reset(static_cast<std::byte*>(std::aligned_alloc(static_cast<std::size_t>(kHugePage), size)));
    if (!m_memory)
        throw EngineError(
            ExitCode::OutOfMemory,
            {LOCKSTEP_TEXT("There is not enough memory for the model: it needs %1 MiB at this batch "
                           "size. Choose a smaller batch."),
             {std::to_string(m_bytes >> 20)},
             {}});
    // Advice only: without huge pages the program is a little slower. Touching all pages now keeps the first
    // step from paying for it.
    madvise(m_memory.get(), size, MADV_HUGEPAGE);
    std::memset(m_memory.get(), 0, size);
}

void Arena::Free::operator()(std::byte* memory) const
{
    std::free(memory);
}

} // namespace lockstep
