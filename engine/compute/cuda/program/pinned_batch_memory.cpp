// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/program/pinned_batch_memory.h"

#include "engine/compute/cuda/device/device_memory.h"
#include "engine/compute/cuda/device/status.h"

#include <iterator>
#include <utility>

namespace lockstep::cuda {
namespace {

/// A base, so that the memory is there before BatchBuffer is told where.
struct Owned {
    PinnedMemory memory;
};

} // namespace

class PinnedBatchMemory::Buffer final : private Owned, public BatchBuffer {
public:
    Buffer(PinnedMemory pinned, std::shared_ptr<Ranges> ranges)
        : Owned{std::move(pinned)}, BatchBuffer(Owned::memory.span()), m_ranges(std::move(ranges))
    {
        m_ranges->add(bytes());
    }
    ~Buffer() override { m_ranges->remove(bytes()); }

private:
    std::shared_ptr<Ranges> m_ranges;
};

void PinnedBatchMemory::Ranges::add(std::span<const std::byte> bytes)
{
    const MutexLock lock(m_mutex);
    m_ends[bytes.data()] = bytes.data() + bytes.size();
}

void PinnedBatchMemory::Ranges::remove(std::span<const std::byte> bytes)
{
    const MutexLock lock(m_mutex);
    m_ends.erase(bytes.data());
}

bool PinnedBatchMemory::Ranges::hold(std::span<const std::byte> bytes) const
{
    const MutexLock lock(m_mutex);
    const auto after = m_ends.upper_bound(bytes.data());
    return after != m_ends.begin() && bytes.data() + bytes.size() <= std::prev(after)->second;
}

std::shared_ptr<BatchBuffer> PinnedBatchMemory::allocate(std::size_t bytes)
{
    // The loader's threads would else make it through the first device's context.
    makeCurrent(m_device);
    return std::make_shared<Buffer>(PinnedMemory(bytes), m_ranges);
}

bool PinnedBatchMemory::holds(std::span<const std::byte> bytes) const
{
    return m_ranges->hold(bytes);
}

} // namespace lockstep::cuda
