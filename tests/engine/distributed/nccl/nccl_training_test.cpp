// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// Whole trainings of emulated GPUs that a stub of NCCL connects.
#include "engine/compute/cuda/program/backend.h"
#include "engine/train/cuda/training_device.h"
#include "tests/engine/distributed/nccl/stub_nccl.h"
#include "tests/engine/support/emulated_cuda/emulated_libraries.h"
#include "tests/engine/train/rank_fixture.h"

#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <memory>

namespace lockstep {
namespace {

using namespace lockstep::testing;
using ::testing::HasSubstr;

constexpr int kRanks = 2;

/// Each rank gets the next device, or all of them the first one, which NCCL does not allow.
enum class Gpus { OnePerRank, Shared };

DeviceFactory emulatedGpus(const StubNccl& nccl, Gpus gpus)
{
    return [&nccl, gpus, next = std::make_shared<std::atomic<int>>(0)](Device) {
        const int index = gpus == Gpus::Shared ? 0 : (*next)++ % kRanks;
        auto backend = cuda::makeBackend(index, [](cuda::Queue& queue, const cuda::LibraryOptions&) {
            return makeEmulatedLibraries(queue);
        });
        return cuda::makeTrainingDevice(std::move(backend), [&nccl] { return nccl.library(); });
    };
}

/// A few steps; sums in more than one bucket.
std::unique_ptr<RankFixture> makeFixture(const StubNccl& nccl, Gpus gpus)
{
    auto fixture = std::make_unique<RankFixture>(83, 21);
    fixture->experiment.training.epochs = 1;
    fixture->experiment.training.bucketMegabytes = 0.01;
    fixture->experiment.training.timeoutSeconds = 300;
    fixture->factories.device = emulatedGpus(nccl, gpus);
    return fixture;
}

TEST(NcclTraining, GivesTheBitsOfATrainingThroughTheHosts)
{
    const StubNccl nccl;
    const auto direct = makeFixture(nccl, Gpus::OnePerRank);
    expectSuccess(direct->train(kRanks));
    EXPECT_THAT(direct->log(1, 0), HasSubstr("gradients are exchanged by NCCL 2.28.9, interface: lo"));
    EXPECT_GT(nccl.counts().sums, 0);
    EXPECT_EQ(nccl.misuse(), "");
    EXPECT_EQ(nccl.counts().closed, kRanks);

    const auto staged = makeFixture(nccl, Gpus::Shared);
    expectSuccess(staged->train(kRanks));
    EXPECT_THAT(staged->log(1, 0), HasSubstr("ranks 0 and 1 share a GPU, which NCCL does not allow"));

    EXPECT_EQ(hashOf(*direct, 1, 0), hashOf(*direct, 1, 1));
    EXPECT_EQ(hashOf(*direct, 1, 0), hashOf(*staged, 1, 0));
}

/// The sums of the second step never end; what is saved is what stood before it.
TEST(NcclTraining, BreaksOffASumThatHangsAndGoesOnFromTheStepBefore)
{
    std::string wholeHash;
    int sumsOfAStep = 0;
    {
        const StubNccl nccl;
        const auto whole = makeFixture(nccl, Gpus::OnePerRank);
        expectSuccess(whole->train(kRanks));
        wholeHash = hashOf(*whole, 1, 0);
        const auto steps = static_cast<int>(only<StepFinished>(whole->journal(1, 0)).size());
        ASSERT_GE(steps, 2);
        sumsOfAStep = nccl.counts().sums / kRanks / steps;
    }
    std::unique_ptr<RankFixture> fixture;
    {
        const StubNccl hanging({.sumThatHangs = sumsOfAStep});
        fixture = makeFixture(hanging, Gpus::OnePerRank);
        const auto outcomes = fixture->train(kRanks, [&](const std::vector<StopFlag*>& flags) {
            waitUntil([&] { return hanging.counts().sums > kRanks * sumsOfAStep; });
            for (StopFlag* flag : flags)
                flag->request();
        });
        for (const RankOutcome& outcome : outcomes)
            EXPECT_EQ(outcome.code, ExitCode::Stopped);
        EXPECT_EQ(hanging.counts().aborted, kRanks);
        EXPECT_EQ(hanging.misuse(), "");
    }
    EXPECT_EQ(newestOf(*fixture).position.step, 1);
    const StubNccl nccl;
    fixture->factories.device = emulatedGpus(nccl, Gpus::OnePerRank);
    fixture->resume = "latest";
    expectSuccess(fixture->train(kRanks));
    EXPECT_EQ(hashOf(*fixture, 2, 0), wholeHash);
}

TEST(NcclTraining, WhatNcclMeetsOnOneRankEndsTheAttemptOnAll)
{
    const StubNccl nccl({.failingRank = 1, .failure = ncclRemoteError});
    const auto fixture = makeFixture(nccl, Gpus::OnePerRank);
    const auto start = std::chrono::steady_clock::now();
    for (const RankOutcome& outcome : fixture->train(kRanks)) {
        EXPECT_EQ(outcome.code, ExitCode::PeerLost);
        EXPECT_THAT(outcome.failure.message.english(), HasSubstr("NCCL lost the other ranks"));
    }
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60));
    EXPECT_EQ(nccl.counts().aborted, kRanks);
}

} // namespace
} // namespace lockstep
