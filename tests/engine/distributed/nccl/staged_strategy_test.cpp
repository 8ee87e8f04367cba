// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/nccl/staged_strategy.h"

#include "engine/distributed/nccl/device_strategy.h"
#include "tests/engine/distributed/nccl/nccl_world.h"
#include "tests/engine/train/small_strategies.h"

#include <gmock/gmock.h>

#include <latch>
#include <map>
#include <mutex>

/// Worlds that NCCL does not serve: processors and GPUs mixed, and ranks that share a GPU.
namespace lockstep::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr int kProcessor = -1;

struct StagedWorld {
    std::string name;
    std::vector<int> devices; ///< by rank: an index, or a processor
    std::string exchange;     ///< what the ranks with a GPU say of it
};

std::unique_ptr<SampleReplica> makeReplica(int device)
{
    if (device == kProcessor)
        return makeHostReplica();
    return makeDeviceReplica(device, [](const StrategyFactory& make, const TrainingSpec& training,
                                        ProcessGroup& group, const cuda::DeviceReplica& replica) {
        return cuda::makeDeviceStrategy(make, training, group, replica, [] { return std::nullopt; });
    });
}

class Staged : public ::testing::TestWithParam<StagedWorld> {
protected:
    const std::vector<int>& devices() const { return GetParam().devices; }
    int ranks() const { return static_cast<int>(devices().size()); }
    /// What each rank's replica has in the end.
    std::map<int, std::vector<float>>
    resultsOf(const std::function<std::vector<float>(ProcessGroup&, SampleReplica&)>& rank) const
    {
        std::mutex mutex;
        std::map<int, std::vector<float>> results;
        test::runAsThreads(ranks(), [&](ProcessGroup& group) {
            const auto replica = makeReplica(devices()[static_cast<std::size_t>(group.rank())]);
            std::vector<float> mine = rank(group, *replica);
            const std::lock_guard lock(mutex);
            results[group.rank()] = std::move(mine);
        });
        return results;
    }
};
INSTANTIATE_TEST_SUITE_P(
    , Staged,
    ::testing::Values(
        StagedWorld{
            "ProcessorAndGpu", {kProcessor, 0}, "copies in the memory of this host: rank 0 has no GPU"},
        StagedWorld{
            "GpuProcessorGpu", {0, kProcessor, 1}, "copies in the memory of this host: rank 1 has no GPU"},
        StagedWorld{
            "OneGpuForTwo",
            {2, 2},
            "copies in the memory of this host: ranks 0 and 1 share a GPU, which NCCL does not allow"}),
    [](const auto& name) { return name.param.name; });

TEST_P(Staged, SumsTheGradientsOfEveryStep)
{
    resultsOf([&](ProcessGroup& group, SampleReplica& replica) {
        const auto strategy = replica.make(makeStrategy, {}, group);
        for (int step = 0; step < 3; ++step) {
            const auto times = static_cast<float>(group.rank() + 1);
            strategy->begin({step, 1, ranks()});
            replica.give(*strategy,
                         [&](std::size_t t, std::size_t i) { return times * wholeNumber(t, i, step); });
            const Strategy::StepEnd end = strategy->finish({1, 0, 2});
            EXPECT_EQ(end.outcome, Strategy::Outcome::ApplyGradients);
            EXPECT_EQ(end.votes->damaged, 2 * ranks());
            const int sumOfRanks = ranks() * (ranks() + 1) / 2;
            std::vector<float> expected;
            for (std::size_t t = 0; t < kSizes.size(); ++t)
                for (std::size_t i = 0; i < kSizes[t]; ++i)
                    expected.push_back(static_cast<float>(sumOfRanks) * wholeNumber(t, i, step));
            EXPECT_EQ(replica.gradients(), expected) << "step " << step;
        }
        return std::vector<float>();
    });
}

/// Five steps of gradient descent, of gradients whose sums are rounded.
std::vector<float> descend(ProcessGroup& group, SampleReplica& replica, const StrategyFactory& make)
{
    const auto strategy = replica.make(make, {}, group);
    replica.setWeights([](std::size_t t, std::size_t i) { return 1.0f / static_cast<float>(t + i + 1); });
    for (int step = 0; step < 5; ++step) {
        strategy->begin({step, 1, group.worldSize()});
        replica.give(*strategy, [&](std::size_t t, std::size_t i) {
            return 1.0f / static_cast<float>(7 * i + t + 1 + static_cast<std::size_t>(group.rank() + step));
        });
        if (strategy->finish({}).outcome == Strategy::Outcome::ApplyGradients)
            replica.applyGradients(0.125f);
    }
    if (strategy->settle().outcome == Strategy::Outcome::ApplyGradients)
        replica.applyGradients(0.125f);
    return replica.weights();
}

struct NamedStrategy {
    std::string name;
    StrategyFactory make;
};
std::vector<NamedStrategy> strategies()
{
    return {{"all-reduce", makeStrategy},
            {"every other step",
             [](const TrainingSpec&, ProcessGroup& group, const HostReplica& replica) {
                 return std::make_unique<EveryOtherStep>(group, replica.parameters);
             }},
            {"own updates",
             [](const TrainingSpec&, ProcessGroup& group, const HostReplica& replica) {
                 return std::make_unique<OwnUpdates>(group, replica.parameters, 0.125f, 0.5f);
             }},
            {"late updates", [](const TrainingSpec&, ProcessGroup& group, const HostReplica& replica) {
                 return std::make_unique<LateUpdates>(group, replica.parameters, 0.125f);
             }}};
}

/// Whatever the strategy: a GPU gets the bits that a world of processors gets.
TEST_P(Staged, TrainsAsProcessorsDo)
{
    for (const NamedStrategy& strategy : strategies()) {
        SCOPED_TRACE(strategy.name);
        std::vector<float> expected;
        test::runAsThreads(ranks(), [&](ProcessGroup& group) {
            const auto replica = makeHostReplica();
            const std::vector<float> weights = descend(group, *replica, strategy.make);
            if (group.rank() == 0)
                expected = weights;
        });
        const auto results = resultsOf([&](ProcessGroup& group, SampleReplica& replica) {
            return descend(group, replica, strategy.make);
        });
        for (const auto& [rank, weights] : results)
            EXPECT_EQ(weights, expected) << "rank " << rank;
    }
}

TEST_P(Staged, SaysWhyInTheLog)
{
    resultsOf([&](ProcessGroup& group, SampleReplica& replica) {
        const bool isGpu = devices()[static_cast<std::size_t>(group.rank())] != kProcessor;
        EXPECT_EQ(replica.make(makeStrategy, {}, group)->exchange(), isGpu ? GetParam().exchange : "");
        return std::vector<float>();
    });
}

TEST_P(Staged, ARankThatLeavesIsNamed)
{
    resultsOf([&](ProcessGroup& group, SampleReplica& replica) {
        if (group.rank() == 1) {
            group.abort("the disk is full");
            return std::vector<float>();
        }
        EXPECT_THAT(test::errorOf([&] { descend(group, replica, makeStrategy); }),
                    AllOf(StartsWith("6: Rank 1 ended the run"), HasSubstr("the disk is full")));
        return replica.weights();
    });
}

TEST_P(Staged, IsBrokenOffAsStopped)
{
    std::latch made(ranks()); // what they agree on as they are made would be broken off as well
    resultsOf([&](ProcessGroup& group, SampleReplica& replica) {
        const auto strategy = replica.make(makeStrategy, {}, group);
        replica.setWeights([](std::size_t, std::size_t) { return 5.0f; });
        made.count_down();
        if (group.rank() == 0) {
            made.wait();
            group.breakOff();
        }
        EXPECT_THAT(test::errorOf([&] {
                        for (int step = 0;; ++step) {
                            strategy->begin({step, 1, ranks()});
                            replica.give(*strategy, [](std::size_t, std::size_t) { return 1.0f; });
                            strategy->finish({});
                        }
                    }),
                    StartsWith("10: "));
        EXPECT_THAT(replica.weights(), ::testing::Each(5.0f));
        return std::vector<float>();
    });
}

TEST(DeviceStrategyChoice, IsNcclWhereEveryRankHasAGpuToItself)
{
    const StubNccl nccl;
    test::runAsThreads(2, [&](ProcessGroup& group) {
        const auto replica =
            makeDeviceReplica(group.rank(), [&](const StrategyFactory& make, const TrainingSpec& training,
                                                ProcessGroup& ranks, const cuda::DeviceReplica& device) {
                return cuda::makeDeviceStrategy(make, training, ranks, device,
                                                [&] { return nccl.library(); });
            });
        EXPECT_THAT(replica->make(makeStrategy, {}, group)->exchange(), StartsWith("NCCL 2.28.9"));
        EXPECT_EQ(replica->make(strategies()[2].make, {}, group)->exchange(),
                  "copies in the memory of this host: every rank has a GPU to itself")
            << "a strategy that NCCL has nothing for";
    });
    EXPECT_EQ(nccl.misuse(), "");
}

TEST(DeviceStrategyChoice, NamesTheRankWithoutNccl)
{
    test::runAsThreads(2, [&](ProcessGroup& group) {
        const auto replica = makeReplica(group.rank());
        EXPECT_THAT(
            test::errorOf([&] { replica->make(makeStrategy, {}, group); }),
            StartsWith("5: NCCL, by which GPUs exchange gradients, was not found on the host of rank 0."));
    });
}

TEST(DeviceStrategyChoice, AloneExchangesNothing)
{
    test::runAsThreads(1, [](ProcessGroup& group) {
        const auto replica = makeReplica(0);
        const auto strategy = replica->make(makeStrategy, {}, group);
        EXPECT_EQ(strategy->exchange(), "");
        strategy->begin({0, 4, 4});
        replica->give(*strategy, [](std::size_t, std::size_t) { return 1.0f; });
        const Strategy::StepEnd end = strategy->finish({1.5, 1, 2});
        EXPECT_EQ(end.outcome, Strategy::Outcome::ApplyGradients);
        EXPECT_EQ(end.votes->lossSum, 1.5);
        EXPECT_EQ(strategy->divisor({0, 4, 4}), 4);
    });
}

} // namespace
} // namespace lockstep::testing
