// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/hostwise_sum.h"

#include "engine/distributed/hostwise_process_group.h"
#include "tests/engine/distributed/rank_harness.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <fcntl.h>
#include <limits>
#include <mutex>
#include <numeric>
#include <random>
#include <thread>

namespace lockstep::test {
namespace {

using testing::ContainsRegex;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr int kNoMemory = -1;

/// A run: the host of each rank; a rank on no host has no memory to share.
class Hosts {
public:
    explicit Hosts(std::vector<int> hostOfRank, std::vector<int> ring = {})
        : m_hosts(std::move(hostOfRank)), m_ring(std::move(ring)), m_ports(size())
    {
        for (const int host : m_hosts)
            if (host != kNoMemory && host >= static_cast<int>(m_memories.size()))
                m_memories.push_back(makeHostMemory(static_cast<int>(std::ranges::count(m_hosts, host))));
    }
    int size() const { return static_cast<int>(m_hosts.size()); }
    GlooGroupOptions options(int rank) { return groupOptions(m_ports, rank); }
    /// As a rank inherits it.
    Descriptor memory(int rank) const
    {
        const int host = m_hosts[static_cast<std::size_t>(rank)];
        if (host == kNoMemory)
            return {};
        return Descriptor(::fcntl(m_memories[static_cast<std::size_t>(host)].get(), F_DUPFD_CLOEXEC, 0));
    }
    /// Every rank is a thread.
    void run(const RankFunction& function)
    {
        std::vector<std::thread> threads;
        std::vector<std::string> errors(m_hosts.size());
        for (int rank = 0; rank < size(); ++rank)
            threads.emplace_back([&, rank, mine = options(rank)]() mutable {
                try {
                    const auto group = makeHostwiseProcessGroup(std::move(mine), memory(rank), m_ring);
                    function(*group);
                } catch (const std::exception& error) {
                    errors[static_cast<std::size_t>(rank)] = error.what();
                }
            });
        for (std::thread& thread : threads)
            thread.join();
        for (const std::string& error : errors)
            EXPECT_EQ(error, "");
    }

private:
    std::vector<int> m_hosts;
    std::vector<int> m_ring;
    Ports m_ports;
    std::vector<Descriptor> m_memories;
};

template <typename Number>
std::vector<Number> samples(int rank, std::size_t count)
{
    std::minstd_rand random(static_cast<unsigned>(rank) * 7919 + static_cast<unsigned>(count) + 1);
    std::uniform_real_distribution<double> between(-1, 1);
    std::vector<Number> values(count);
    for (Number& value : values)
        value = static_cast<Number>(between(random));
    return values;
}

class HostwiseSums : public testing::TestWithParam<std::vector<int>> {
protected:
    /// All ranks against a sum in double, added up one rank after the other, and against one another. An
    /// error is at most (n - 1) half units in the last place of the sum of magnitudes (Higham, Accuracy and
    /// Stability of Numerical Algorithms, 4.2), whatever the order.
    template <typename Number>
    static void check(std::initializer_list<std::size_t> sizes)
    {
        Hosts hosts(GetParam());
        std::mutex mutex;
        std::vector<std::vector<Number>> first(sizes.size());
        hosts.run([&](ProcessGroup& group) {
            for (std::size_t i = 0; i < sizes.size(); ++i) {
                std::vector<Number> values = samples<Number>(group.rank(), *(sizes.begin() + i));
                group.allReduceSum(std::span(values));
                const std::lock_guard lock(mutex);
                if (first[i].empty())
                    first[i] = values;
                EXPECT_TRUE(
                    std::ranges::equal(std::as_bytes(std::span(first[i])), std::as_bytes(std::span(values))))
                    << "rank " << group.rank() << " holds other bits, " << values.size() << " elements";
            }
        });
        for (const std::vector<Number>& sums : first)
            EXPECT_LE(worstError(sums, hosts.size()), 1) << sums.size() << " elements";
    }

private:
    /// As a part of the bound.
    template <typename Number>
    static double worstError(const std::vector<Number>& sums, int ranks)
    {
        std::vector<long double> expected(sums.size());
        std::vector<long double> magnitudes(sums.size());
        for (int rank = 0; rank < ranks; ++rank) {
            const std::vector<Number> theirs = samples<Number>(rank, sums.size());
            for (std::size_t i = 0; i < sums.size(); ++i) {
                expected[i] += theirs[i];
                magnitudes[i] += std::abs(theirs[i]);
            }
        }
        const long double unit = std::numeric_limits<Number>::epsilon() / 2;
        long double worst = 0;
        for (std::size_t i = 0; i < sums.size(); ++i) {
            const long double part = std::abs(expected[i] - sums[i]) /
                                     (unit * static_cast<long double>(ranks - 1) * magnitudes[i]);
            worst = part <= worst ? worst : part; // a NaN stays
        }
        return static_cast<double>(worst);
    }
};

// Around the limits: one element, fewer than ranks, what each adds up alone (16 KiB), a piece (1 MiB),
// several.
TEST_P(HostwiseSums, OfFloatsEqualTheSerialSumAndAreTheSameOnEveryRank)
{
    check<float>({1, 3, 5, 4095, 4096, 4097, 65537, 262144, 262145, 1000003});
}

TEST_P(HostwiseSums, OfDoublesEqualTheSerialSumAndAreTheSameOnEveryRank)
{
    check<double>({1, 2, 3, 2047, 2048, 2049, 131072, 131073, 300000});
}

TEST_P(HostwiseSums, AreTheSameBetweenOtherCollectives)
{
    Hosts hosts(GetParam());
    hosts.run([&](ProcessGroup& group) {
        for (int step = 0; step < 30; ++step) {
            std::vector<float> gradient(20'000, static_cast<float>(group.rank() + step));
            group.allReduceSum(std::span(gradient));
            const int ranks = group.worldSize();
            const auto expected = static_cast<float>(ranks * (ranks - 1) / 2 + ranks * step);
            ASSERT_EQ(std::ranges::count(gradient, expected), std::ssize(gradient)) << "step " << step;
            std::vector<double> votes{1};
            group.allReduceSum(std::span(votes));
            ASSERT_EQ(votes[0], ranks);
            group.broadcast(std::as_writable_bytes(std::span(votes)), step % ranks);
            group.barrier();
        }
    });
}

INSTANTIATE_TEST_SUITE_P(Layouts, HostwiseSums,
                         testing::Values(std::vector{0, 0}, std::vector{0, 0, 0},
                                         std::vector{0, 0, 0, 0, 0, 0, 0, 0}, std::vector{0, 0, 1},
                                         std::vector{0, 0, 1, 1}, std::vector{0, 1, 0, 1, 0},
                                         std::vector{0, 1, 1, 2, 2, 2}, std::vector{0, 0, 0, 1, 1, 1, 2, 2},
                                         std::vector{0, 1, 2}, std::vector{0, 0, kNoMemory, 1, kNoMemory, 1}),
                         [](const auto& layout) {
                             std::string name;
                             for (const int host : layout.param)
                                 name += host == kNoMemory ? "x" : std::to_string(host);
                             return name;
                         });

TEST(HostLayouts, LeadersAreTheLowestOfThoseThatShare)
{
    const HostMemory::Id none{};
    HostMemory::Id a{};
    HostMemory::Id b{};
    a.fill(1);
    b.back() = 2;
    const std::vector<HostMemory::Id> ids{none, a, b, a, none, b, b};
    EXPECT_THAT(layOutHosts(ids, 0).local, ElementsAre(0));
    EXPECT_THAT(layOutHosts(ids, 3).local, ElementsAre(1, 3));
    EXPECT_THAT(layOutHosts(ids, 4).local, ElementsAre(4));
    EXPECT_THAT(layOutHosts(ids, 5).local, ElementsAre(2, 5, 6));
    for (int rank = 0; rank < 7; ++rank)
        EXPECT_THAT(layOutHosts(ids, rank).leaders, ElementsAre(0, 1, 2, 4));
    const std::vector<int> ring{0, 2, 5, 6, 4, 1, 3};
    EXPECT_THAT(layOutHosts(ids, 3, ring).leaders, ElementsAre(0, 2, 4, 1));
    EXPECT_THAT(layOutHosts(ids, 3, ring).local, ElementsAre(1, 3));
}

/// What rank 0 sends to each of the others in a sum of `bytes`, as a part of these.
std::vector<double> sentAlong(std::vector<int> hostOfRank, const std::vector<int>& ring)
{
    constexpr std::size_t kBytes = 4 << 20;
    std::vector<double> parts;
    Hosts hosts(std::move(hostOfRank), ring);
    hosts.run([&](ProcessGroup& group) {
        std::vector<std::int64_t> before;
        for (const PeerTraffic& peer : group.traffic())
            before.push_back(peer.bytesSent);
        std::vector<float> values(kBytes / sizeof(float), static_cast<float>(group.rank() + 1));
        group.allReduceSum(std::span(values));
        EXPECT_EQ(std::ranges::count(values, 10.0f), std::ssize(values)); // 1 + 2 + 3 + 4
        for (std::size_t i = 0; i < before.size() && group.rank() == 0; ++i)
            parts.push_back(std::round(100 * static_cast<double>(group.traffic()[i].bytesSent - before[i]) /
                                       static_cast<double>(kBytes)) /
                            100);
    });
    return parts;
}

TEST(HostwiseTraffic, GoesAroundTheRingThatIsAskedFor)
{
    const std::vector<int> apart(4, kNoMemory);
    // 2 (n-1)/n of the values go to the rank before in the ring, and nothing to the others.
    EXPECT_THAT(sentAlong(apart, {0, 1, 2, 3}), ElementsAre(0, 0, 1.5));
    EXPECT_THAT(sentAlong(apart, {0, 3, 1, 2}), ElementsAre(0, 1.5, 0));
}

/// What leaves a host with `ranks` ranks for the other of two, in sums of `bytes`, as a part of these.
double sentToTheOtherHost(int ranks, std::size_t bytes, bool isHostwise)
{
    std::vector<int> hostOfRank(static_cast<std::size_t>(ranks), 0);
    hostOfRank.resize(2 * hostOfRank.size(), isHostwise ? 1 : kNoMemory);
    if (!isHostwise)
        std::ranges::fill(hostOfRank, kNoMemory);
    Hosts hosts(hostOfRank);
    std::mutex mutex;
    std::int64_t sent = 0;
    hosts.run([&](ProcessGroup& group) {
        const auto crossing = [&] {
            std::int64_t sum = 0;
            for (const PeerTraffic& peer : group.traffic())
                if (group.rank() < ranks && peer.rank >= ranks)
                    sum += peer.bytesSent;
            return sum;
        };
        const std::int64_t before = crossing();
        std::vector<float> values(bytes / sizeof(float), 1);
        group.allReduceSum(std::span(values));
        const std::lock_guard lock(mutex);
        sent += crossing() - before;
    });
    return static_cast<double>(sent) / static_cast<double>(bytes);
}

// 2 (h-1)/h of h = 2 hosts, where a ring of all ranks crosses with 2 (n-1)/n of n = 16 ranks.
TEST(HostwiseTraffic, TwoHostsSendTheGradientOnceHoweverManyRanksTheyHave)
{
    EXPECT_NEAR(sentToTheOtherHost(8, 4 << 20, true), 1.0, 0.001);
    EXPECT_NEAR(sentToTheOtherHost(2, 4 << 20, true), 1.0, 0.001);
    EXPECT_NEAR(sentToTheOtherHost(8, 4 << 20, false), 1.875, 0.001);
}

/// Ranks as processes that sum again and again; `harm` comes to one of them half-way. What the others say.
std::vector<std::string> endsAfter(std::vector<int> hostOfRank, int victim, int signal, double timeout)
{
    Hosts hosts(std::move(hostOfRank));
    SharedCounter underWay;
    RankProcesses processes(hosts.size(), [&](int rank) {
        GlooGroupOptions options = hosts.options(rank);
        options.timeoutSeconds = timeout;
        options.silenceSeconds = timeout;
        const auto group = makeHostwiseProcessGroup(std::move(options), hosts.memory(rank));
        return errorOf([&] {
            std::vector<float> values(3'000'000, 1);
            for (int i = 0; i < 100'000; ++i) {
                group->allReduceSum(std::span(values));
                if (i == 2)
                    underWay.add();
            }
        });
    });
    underWay.waitFor(hosts.size());
    ::kill(processes.pid(victim), signal);
    std::vector<std::string> reports;
    for (int rank = 0; rank < hosts.size(); ++rank)
        if (rank != victim)
            reports.push_back(processes.join(rank).report);
    return reports;
}

TEST(HostwiseFailures, AKilledRankEndsAllAndIsNamed)
{
    for (const int victim : {1, 2, 3}) // of the other host the leader, and one that only adds up
        for (const std::string& report : endsAfter({0, 0, 1, 1}, victim, SIGKILL, kPatience))
            EXPECT_THAT(report, ContainsRegex("ank " + std::to_string(victim) + " (closed|broke)"));
}

TEST(HostwiseFailures, AStoppedRankEndsAllAndIsNamed)
{
    for (const std::string& report : endsAfter({0, 0, 1, 1}, 3, SIGSTOP, 2))
        EXPECT_THAT(report, HasSubstr("Rank 3"));
}

} // namespace
} // namespace lockstep::test
