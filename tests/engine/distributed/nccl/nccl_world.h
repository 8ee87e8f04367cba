// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/nccl/nccl_all_reduce.h"
#include "tests/engine/distributed/nccl/sample_replica.h"
#include "tests/engine/distributed/nccl/stub_nccl.h"
#include "tests/engine/distributed/rank_harness.h"

#include <gtest/gtest.h>

namespace lockstep::testing {

/// Patience of tests in which somebody does not come.
inline constexpr double kShortTimeout = 2;

/// The replica of a rank that has a GPU to itself, over a stub of NCCL.
inline std::unique_ptr<SampleReplica> makeNcclReplica(const StubNccl& nccl, int device,
                                                      const cuda::NcclOptions& options = {})
{
    const cuda::NcclLibrary library = nccl.library();
    return makeDeviceReplica(device, [library, options](const StrategyFactory&, const TrainingSpec&,
                                                        ProcessGroup& group,
                                                        const cuda::DeviceReplica& replica) {
        return std::make_unique<cuda::NcclAllReduce>(library, group, replica, options);
    });
}

/// As test::runAsThreads(), with a patience of the group's own.
inline void runRanks(int ranks, double timeoutSeconds, const test::RankFunction& function)
{
    test::Ports ports(ranks);
    std::vector<std::thread> threads;
    for (int rank = 0; rank < ranks; ++rank) {
        GlooGroupOptions options = test::groupOptions(ports, rank);
        options.timeoutSeconds = timeoutSeconds;
        threads.emplace_back([&, options = std::move(options)]() mutable {
            EXPECT_EQ(test::errorOf([&] {
                          const auto group = makeGlooProcessGroup(std::move(options));
                          function(*group);
                      }),
                      "no error");
        });
    }
    for (std::thread& thread : threads)
        thread.join();
}

/// Of whole numbers, so that sums are exact whatever their order.
inline float wholeNumber(std::size_t tensor, std::size_t element, std::int64_t step)
{
    return static_cast<float>((tensor + element) % 1000) + static_cast<float>(step);
}

} // namespace lockstep::testing
