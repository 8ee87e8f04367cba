// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/standings.h"
#include "tests/engine/distributed/rank_harness.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <mutex>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace lockstep::test {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::Ge;
using testing::HasSubstr;
using testing::Le;
using testing::StartsWith;

// All-reduces for ever: ends by an exception only.
void reduceForEver(ProcessGroup& group, std::size_t elements)
{
    while (true) {
        std::vector<float> values(elements, 1.0f);
        group.allReduceSum(std::span<float>(values));
    }
}

std::string endOf(GlooGroupOptions options, std::size_t elements, SharedCounter& started)
{
    const auto group = makeGlooProcessGroup(std::move(options));
    group->barrier();
    started.add();
    return errorOf([&] { reduceForEver(*group, elements); });
}

class LostRank : public testing::TestWithParam<int> {};

TEST_P(LostRank, KilledInMidCollectiveIsNamedByAllSurvivors)
{
    const int ranks = GetParam();
    Ports ports(ranks);
    SharedCounter started;
    RankProcesses processes(ranks,
                            [&](int rank) { return endOf(groupOptions(ports, rank), 3000000, started); });
    started.waitFor(ranks);
    sleepFor(0.2);
    const int victim = ranks - 1;
    const double killedAt = monotonicSeconds();
    ::kill(processes.pid(victim), SIGKILL);
    double last = 0;
    for (int rank = 0; rank < victim; ++rank) {
        const RankOutcome outcome = processes.join(rank);
        EXPECT_THAT(outcome.report,
                    AllOf(AnyOf(StartsWith("6: Rank " + std::to_string(victim) + " closed"),
                                StartsWith("6: The connection to rank " + std::to_string(victim))),
                          HasSubstr(" (noticed by rank ")));
        last = std::max(last, outcome.endedAt - killedAt);
    }
    EXPECT_LT(last, 2.0);
    std::printf("kill -9 of 1 of %d ranks: the last survivor ended after %.1f ms\n", ranks, last * 1e3);
}

TEST_P(LostRank, StoppedIsNamedByAllSurvivorsAfterTheSilenceLimit)
{
    const int ranks = GetParam();
    Ports ports(ranks);
    SharedCounter started;
    RankProcesses processes(ranks, [&](int rank) {
        GlooGroupOptions options = groupOptions(ports, rank);
        options.silenceSeconds = 2.5;
        return endOf(std::move(options), 300000, started);
    });
    started.waitFor(ranks);
    sleepFor(0.2);
    const double stoppedAt = monotonicSeconds();
    ::kill(processes.pid(1), SIGSTOP);
    double last = 0;
    for (int rank = 0; rank < ranks; ++rank) {
        if (rank == 1)
            continue;
        const RankOutcome outcome = processes.join(rank);
        EXPECT_THAT(outcome.report, StartsWith("6: Rank 1 has been silent for "));
        last = std::max(last, outcome.endedAt - stoppedAt);
    }
    EXPECT_LT(last, 6.0);
    std::printf("SIGSTOP of 1 of %d ranks: the last survivor ended after %.2f s (limit 2.5 s)\n", ranks,
                last);
}

TEST_P(LostRank, AbortWakesEveryoneWithItsReason)
{
    const int ranks = GetParam();
    std::atomic<double> abortedAt{0};
    std::mutex mutex;
    double last = 0;
    runAsThreads(ranks, [&](ProcessGroup& group) {
        std::thread watchdog;
        if (group.rank() == 0)
            watchdog = std::thread([&] {
                sleepFor(0.2);
                abortedAt = monotonicSeconds();
                group.abort("the disk is full");
            });
        const std::string error = errorOf([&] {
            if (group.rank() == ranks - 1)
                sleepFor(0.4); // comes too late and must learn it as well
            reduceForEver(group, 1000000);
        });
        EXPECT_THAT(
            error, AllOf(StartsWith("6: Rank 0 ended the run in collective"), HasSubstr("the disk is full")));
        if (group.rank() != ranks - 1) {
            const std::lock_guard lock(mutex);
            last = std::max(last, monotonicSeconds() - abortedAt);
        }
        if (watchdog.joinable())
            watchdog.join();
    });
    if (ranks > 2)
        std::printf("abort() with %d ranks: the last one that waited woke after %.2f ms\n", ranks,
                    last * 1e3);
}

INSTANTIATE_TEST_SUITE_P(Ranks, LostRank, testing::Values(2, 4),
                         [](const auto& name) { return std::to_string(name.param); });

TEST(Failure, ARankThatLeavesInOrderTooEarlyIsNamed)
{
    runAsThreads(3, [](ProcessGroup& group) {
        if (group.rank() == 2)
            return group.barrier();
        const std::string error = errorOf([&] { // the news may reach a rank that is still in its barrier
            group.barrier();
            reduceForEver(group, 1000);
        });
        EXPECT_THAT(error, StartsWith("6: Rank 2 has finished and left, but rank "));
    });
}

TEST(Failure, ARankThatNeverComesIsNamedAlongTheChainOfWaiting)
{
    Ports ports(3);
    std::vector<std::thread> threads;
    for (int rank = 0; rank < 3; ++rank) {
        GlooGroupOptions options = groupOptions(ports, rank);
        options.timeoutSeconds = 1.2;
        threads.emplace_back([rank, options = std::move(options)]() mutable {
            const auto group = makeGlooProcessGroup(std::move(options));
            group->barrier();
            if (rank == 2)
                sleepFor(1.8); // it lives and beats, but does not come
            const std::string error = errorOf([&] {
                std::vector<float> values(100000);
                group->allReduceSum(std::span<float>(values));
            });
            EXPECT_THAT(error,
                        StartsWith("6: Rank 2 did not do its part of collective 2, all-reduce, for 1.2 s"));
        });
    }
    for (std::thread& thread : threads)
        thread.join();
}

TEST(Failure, TheRankThatLosesPatienceTellsWhereEachOneWas)
{
    Ports ports(3);
    std::vector<std::thread> threads;
    std::mutex mutex;
    std::vector<std::vector<Sentence>> tables;
    for (int rank = 0; rank < 3; ++rank) {
        GlooGroupOptions options = groupOptions(ports, rank);
        options.timeoutSeconds = options.outsideSeconds = 1.2;
        threads.emplace_back([&, rank, options = std::move(options)]() mutable {
            const auto group = makeGlooProcessGroup(std::move(options));
            group->barrier();
            if (rank == 1) { // it lives and beats, but comes too late
                group->setActivity(Activity::Evaluating);
                sleepFor(2.5);
            }
            errorOf([&] { group->barrier(); });
            const auto& source = dynamic_cast<const StandingsSource&>(*group);
            const std::lock_guard lock(mutex);
            if (auto rows = describeStandings(source.standings()); !rows.empty())
                tables.push_back(std::move(rows));
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    // Who has heard of the verdict of another tells nothing; two may lose patience in the same moment.
    ASSERT_THAT(tables.size(), AllOf(Ge(1u), Le(2u)));
    for (const std::vector<Sentence>& rows : tables) {
        ASSERT_EQ(rows.size(), 3u);
        EXPECT_EQ(rows[0].english(), "Rank 1 finished collective 1 and never began 2: it was evaluating.");
        for (const std::size_t row : {1u, 2u})
            EXPECT_THAT(rows[row].english(), HasSubstr("finished collective 1 and began 2, barrier"));
    }
}

TEST(Failure, ARankThatComputesForLongerThanTheSilenceLimitIsNotLost)
{
    Ports ports(2);
    RankProcesses processes(2, [&](int rank) {
        GlooGroupOptions options = groupOptions(ports, rank);
        options.silenceSeconds = 1.5;
        const auto group = makeGlooProcessGroup(std::move(options));
        std::vector<float> values(3000000, 1.0f);
        const double end = monotonicSeconds() + 3.0;
        volatile double busy = 0;
        while (rank == 1 && monotonicSeconds() < end)
            busy = busy + 1;
        group->allReduceSum(std::span<float>(values));
        return std::to_string(values.back());
    });
    for (int rank = 0; rank < 2; ++rank)
        EXPECT_EQ(processes.join(rank).report, std::to_string(2.0f));
}

TEST(Failure, ARankThatIsStoppedForLessThanTheSilenceLimitIsNotLost)
{
    Ports ports(2);
    SharedCounter started;
    RankProcesses processes(2, [&](int rank) {
        GlooGroupOptions options = groupOptions(ports, rank);
        options.silenceSeconds = 4;
        const auto group = makeGlooProcessGroup(std::move(options));
        started.add();
        const double end = monotonicSeconds() + 2.0;
        std::vector<double> finished{0};
        while (finished[0] == 0) {
            std::vector<float> values(100000, 1.0f);
            group->allReduceSum(std::span<float>(values));
            finished[0] = rank == 0 && monotonicSeconds() > end ? 1 : 0;
            group->allReduceSum(std::span<double>(finished));
        }
        return std::string("done");
    });
    started.waitFor(2);
    sleepFor(0.3);
    ::kill(processes.pid(1), SIGSTOP);
    sleepFor(1.2);
    ::kill(processes.pid(1), SIGCONT);
    for (int rank = 0; rank < 2; ++rank)
        EXPECT_EQ(processes.join(rank).report, "done");
}

// Stands between two ranks and forwards bytes until it is cut: then it holds the connections and does
// nothing, as a pulled cable does. (That it can stand there at all is what the mesh's header says: the wire
// is not protected.)
class Cable {
public:
    explicit Cable(const Endpoint& to)
        : m_to(to), m_listening(listenOn("127.0.0.1")), m_thread([this] { run(); })
    {
    }
    ~Cable()
    {
        m_over = true;
        m_thread.join();
    }
    Endpoint endpoint() const { return localEndpoint(m_listening.get()); }
    void cut() { m_cut = true; }

private:
    void run()
    {
        while (!m_over) {
            if (m_cut) {
                sleepFor(0.01);
                continue;
            }
            if (const int socket = ::accept4(m_listening.get(), nullptr, nullptr, SOCK_NONBLOCK);
                socket >= 0) {
                m_ends.emplace_back(socket);
                m_ends.push_back(startConnecting(m_to));
            }
            for (std::size_t i = 0; i < m_ends.size(); ++i)
                forward(m_ends[i].get(), m_ends[i ^ 1].get());
            ::usleep(100);
        }
    }
    static void forward(int from, int to)
    {
        char buffer[65536];
        const ssize_t count = ::recv(from, buffer, sizeof buffer, MSG_DONTWAIT);
        for (ssize_t sent = 0; sent < count;) {
            pollfd writable{to, POLLOUT, 0};
            ::poll(&writable, 1, 100);
            const ssize_t part =
                ::send(to, buffer + sent, static_cast<std::size_t>(count - sent), MSG_NOSIGNAL);
            if (part <= 0)
                return;
            sent += part;
        }
    }

    Endpoint m_to;
    Descriptor m_listening;
    std::vector<Descriptor> m_ends;
    std::atomic<bool> m_cut{false};
    std::atomic<bool> m_over{false};
    std::thread m_thread;
};

TEST(Failure, ACutCableIsNoticedAtBothEndsAfterTheSilenceLimit)
{
    Ports ports(2);
    Cable cable(ports.endpoints()[0]);
    std::vector<std::thread> threads;
    std::atomic<double> cutAt{0};
    SharedCounter started;
    for (int rank = 0; rank < 2; ++rank) {
        GlooGroupOptions options = groupOptions(ports, rank);
        options.silenceSeconds = 2;
        if (rank == 1)
            options.ranks[0] = cable.endpoint();
        threads.emplace_back([&, rank, options = std::move(options)]() mutable {
            const auto group = makeGlooProcessGroup(std::move(options));
            started.add();
            const std::string error = errorOf([&] { reduceForEver(*group, 10000); });
            EXPECT_THAT(error, StartsWith("6: Rank " + std::to_string(1 - rank) + " has been silent for "));
            EXPECT_LT(monotonicSeconds() - cutAt, 6.0);
        });
    }
    started.waitFor(2);
    sleepFor(0.3);
    cutAt = monotonicSeconds();
    cable.cut();
    for (std::thread& thread : threads)
        thread.join();
}

} // namespace
} // namespace lockstep::test
