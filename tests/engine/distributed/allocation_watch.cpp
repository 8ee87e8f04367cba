// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/distributed/allocation_watch.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {
std::atomic<std::size_t> largest{0};
}

namespace lockstep::test {

std::size_t largestAllocation()
{
    return largest;
}

void forgetAllocations()
{
    largest = 0;
}

} // namespace lockstep::test

void* operator new(std::size_t bytes)
{
    std::size_t known = largest;
    while (bytes > known && !largest.compare_exchange_weak(known, bytes)) {
    }
    if (void* memory = std::malloc(bytes == 0 ? 1 : bytes))
        return memory;
    throw std::bad_alloc();
}

void operator delete(void* memory) noexcept
{
    std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}
