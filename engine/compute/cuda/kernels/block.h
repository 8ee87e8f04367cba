// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// How kernels are written, so that the compiler for a device and the one for this host make the same of
/// them. CMake defines LOCKSTEP_HOST_DEVICE: what stands before a function that both may call.
///
/// A kernel is a value, what it is called with, and a call for each block of threads:
///
///     struct Halve {
///         static constexpr int kThreads = 256;
///         struct Shared {};                       // memory that the threads of a block share
///         const float* x; float* y; std::int64_t count;
///         template <typename Block>
///         LOCKSTEP_HOST_DEVICE void operator()(Block& block, Shared&) const
///         {
///             block.each([&](int thread) { ... });   // every thread; then all of them wait
///         }
///     };
///
/// What a thread keeps from one each() to the next lies in Block::PerThread<T>, indexed by the thread. So a
/// block can be run by threads of a device, or by one thread of a host, in turn, to the same bits.
namespace lockstep::cuda {

/// How many blocks a kernel is started with.
struct Grid {
    std::int64_t blocks = 1;
};

/// As many blocks as there are pieces of `each` in `count`, at most `most`: kernels walk on by whole grids.
constexpr Grid gridFor(std::int64_t count, std::int64_t each, std::int64_t most = 4096)
{
    const std::int64_t blocks = (count + each - 1) / each;
    return {blocks < 1 ? 1 : blocks > most ? most : blocks};
}

class Queue;

/// Gives a kernel to the queue; nothing for an empty grid. Defined once for each compiler, and instantiated
/// there for every kernel of the project.
template <typename Kernel>
void launch(Queue& queue, Grid grid, const Kernel& kernel);

} // namespace lockstep::cuda
