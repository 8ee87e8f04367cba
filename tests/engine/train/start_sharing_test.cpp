// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/sharing_report.h"
#include "engine/train/start_sharing.h"
#include "tests/engine/distributed/rank_harness.h"
#include "tests/engine/train/rank_fixture.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <mutex>
#include <numeric>

namespace lockstep {
namespace {

using ::testing::HasSubstr;

/// Three tensors of 4 MiB each and many small ones.
struct Weights {
    std::vector<std::vector<float>> values;
    HostTensors tensors;

    Weights()
    {
        std::vector<std::size_t> sizes(3, 1 << 20);
        sizes.resize(103, 64);
        float next = 0;
        for (const std::size_t size : sizes) {
            values.emplace_back(size);
            std::iota(values.back().begin(), values.back().end(), next);
            next += 0.5f;
        }
        std::vector<NamedTensor> named;
        for (std::size_t i = 0; i < values.size(); ++i)
            named.push_back(
                {"tensor" + std::to_string(i), {static_cast<std::int64_t>(values[i].size())}, values[i]});
        tensors = HostTensors(named);
    }
};

std::int64_t sent(const ProcessGroup& group)
{
    std::int64_t bytes = 0;
    for (const PeerTraffic& peer : group.traffic())
        bytes += peer.bytesSent;
    return bytes;
}

/// What all ranks sent while `function` ran on each.
template <typename Function>
std::int64_t bytesSentBy(int ranks, Function function)
{
    std::mutex mutex;
    std::int64_t bytes = 0;
    test::runAsThreads(ranks, [&](ProcessGroup& group) {
        const std::int64_t before = sent(group);
        function(group);
        const std::lock_guard lock(mutex);
        bytes += sent(group) - before;
    });
    return bytes;
}

TEST(StartSharing, EqualWeightsStayWhereTheyAre)
{
    const std::int64_t bytes = bytesSentBy(3, [](ProcessGroup& group) {
        Weights weights;
        EXPECT_EQ(
            shareTensors(group, weights.tensors, [](auto, auto) { ADD_FAILURE() << "nothing crosses"; }), 0);
    });
    EXPECT_GT(bytes, 0);
    EXPECT_LT(bytes, 4096) << "of 12 MiB of weights";
}

TEST(StartSharing, OnlyTensorsThatDifferSomewhereCross)
{
    constexpr std::int64_t kBig = 4 << 20;
    const Weights expected;
    const std::int64_t bytes = bytesSentBy(3, [&](ProcessGroup& group) {
        Weights weights;
        if (group.rank() == 2) {
            weights.values[1].back() = -1; // one value of a large one
            weights.values[50].front() = std::nextafter(weights.values[50].front(), 1e9f);
        }
        if (group.rank() == 1)
            weights.values[102][7] = 3;
        std::vector<std::int64_t> progress;
        const std::int64_t crossed =
            shareTensors(group, weights.tensors, [&](std::int64_t done, std::int64_t total) {
                EXPECT_EQ(total, kBig + 2 * 64 * 4);
                progress.push_back(done);
            });
        EXPECT_EQ(crossed, kBig + 2 * 64 * 4);
        EXPECT_TRUE(std::is_sorted(progress.begin(), progress.end()));
        EXPECT_EQ(progress.back(), crossed);
        EXPECT_EQ(weights.values, expected.values) << "those of rank 0";
    });
    EXPECT_GE(bytes, 2 * kBig) << "to each of the two others";
    EXPECT_LT(bytes, 2 * kBig + 100'000);
}

TEST(StartSharing, ThePositionIsRankZeros)
{
    test::runAsThreads(2, [](ProcessGroup& group) {
        TrainingPosition position;
        position.run = "mine";
        if (group.rank() == 0) {
            position.step = 7;
            position.epoch = 2;
            position.batchInEpoch = 1;
            position.optimizerSteps = 6;
            position.epochLossSum = 0.5;
            position.bestTop1 = 0.75;
            position.epochsSinceBest = 3;
        }
        sharePosition(group, position);
        EXPECT_EQ(position.step, 7);
        EXPECT_EQ(position.epoch, 2);
        EXPECT_EQ(position.batchInEpoch, 1);
        EXPECT_EQ(position.optimizerSteps, 6);
        EXPECT_EQ(position.epochLossSum, 0.5);
        EXPECT_EQ(position.bestTop1, 0.75);
        EXPECT_EQ(position.epochsSinceBest, 3);
    });
}

TEST(SharingReport, TellsWhatTakesLongAndItsEnd)
{
    using namespace std::chrono_literals;
    const testing::RankFixture folder;
    RankRecorder recorder(folder.folder(), 1, 0, RankRecorder::Echo::No);
    SharingReport slow(recorder, 0ms, 0ms);
    slow.progress(25, 100);
    slow.progress(100, 100);
    SharingReport quick(recorder, 1h, 1h);
    quick.progress(25, 100);
    quick.progress(100, 100);
    const auto records = testing::only<SharingStart>(folder.journal(1, 0));
    ASSERT_EQ(records.size(), 2u) << "what is over at once is not worth a word";
    EXPECT_EQ(records[0].doneBytes, 25);
    EXPECT_EQ(records[0].totalBytes, 100);
    EXPECT_EQ(records[1].doneBytes, 100);
    EXPECT_GE(records[1].seconds, records[0].seconds);
    EXPECT_THAT(folder.log(1, 0), HasSubstr("sharing the weights: 25 %, about"));
    EXPECT_THAT(folder.log(1, 0), HasSubstr("the weights are shared, after"));
}

TEST(StartSharing, RanksOfEqualSeedsSendNoWeights)
{
    testing::RankFixture fixture;
    fixture.experiment.training.epochs = 1;
    testing::expectSuccess(fixture.train(2));
    EXPECT_THAT(fixture.log(1, 1), HasSubstr("all ranks start from equal weights"));
    fixture.experiment.training.epochs = 2;
    fixture.resume = "latest";
    testing::expectSuccess(fixture.train(2));
    EXPECT_THAT(fixture.log(2, 1), HasSubstr("bytes of weights and state of rank 0"));
}

} // namespace
} // namespace lockstep
