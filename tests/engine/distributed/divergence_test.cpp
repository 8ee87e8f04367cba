// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/distributed/rank_harness.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace lockstep::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

// What rank 0 and what the others call in their second collective.
struct Divergence {
    const char* name;
    std::function<void(ProcessGroup&)> first;
    std::function<void(ProcessGroup&)> others;
    const char* text;
};
void reduceFloats(ProcessGroup& group, std::size_t count)
{
    std::vector<float> values(count);
    group.allReduceSum(std::span<float>(values));
}
void reduceDoubles(ProcessGroup& group, std::size_t count)
{
    std::vector<double> values(count);
    group.allReduceSum(std::span<double>(values));
}
void broadcastFrom(ProcessGroup& group, int root, std::size_t count)
{
    std::vector<std::byte> bytes(count);
    group.broadcast(bytes, root);
}

class OutOfStep : public testing::TestWithParam<std::tuple<int, Divergence>> {};

TEST_P(OutOfStep, IsNamedWithinTwoBeatsOnEveryRank)
{
    const auto& [ranks, divergence] = GetParam();
    runAsThreads(ranks, [&, d = &divergence](ProcessGroup& group) {
        double start = monotonicSeconds();
        const std::string error = errorOf([&] { // the news may reach a rank that is still in its barrier
            group.barrier();
            start = monotonicSeconds();
            (group.rank() == 0 ? d->first : d->others)(group);
            for (int i = 0; i < 50; ++i)
                group.barrier();
        });
        EXPECT_LT(monotonicSeconds() - start, 10); // of a limit of 30
        EXPECT_THAT(error, StartsWith("6: The ranks are out of step: rank "));
        EXPECT_THAT(error, HasSubstr(d->text));
    });
}

INSTANTIATE_TEST_SUITE_P(
    Calls, OutOfStep,
    testing::Combine(
        testing::Values(2, 3),
        testing::Values(Divergence{"BarrierVersusAllReduce", [](ProcessGroup& g) { g.barrier(); },
                                   [](ProcessGroup& g) { reduceFloats(g, 100000); },
                                   "in collective 2, all-reduce"},
                        Divergence{"LengthsOfAllReduce", [](ProcessGroup& g) { reduceFloats(g, 1000); },
                                   [](ProcessGroup& g) { reduceFloats(g, 1001); }, "(4004 bytes)"},
                        Divergence{"FloatVersusDouble", [](ProcessGroup& g) { reduceFloats(g, 1000); },
                                   [](ProcessGroup& g) { reduceDoubles(g, 500); },
                                   "all-reduce in double precision (4000 bytes)"},
                        Divergence{"RootsOfBroadcast", [](ProcessGroup& g) { broadcastFrom(g, 1, 100); },
                                   [](ProcessGroup& g) { broadcastFrom(g, 0, 100); },
                                   "in collective 2, broadcast (100 bytes)"},
                        Divergence{"OneCallMore",
                                   [](ProcessGroup& g) {
                                       g.barrier();
                                       reduceFloats(g, 10);
                                   },
                                   [](ProcessGroup& g) { reduceFloats(g, 10); }, "all-reduce"},
                        Divergence{"GatherVersusBroadcast",
                                   [](ProcessGroup& g) {
                                       const std::vector<std::byte> mine(64);
                                       g.allGather(mine);
                                   },
                                   [](ProcessGroup& g) { broadcastFrom(g, 0, 64); }, "in collective 2, "},
                        Divergence{"ExchangeVersusGather",
                                   [](ProcessGroup& g) {
                                       const std::vector<std::byte> mine(6);
                                       std::vector<std::byte> theirs(6);
                                       g.allToAll(mine, theirs);
                                   },
                                   [](ProcessGroup& g) {
                                       const std::vector<std::byte> mine(6);
                                       g.allGather(mine);
                                   },
                                   "all-to-all (6 bytes)"})),
    [](const auto& name) {
        return std::string(std::get<1>(name.param).name) + std::to_string(std::get<0>(name.param));
    });

} // namespace
} // namespace lockstep::test
