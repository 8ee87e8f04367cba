// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/support/emulated_cuda/fake_memory.h"

#include "engine/core/error.h"

#include <sys/mman.h>

#include <cstring>

namespace lockstep::testing {
namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kAlignment = 256;
constexpr int kGarbage = 0xFF; ///< floats of it are no numbers

std::size_t roundUp(std::size_t bytes, std::size_t unit)
{
    return (bytes + unit - 1) / unit * unit;
}

} // namespace

void* FakeMemory::allocate(int device, std::size_t bytes, std::size_t room)
{
    if (used(device) + bytes > room)
        return nullptr;
    const std::size_t inner = roundUp(bytes, kPage);
    const std::size_t mapped = inner + 2 * kPage;
    void* mapping = mmap(nullptr, mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    LOCKSTEP_CHECK(mapping != MAP_FAILED);
    // Advice only: it is opened and closed again and again, which costs less with huge pages.
    madvise(mapping, mapped, MADV_HUGEPAGE);
    auto* const begin = static_cast<std::byte*>(mapping);
    LOCKSTEP_CHECK(mprotect(begin + kPage, inner, PROT_READ | PROT_WRITE) == 0);
    std::memset(begin + kPage, kGarbage, inner);

    const MutexLock lock(m_mutex);
    if (m_open == 0)
        LOCKSTEP_CHECK(mprotect(begin + kPage, inner, PROT_NONE) == 0);
    std::byte* const memory = begin + kPage + inner - roundUp(bytes, kAlignment);
    m_pieces.emplace(memory, Piece{device, bytes, begin, mapped});
    return memory;
}

bool FakeMemory::release(void* memory)
{
    const MutexLock lock(m_mutex);
    const auto found = m_pieces.find(static_cast<std::byte*>(memory));
    if (found == m_pieces.end())
        return false;
    munmap(found->second.mapping, found->second.mapped);
    m_pieces.erase(found);
    return true;
}

bool FakeMemory::holds(const void* memory, std::size_t bytes)
{
    const MutexLock lock(m_mutex);
    const auto* const begin = static_cast<const std::byte*>(memory);
    auto next = m_pieces.upper_bound(const_cast<std::byte*>(begin));
    if (next == m_pieces.begin())
        return false;
    const auto& [start, piece] = *--next;
    return begin + bytes <= start + piece.bytes;
}

std::size_t FakeMemory::used(int device)
{
    const MutexLock lock(m_mutex);
    std::size_t bytes = 0;
    for (const auto& [memory, piece] : m_pieces)
        if (piece.device == device)
            bytes += piece.bytes;
    return bytes;
}

void FakeMemory::open()
{
    const MutexLock lock(m_mutex);
    if (m_open++ == 0)
        protectAll(PROT_READ | PROT_WRITE);
}

void FakeMemory::close()
{
    const MutexLock lock(m_mutex);
    if (--m_open == 0)
        protectAll(PROT_NONE);
}

void FakeMemory::protectAll(int protection)
{
    for (const auto& [memory, piece] : m_pieces)
        LOCKSTEP_CHECK(mprotect(piece.mapping + kPage, piece.mapped - 2 * kPage, protection) == 0);
}

} // namespace lockstep::testing
