// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/arena.h"

#include "engine/core/error.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <sys/mman.h>
#include <utility>

namespace lockstep {

namespace {

constexpr std::size_t kHugePage = 2 << 20;

std::int64_t roundUp(std::int64_t bytes, std::int64_t unit)
{
    return (bytes + unit - 1) / unit * unit;
}

[[noreturn]] void throwOutOfMemory(std::int64_t bytes)
{
    throw EngineError(
        ExitCode::OutOfMemory,
        {LOCKSTEP_TEXT("There is not enough memory for the model: it needs %1 MiB at this batch "
                       "size. Choose a smaller batch."),
         {std::to_string(bytes >> 20)},
         {}});
}

class HugePageMemory final : public std::pmr::memory_resource {
    void* do_allocate(std::size_t bytes, std::size_t alignment) override
    {
        void* memory = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
        if (memory == nullptr)
            throw std::bad_alloc();
        // Advice only: without huge pages the program is a little slower.
        if (alignment >= kHugePage)
            madvise(memory, bytes, MADV_HUGEPAGE);
        return memory;
    }
    void do_deallocate(void* memory, std::size_t, std::size_t) override { std::free(memory); }
    bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override
    {
        return this == &other;
    }
};

} // namespace

std::pmr::memory_resource& hugePageMemory()
{
    static HugePageMemory memory;
    return memory;
}

AddressRange::AddressRange(std::int64_t bytes)
    : m_bytes(static_cast<std::size_t>(std::max<std::int64_t>(bytes, 1)))
{
    void* base = mmap(nullptr, m_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED)
        throwOutOfMemory(bytes);
    m_base = static_cast<std::byte*>(base);
}

AddressRange::~AddressRange()
{
    munmap(m_base, m_bytes);
}

std::int64_t Arena::bytesOf(const ArenaPlan& plan)
{
    return roundUp(std::max<std::int64_t>(plan.bytes(), 1), std::int64_t{kHugePage});
}

Arena::Arena(const ArenaPlan& plan, std::pmr::memory_resource& memory)
    : m_resource(&memory), m_bytes(bytesOf(plan))
{
    const auto size = static_cast<std::size_t>(m_bytes);
    try {
        m_memory = static_cast<std::byte*>(memory.allocate(size, kHugePage));
    } catch (const std::bad_alloc&) {
        throwOutOfMemory(m_bytes);
    }
    // Touching all pages now keeps the first step from paying for it.
    std::memset(m_memory, 0, size);
}

Arena::Arena(Arena&& other) noexcept
    : m_resource(other.m_resource), m_bytes(other.m_bytes), m_memory(std::exchange(other.m_memory, nullptr))
{
}

Arena::~Arena()
{
    if (m_memory != nullptr)
        m_resource->deallocate(m_memory, static_cast<std::size_t>(m_bytes), kHugePage);
}

} // namespace lockstep
