// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/support/guarded_memory.h"

#include "engine/core/error.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <new>

namespace lockstep::testing {
namespace {

constexpr std::size_t kPage = 4096;
/// What is opened and closed at once. A page of this size is one entry of the kernel's table, where small
/// ones are 512: closing 100 MiB of those takes a millisecond, and a step closes the memory several times.
constexpr std::size_t kHugePage = std::size_t{2} << 20;
/// Of addresses; only what is used takes memory.
constexpr std::size_t kReserved = std::size_t{4} << 30;

std::size_t roundUp(std::size_t bytes, std::size_t unit)
{
    return (bytes + unit - 1) / unit * unit;
}

void protect(std::byte* base, std::size_t bytes, int protection)
{
    LOCKSTEP_CHECK(bytes == 0 || mprotect(base, bytes, protection) == 0);
}

} // namespace

GuardedMemory::GuardedMemory()
{
    m_mapping =
        mmap(nullptr, kReserved + kHugePage, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    LOCKSTEP_CHECK(m_mapping != MAP_FAILED);
    void* base = m_mapping;
    std::size_t space = kReserved + kHugePage;
    m_base = static_cast<std::byte*>(std::align(kHugePage, kReserved, base, space));
    // Where the kernel has none to give, small pages do as well.
    (void)madvise(m_base, kReserved, MADV_HUGEPAGE);
}

GuardedMemory::~GuardedMemory()
{
    munmap(m_mapping, kReserved + kHugePage);
}

void GuardedMemory::open()
{
    protect(m_base, roundUp(m_used, kHugePage), PROT_READ | PROT_WRITE);
    m_open = true;
}

void GuardedMemory::close()
{
    m_open = false;
    protect(m_base, roundUp(m_used, kHugePage), PROT_NONE);
}

void* GuardedMemory::do_allocate(std::size_t bytes, std::size_t alignment)
{
    LOCKSTEP_CHECK(m_open);
    // Pages of its own for each, so that access to it is access to nothing else.
    const std::size_t unit = std::max(alignment, kPage);
    const auto base = reinterpret_cast<std::uintptr_t>(m_base);
    const std::size_t from = roundUp(base + m_used, unit) - base;
    const std::size_t end = from + roundUp(std::max<std::size_t>(bytes, 1), kPage);
    if (end > kReserved)
        throw std::bad_alloc();
    const std::size_t before = roundUp(m_used, kHugePage);
    if (end > before)
        protect(m_base + before, roundUp(end, kHugePage) - before, PROT_READ | PROT_WRITE);
    m_used = end;
    return m_base + from;
}

} // namespace lockstep::testing
