// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/error.h"
#include "tests/engine/distributed/nccl/nccl_world.h"

#include <gmock/gmock.h>

#include <thread>

/// What can go wrong around NCCL: each ends on every rank within its deadline, by name, and with NCCL's work
/// off the device.
namespace lockstep::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr int kRanks = 3;

/// The sentence that the step ends with; as a rank does, the others are told.
std::string errorOfStep(ProcessGroup& group, Strategy& strategy, SampleReplica& replica)
{
    const std::string error = test::errorOf([&] {
        strategy.begin({0, 1, kRanks});
        replica.give(strategy, [](std::size_t, std::size_t) { return 1.0f; });
        strategy.finish({});
    });
    group.abort(error);
    return error;
}

/// The device does what it is asked for again.
void expectFree(SampleReplica& replica)
{
    replica.setWeights([](std::size_t, std::size_t) { return 3.0f; });
    EXPECT_THAT(replica.weights(), ::testing::Each(3.0f));
    replica.gradients();
}

void expectAllAborted(const StubNccl& nccl)
{
    EXPECT_EQ(nccl.misuse(), "");
    EXPECT_EQ(nccl.counts().aborted, nccl.counts().connected);
}

TEST(NcclFailure, ARankThatDoesNotComeIsNamed)
{
    const StubNccl nccl;
    test::SharedCounter ended;
    runRanks(kRanks, kShortTimeout, [&](ProcessGroup& group) {
        const auto replica = makeNcclReplica(nccl, group.rank());
        const auto strategy = replica->make(makeStrategy, {}, group);
        if (group.rank() == 1) { // lives, but is stuck
            strategy->begin({0, 1, kRanks});
            ended.waitFor(kRanks - 1);
        } else {
            const double start = test::monotonicSeconds();
            EXPECT_THAT(
                errorOfStep(group, *strategy, *replica),
                StartsWith("6: Rank 1 did not do its part of collective 2, all-reduce in double precision, "
                           "for 2.0 s"));
            EXPECT_LT(test::monotonicSeconds() - start, kShortTimeout + 8);
            expectFree(*replica);
            ended.add();
        }
    });
    expectAllAborted(nccl);
}

TEST(NcclFailure, ARankThatDoesNotMeetTheOthersIsNamed)
{
    const StubNccl nccl;
    test::SharedCounter ended;
    runRanks(kRanks, kShortTimeout, [&](ProcessGroup& group) {
        if (group.rank() == 0)
            return ended.waitFor(kRanks - 1);
        const auto replica = makeNcclReplica(nccl, group.rank());
        EXPECT_THAT(test::errorOf([&] { replica->make(makeStrategy, {}, group); }),
                    StartsWith("6: Rank 0 did not do its part of collective 1, broadcast, for 2.0 s"));
        ended.add();
    });
    EXPECT_EQ(nccl.counts().connected, 0);
}

TEST(NcclFailure, ARankThatLeavesInTheMiddleIsNamed)
{
    const StubNccl nccl;
    runRanks(kRanks, kShortTimeout, [&](ProcessGroup& group) {
        const auto replica = makeNcclReplica(nccl, group.rank());
        const auto strategy = replica->make(makeStrategy, {}, group);
        if (group.rank() == 2) {
            strategy->begin({0, 1, kRanks});
            return;
        }
        EXPECT_THAT(errorOfStep(group, *strategy, *replica),
                    AllOf(StartsWith("6: Rank 2 "), HasSubstr("its training step ended early")));
        expectFree(*replica);
    });
    expectAllAborted(nccl);
}

TEST(NcclFailure, ASumThatHangsIsNamedWithItsBucket)
{
    const StubNccl nccl({.sumThatHangs = 1});
    runRanks(kRanks, kShortTimeout, [&](ProcessGroup& group) {
        const auto replica = makeNcclReplica(nccl, group.rank(), {.timeoutSeconds = kShortTimeout});
        const auto strategy = replica->make(makeStrategy, {}, group);
        const double start = test::monotonicSeconds();
        EXPECT_THAT(
            errorOfStep(group, *strategy, *replica),
            AllOf(StartsWith("6: "), HasSubstr("all-reduce of gradient bucket 2 of "),
                  HasSubstr("by NCCL made no progress for 2 s, though every rank had given its part.")));
        EXPECT_LT(test::monotonicSeconds() - start, kShortTimeout + 8);
        EXPECT_THAT(test::errorOf([&] { strategy->begin({1, 1, kRanks}); }), StartsWith("6: "));
        expectFree(*replica);
    });
    expectAllAborted(nccl);
}

TEST(NcclFailure, WhatNcclMeetsOnOneRankEndsAllOfThem)
{
    const StubNccl nccl({.failingRank = 1, .failingSum = 1, .failure = ncclRemoteError});
    runRanks(kRanks, 60, [&](ProcessGroup& group) {
        const auto replica = makeNcclReplica(nccl, group.rank());
        const auto strategy = replica->make(makeStrategy, {}, group);
        const std::string error = errorOfStep(group, *strategy, *replica);
        EXPECT_THAT(error,
                    HasSubstr("NCCL lost the other ranks: remote process exited or there was a network "
                              "error (the stub's last words)."));
        EXPECT_THAT(error, StartsWith(group.rank() == 1 ? "6: NCCL" : "6: Rank 1 ended the run"));
        expectFree(*replica);
    });
    expectAllAborted(nccl);
}

/// NCCL's threads may wait for ever for a device that is gone: the rank still tells why it ends.
TEST(NcclFailure, IsToldEvenWhereNcclDoesNotComeBackFromItsAbort)
{
    const StubNccl nccl({.failingRank = 0, .failure = ncclUnhandledCudaError, .abortsNever = true});
    test::runAsThreads(1, [&](ProcessGroup& group) {
        const double start = test::monotonicSeconds();
        {
            const auto replica = makeNcclReplica(nccl, group.rank());
            const auto strategy = replica->make(makeStrategy, {}, group);
            EXPECT_THAT(errorOfStep(group, *strategy, *replica),
                        HasSubstr("NCCL met an error of the GPU: some error"));
        }
        EXPECT_LT(test::monotonicSeconds() - start, 10);
    });
    EXPECT_EQ(nccl.misuse(), "");
}

/// A container's small /dev/shm is a usual reason, and none of the other ranks'.
TEST(NcclFailure, OfThisHostsSystemNamesWhatThatMayLack)
{
    const StubNccl nccl({.failingRank = 0, .failure = ncclSystemError});
    test::runAsThreads(1, [&](ProcessGroup& group) {
        const auto replica = makeNcclReplica(nccl, group.rank());
        const auto strategy = replica->make(makeStrategy, {}, group);
        EXPECT_THAT(errorOfStep(group, *strategy, *replica),
                    AllOf(HasSubstr("this host's system"), HasSubstr("/dev/shm")));
    });
}

TEST(NcclFailure, IsThrownByEveryLaterCall)
{
    const StubNccl nccl({.failingRank = 0, .failure = ncclInternalError});
    test::runAsThreads(1, [&](ProcessGroup& group) {
        const auto replica = makeNcclReplica(nccl, group.rank());
        const auto strategy = replica->make(makeStrategy, {}, group);
        EXPECT_THAT(errorOfStep(group, *strategy, *replica), StartsWith("1: NCCL failed: some error"));
        EXPECT_THAT(test::errorOf([&] { strategy->begin({1, 1, 1}); }), StartsWith("1: NCCL failed"));
    });
}

TEST(NcclFailure, RanksThatNcclDoesNotConnectAreToldWhereToLook)
{
    const StubNccl nccl({.connectsNever = true});
    runRanks(kRanks, kShortTimeout, [&](ProcessGroup& group) {
        const auto replica = makeNcclReplica(nccl, group.rank(), {.connectSeconds = kShortTimeout});
        const std::string error = test::errorOf([&] { replica->make(makeStrategy, {}, group); });
        group.abort(error);
        EXPECT_THAT(error, AllOf(StartsWith("6: "),
                                 HasSubstr("NCCL did not connect the GPUs of the 3 ranks within 2 s. It uses "
                                           "ports of its own, which firewalls")));
        expectFree(*replica);
    });
    expectAllAborted(nccl);
}

TEST(NcclFailure, AnAbortEndsWhatConnects)
{
    const StubNccl nccl({.connectsNever = true});
    runRanks(kRanks, 60, [&](ProcessGroup& group) {
        std::thread watch;
        if (group.rank() == 2)
            watch = std::thread([&] {
                while (nccl.counts().connected < kRanks)
                    test::sleepFor(0.001);
                group.abort("the disk is full");
            });
        const auto replica = makeNcclReplica(nccl, group.rank());
        EXPECT_THAT(test::errorOf([&] { replica->make(makeStrategy, {}, group); }),
                    AllOf(StartsWith("6: Rank 2 ended the run"), HasSubstr("the disk is full")));
        if (watch.joinable())
            watch.join();
    });
    expectAllAborted(nccl);
}

TEST(NcclBreakOff, EndsASumThatHangsAsStopped)
{
    const StubNccl nccl({.sumThatHangs = 0});
    runRanks(kRanks, 60, [&](ProcessGroup& group) {
        const auto replica = makeNcclReplica(nccl, group.rank());
        const auto strategy = replica->make(makeStrategy, {}, group);
        replica->setWeights([](std::size_t, std::size_t) { return 5.0f; });
        std::thread watch;
        if (group.rank() == 0)
            watch = std::thread([&] {
                while (nccl.counts().sums < kRanks)
                    test::sleepFor(0.001);
                group.breakOff();
            });
        const double start = test::monotonicSeconds();
        EXPECT_THAT(errorOfStep(group, *strategy, *replica), StartsWith("10: "));
        EXPECT_LT(test::monotonicSeconds() - start, 10);
        EXPECT_THAT(replica->weights(), ::testing::Each(5.0f)) << "those before the step";
        if (watch.joinable())
            watch.join();
    });
    expectAllAborted(nccl);
}

} // namespace
} // namespace lockstep::testing
