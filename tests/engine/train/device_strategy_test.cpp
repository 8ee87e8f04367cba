// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/graph.h"
#include "engine/train/trainer.h"
#include "tests/engine/compute/program_values.h"
#include "tests/engine/distributed/rank_harness.h"
#include "tests/engine/support/devices.h"

#include <gmock/gmock.h>

#include <map>
#include <mutex>
#include <tuple>

/// All-reduce of the gradients of programs, on every device: what gradient_reducer_test asks of memory.
namespace lockstep {
namespace {

using namespace lockstep::testing;

constexpr std::size_t kOneBucket = std::size_t{1} << 30;

/// One rank's program and strategy.
struct Replica {
    Replica(const TestDevice& test, ProcessGroup& group, std::size_t bucketBytes)
        : device(test.make({})),
          program(device->compile(makeModel("mnist-cnn", {1, 28, 28}, 10),
                                  {.batch = 2, .precision = test.precision, .bucketBytes = bucketBytes})),
          strategy(device->makeStrategy(makeStrategy, {}, group, *program))
    {
    }
    std::size_t tensors() const { return program->gradients().tensors().size(); }
    /// As a backward pass leaves them, and tells of them.
    void give(const std::function<float(std::size_t tensor, std::size_t element)>& gradient) const
    {
        for (std::size_t t = tensors(); t-- > 0;) {
            std::vector<float> values(program->gradients().tensors()[t].elements());
            for (std::size_t i = 0; i < values.size(); ++i)
                values[i] = gradient(t, i);
            program->gradients().write(t, values);
            strategy->ready(t);
        }
    }
    std::unique_ptr<TrainingDevice> device; ///< outlives what it made
    std::unique_ptr<Program> program;
    std::unique_ptr<Strategy> strategy;
};

class DeviceStrategy : public ::testing::TestWithParam<std::tuple<TestDevice, int, std::size_t>> {
protected:
    const TestDevice& device() const { return std::get<0>(GetParam()); }
    int ranks() const { return std::get<1>(GetParam()); }
    std::size_t bucketBytes() const { return std::get<2>(GetParam()); }
};
INSTANTIATE_TEST_SUITE_P(, DeviceStrategy,
                         ::testing::Combine(::testing::ValuesIn(testDevices()), ::testing::Values(1, 2, 3),
                                            ::testing::Values(std::size_t{1}, std::size_t{20'000},
                                                              kOneBucket)),
                         [](const auto& name) {
                             return std::get<0>(name.param).name + "_" +
                                    std::to_string(std::get<1>(name.param)) + "Ranks" +
                                    std::to_string(std::get<2>(name.param)) + "Bytes";
                         });

/// Of whole numbers, so that sums are exact whatever their order.
float wholeNumber(std::size_t tensor, std::size_t element, int step)
{
    return static_cast<float>((tensor + element) % 1000) + static_cast<float>(step);
}

TEST_P(DeviceStrategy, SumsTheGradientsOfEveryStep)
{
    const int sumOfRanks = ranks() * (ranks() + 1) / 2;
    test::runAsThreads(ranks(), [&](ProcessGroup& group) {
        const Replica replica(device(), group, bucketBytes());
        for (int step = 0; step < 3; ++step) {
            replica.strategy->begin({step, 1, ranks()});
            const auto times = static_cast<float>(group.rank() + 1);
            replica.give([&](std::size_t t, std::size_t i) { return times * wholeNumber(t, i, step); });
            const Strategy::StepEnd end =
                replica.strategy->finish({0.5 * (group.rank() + 1), group.rank() == 1 ? 1.0 : 0.0, 2});

            EXPECT_EQ(end.outcome, Strategy::Outcome::ApplyGradients);
            ASSERT_TRUE(end.votes);
            EXPECT_EQ(end.votes->lossSum, 0.5 * sumOfRanks);
            EXPECT_EQ(end.votes->stop, ranks() > 1 ? 1 : 0);
            EXPECT_EQ(end.votes->damaged, 2 * ranks());
            for (std::size_t t = 0; t < replica.tensors(); ++t) {
                const std::vector<float> sums = valuesOf(replica.program->gradients(), t);
                for (std::size_t i = 0; i < sums.size(); ++i)
                    ASSERT_EQ(sums[i], static_cast<float>(sumOfRanks) * wholeNumber(t, i, step))
                        << "tensor " << t << ", element " << i << ", step " << step;
            }
        }
    });
}

/// Sums that are rounded are rounded alike.
TEST_P(DeviceStrategy, LeavesTheSameBitsOnEveryRank)
{
    std::mutex mutex;
    std::map<int, std::vector<float>> sums;
    test::runAsThreads(ranks(), [&](ProcessGroup& group) {
        const Replica replica(device(), group, bucketBytes());
        replica.strategy->begin({0, 1, ranks()});
        replica.give([&](std::size_t t, std::size_t i) {
            return 1.0f / static_cast<float>(7 * i + t + 1 + static_cast<std::size_t>(group.rank()));
        });
        replica.strategy->finish({});
        const std::vector<float> mine = flatValuesOf(replica.program->gradients());
        const std::lock_guard lock(mutex);
        sums[group.rank()] = mine;
    });
    for (const auto& [rank, values] : sums)
        EXPECT_EQ(values, sums[0]) << "rank " << rank;
}

} // namespace
} // namespace lockstep
