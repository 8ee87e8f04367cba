// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/device/queue.h"
#include "engine/compute/cuda/kernels/block.h"
#include "tests/engine/support/emulated_cuda/fake_runtime.h"

#include <array>
#include <cstdint>
#include <memory>

/// Kernels on this host, for the files here and of other tests that instantiate a list of them.
namespace lockstep::testing {

/// The order in which a host runs blocks, and threads between two waits of a block: a device promises none,
/// so results must not depend on it.
enum class ThreadOrder { Rising, Falling };
ThreadOrder threadOrder();
/// For what is given to queues from now on.
void setThreadOrder(ThreadOrder order);

/// A block of threads, one after another.
template <int kThreads>
class HostBlock {
public:
    HostBlock(std::int64_t index, std::int64_t blocks, ThreadOrder order)
        : m_index(index), m_blocks(blocks), m_order(order)
    {
    }
    std::int64_t index() const { return m_index; }
    std::int64_t blocks() const { return m_blocks; }

    template <typename Job>
    void each(const Job& job)
    {
        for (int i = 0; i < kThreads; ++i)
            job(m_order == ThreadOrder::Rising ? i : kThreads - 1 - i);
    }

    template <typename T>
    using PerThread = std::array<T, kThreads>;

private:
    std::int64_t m_index;
    std::int64_t m_blocks;
    ThreadOrder m_order;
};

template <typename Kernel>
void runBlocks(cuda::Grid grid, const Kernel& kernel, ThreadOrder order)
{
    const auto shared = std::make_unique_for_overwrite<typename Kernel::Shared>();
    for (std::int64_t i = 0; i < grid.blocks; ++i) {
        const std::int64_t index = order == ThreadOrder::Rising ? i : grid.blocks - 1 - i;
        HostBlock<Kernel::kThreads> block(index, grid.blocks, order);
        kernel(block, *shared);
    }
}

} // namespace lockstep::testing

namespace lockstep::cuda {

template <typename Kernel>
void launch(Queue& queue, Grid grid, const Kernel& kernel)
{
    if (grid.blocks == 0)
        return;
    lockstep::testing::giveToFakeStream(queue.stream(),
                                        [grid, kernel, order = lockstep::testing::threadOrder()] {
                                            lockstep::testing::runBlocks(grid, kernel, order);
                                        });
}

} // namespace lockstep::cuda
