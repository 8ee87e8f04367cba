// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/kernels/block.h"
#include "engine/compute/cuda/kernels/elements.h"

#include <cstdint>

namespace lockstep::cuda {

/// Calls job(i) for each i below `count`, the grid's threads side by side.
template <typename Block, typename Job>
LOCKSTEP_HOST_DEVICE void forElements(Block& block, int threads, std::int64_t count, const Job& job)
{
    block.each([&](int thread) {
        const std::int64_t step = block.blocks() * threads;
        for (std::int64_t i = block.index() * threads + thread; i < count; i += step)
            job(i);
    });
}

/// y += x
template <typename E>
struct Accumulate {
    static constexpr int kThreads = 256;
    struct Shared {};
    const E* x;
    E* y;
    std::int64_t count;

    template <typename Block>
    LOCKSTEP_HOST_DEVICE void operator()(Block& block, Shared&) const
    {
        forElements(block, kThreads, count,
                    [&](std::int64_t i) { store(y[i], toFloat(y[i]) + toFloat(x[i])); });
    }
};

} // namespace lockstep::cuda
