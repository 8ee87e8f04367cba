// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/distributed/messenger_harness.h"
#include "tests/engine/distributed/rank_harness.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <thread>

/// Late is not stuck: whom the ranks wait for, how long, and whom they name in the end.
namespace lockstep::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;
using namespace std::chrono_literals;

constexpr CollectiveId kCollective{CollectiveKind::AllReduceFloat, 0, 1, 1 << 20};

MessengerOptions impatient()
{
    MessengerOptions options;
    options.timeout = 1200ms;
    options.heartbeat = 100ms;
    options.silence = 20s;
    return options;
}

// Every rank in a thread, within one collective; what each reports: the error's sentence or "no error".
std::vector<std::string> outcomes(int ranks, const std::function<void(Messenger&)>& play)
{
    auto group = connectedMessengers(ranks, impatient());
    std::vector<std::string> outcomes(group.size());
    std::vector<std::thread> threads;
    for (std::size_t rank = 0; rank < group.size(); ++rank)
        threads.emplace_back([&, rank] {
            outcomes[rank] = errorOf([&] {
                group[rank]->begin(kCollective);
                play(*group[rank]);
                group[rank]->end();
            });
        });
    for (std::thread& thread : threads)
        thread.join();
    return outcomes;
}

class TakingItsTime : public testing::TestWithParam<Activity> {};

// Much data is under way to the rank that is late, so the kernel's own patience with it counts as well.
TEST_P(TakingItsTime, IsWaitedForBeyondTheTimeLimit)
{
    Ports ports(4);
    std::vector<std::thread> threads;
    for (int rank = 0; rank < 4; ++rank) {
        GlooGroupOptions options = groupOptions(ports, rank);
        options.timeoutSeconds = 2;
        options.silenceSeconds = 2.5;
        threads.emplace_back([rank, options = std::move(options)]() mutable {
            const auto group = makeGlooProcessGroup(std::move(options));
            std::vector<float> values(6'000'000, 1.0f);
            group->barrier();
            if (rank == 0) {
                group->setActivity(GetParam());
                sleepFor(5);
                group->setActivity(Activity::Training);
            }
            EXPECT_EQ(errorOf([&] { group->allReduceSum(std::span<float>(values)); }), "no error");
            EXPECT_EQ(values.back(), 4.0f);
        });
    }
    for (std::thread& thread : threads)
        thread.join();
}

INSTANTIATE_TEST_SUITE_P(Activities, TakingItsTime,
                         testing::Values(Activity::Saving, Activity::Evaluating, Activity::Loading));

TEST(Patience, ARankThatIsLateForTooLongIsNamed)
{
    Ports ports(3);
    std::vector<std::thread> threads;
    for (int rank = 0; rank < 3; ++rank) {
        GlooGroupOptions options = groupOptions(ports, rank);
        options.timeoutSeconds = 0.5;
        options.outsideSeconds = 2;
        threads.emplace_back([rank, options = std::move(options)]() mutable {
            const auto group = makeGlooProcessGroup(std::move(options));
            group->barrier();
            const double start = monotonicSeconds();
            if (rank == 1) {
                group->setActivity(Activity::Saving);
                sleepFor(4);
            }
            const std::string error = errorOf([&] { group->barrier(); });
            EXPECT_THAT(error,
                        StartsWith("6: Rank 1 did not do its part of collective 2, barrier, for 2.0 s"));
            EXPECT_GT(monotonicSeconds() - start, 2);
        });
    }
    for (std::thread& thread : threads)
        thread.join();
}

TEST(Patience, RanksThatWaitForOneAnotherAccuseNobody)
{
    const auto found = outcomes(4, [](Messenger& messenger) {
        constexpr int kWaitsFor[] = {1, 0, 3, 1}; // 2 -> 3 -> 1 -> 0 -> 1
        char byte = 0;
        Conversation(messenger).receive(kWaitsFor[messenger.rank()], {&byte, 1});
    });
    for (const std::string& outcome : found)
        EXPECT_THAT(outcome, testing::AnyOf(HasSubstr("ranks wait for one another (1 -> 0 -> 1)"),
                                            HasSubstr("ranks wait for one another (0 -> 1 -> 0)")));
}

TEST(Patience, AChainThatStillMovesIsSlowNotStuck)
{
    constexpr int kMessages = 15;
    const auto found = outcomes(3, [](Messenger& messenger) {
        char byte = 0;
        Conversation talk(messenger);
        for (int i = 0; i < kMessages && messenger.rank() < 2; ++i) {
            if (messenger.rank() == 1) {
                talk.receive(0, {&byte, 1});
            } else {
                sleepFor(0.2); // a slow link, seen from rank 1
                talk.send(1, {&byte, 1});
            }
        }
        if (messenger.rank() == 1)
            talk.send(2, {&byte, 1});
        else if (messenger.rank() == 2)
            talk.receive(1, {&byte, 1});
    });
    EXPECT_THAT(found, testing::Each("no error"));
}

TEST(Patience, WaitsAreBookedOnThePeerThatWasWaitedFor)
{
    std::vector<PeerTraffic> traffic;
    const auto found = outcomes(3, [&](Messenger& messenger) {
        char bytes[2] = {};
        Conversation talk(messenger);
        if (messenger.rank() == 1)
            talk.receive(0, {bytes, 1}); // not before rank 2 has been received
        if (messenger.rank() > 0) {
            sleepFor(messenger.rank() == 2 ? 0.4 : 0.2);
            talk.send(0, {bytes, 1});
            return;
        }
        talk.post(1, {bytes, 1});
        talk.post(2, {bytes + 1, 1});
        EXPECT_EQ(talk.waitReceived(), 2);
        talk.send(1, {bytes, 1});
        EXPECT_EQ(talk.waitReceived(), 1);
        traffic = messenger.traffic();
    });
    EXPECT_THAT(found, testing::Each("no error"));
    ASSERT_EQ(traffic.size(), 2u);
    EXPECT_GT(traffic[1].waitSeconds, 0.2) << "rank 2 took 0.4 s";
    EXPECT_GT(traffic[0].waitSeconds, 0.1) << "rank 1 took 0.2 s more";
}

} // namespace
} // namespace lockstep::test
