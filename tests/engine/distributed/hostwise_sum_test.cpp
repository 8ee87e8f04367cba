// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/hostwise_sum.h"

#include "tests/engine/distributed/rank_hosts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <iterator>
#include <limits>
#include <mutex>
#include <numeric>
#include <random>

namespace lockstep::test {
namespace {

using testing::ContainsRegex;
using testing::ElementsAre;
using testing::HasSubstr;

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

struct Layout {
    std::vector<int> hostOfRank;
    std::vector<int> parents; ///< SumOrder::parents
};

class HostwiseSums : public testing::TestWithParam<Layout> {
protected:
    /// All ranks against a sum in double, added up one rank after the other, and against one another. An
    /// error is at most (n - 1) half units in the last place of the sum of magnitudes (Higham, Accuracy and
    /// Stability of Numerical Algorithms, 4.2), whatever the order.
    template <typename Number>
    static void check(std::initializer_list<std::size_t> sizes)
    {
        RankHosts hosts = makeHosts();
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

    static RankHosts makeHosts() { return RankHosts(GetParam().hostOfRank, {{}, GetParam().parents}); }

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
    RankHosts hosts = makeHosts();
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

/// What a rank gathers: which rank, which call and which byte shows.
std::vector<std::byte> marks(int rank, std::size_t count)
{
    std::minstd_rand random(static_cast<unsigned>(rank) * 104729 + static_cast<unsigned>(count) + 1);
    std::vector<std::byte> bytes(count);
    for (std::byte& each : bytes)
        each = static_cast<std::byte>(random() >> 8);
    return bytes;
}

// Around a piece (1 MiB), and several of them.
TEST_P(HostwiseSums, ComeBetweenWhatIsGathered)
{
    constexpr std::size_t kMebibyte = std::size_t{1} << 20;
    RankHosts hosts = makeHosts();
    hosts.run([&](ProcessGroup& group) {
        for (const std::size_t count : {std::size_t{1}, std::size_t{5}, kMebibyte - 1, kMebibyte,
                                        kMebibyte + 1, 3 * kMebibyte + 7, std::size_t{0}, std::size_t{3}}) {
            std::vector<std::byte> expected;
            for (int rank = 0; rank < group.worldSize(); ++rank)
                std::ranges::copy(marks(rank, count), std::back_inserter(expected));
            ASSERT_TRUE(group.allGather(marks(group.rank(), count)) == expected)
                << "rank " << group.rank() << ", " << count << " bytes";
            std::vector<float> ones(count / 8 + 1, 1);
            group.allReduceSum(std::span(ones));
            ASSERT_EQ(ones.back(), static_cast<float>(group.worldSize()));
        }
    });
}

TEST(HostwiseGathers, AreInTheOrderOfRanksWhateverTheRing)
{
    RankHosts hosts({0, 1, 0, 2, 1}, {{3, 1, 4, 0, 2}, {}});
    hosts.run([&](ProcessGroup& group) {
        const int mine = 10 + group.rank();
        const std::vector<std::byte> all = group.allGather(std::as_bytes(std::span(&mine, 1)));
        std::vector<int> numbers(5);
        std::ranges::copy(all, std::as_writable_bytes(std::span(numbers)).begin());
        EXPECT_THAT(numbers, ElementsAre(10, 11, 12, 13, 14));
    });
}

std::string nameOf(const testing::TestParamInfo<Layout>& layout)
{
    std::string name;
    for (const int host : layout.param.hostOfRank)
        name += host == kNoMemory ? "x" : std::to_string(host);
    for (const int parent : layout.param.parents)
        name += (name.find('_') == std::string::npos ? "_" : "") +
                (parent < 0 ? std::string("r") : std::to_string(parent));
    return name;
}

INSTANTIATE_TEST_SUITE_P(Rings, HostwiseSums,
                         testing::Values(Layout{{0, 0}, {}}, Layout{{0, 0, 0}, {}},
                                         Layout{{0, 0, 0, 0, 0, 0, 0, 0}, {}}, Layout{{0, 0, 1}, {}},
                                         Layout{{0, 0, 1, 1}, {}}, Layout{{0, 1, 0, 1, 0}, {}},
                                         Layout{{0, 1, 1, 2, 2, 2}, {}}, Layout{{0, 0, 0, 1, 1, 1, 2, 2}, {}},
                                         Layout{{0, 1, 2}, {}},
                                         Layout{{0, 0, kNoMemory, 1, kNoMemory, 1}, {}}),
                         nameOf);

// A chain with the root at its end, three tiers with a branch, hosts of several ranks, and such whose ranks
// share no memory.
INSTANTIATE_TEST_SUITE_P(
    Trees, HostwiseSums,
    testing::Values(Layout{{0, 1, 2}, {-1, 0, 1}}, Layout{{0, 1, 2, 3, 4, 5}, {1, 2, -1, 2, 3, 3}},
                    Layout{{0, 1, 2, 0, 1, 2, 2}, {1, -1, 1, 0, 1, 2, 2}},
                    Layout{{kNoMemory, kNoMemory, 0, 0, 1, 1, 1}, {2, 0, -1, 2, 2, 4, 4}}),
    nameOf);

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
    const SumOrder around{{0, 2, 5, 6, 4, 1, 3}, {}};
    EXPECT_THAT(layOutHosts(ids, 3, around).leaders, ElementsAre(0, 2, 4, 1));
    EXPECT_THAT(layOutHosts(ids, 3, around).local, ElementsAre(1, 3));
    EXPECT_THAT(layOutHosts(ids, 3, around).members,
                ElementsAre(ElementsAre(0), ElementsAre(2, 5, 6), ElementsAre(4), ElementsAre(1, 3)));
    EXPECT_EQ(layOutHosts(ids, 3, around).tree, std::nullopt);
    // The host of 1 and 3 is the root, that of 2, 5 and 6 hangs on it, and 0 and 4 on that.
    const SumOrder climbing{{}, {2, -1, 1, 1, 2, 2, 2}};
    for (const int rank : {1, 3})
        EXPECT_EQ(layOutHosts(ids, rank, climbing).tree, (TreePlace{-1, {2}}));
    for (const int rank : {2, 5, 6})
        EXPECT_EQ(layOutHosts(ids, rank, climbing).tree, (TreePlace{1, {0, 4}}));
    EXPECT_EQ(layOutHosts(ids, 4, climbing).tree, (TreePlace{2, {}}));
}

/// What rank 0 sends to each of the others in a sum, as a part of its bytes.
std::vector<double> sentAlong(std::vector<int> hostOfRank, const SumOrder& order)
{
    constexpr std::size_t kBytes = 4 << 20;
    std::vector<double> parts;
    RankHosts hosts(std::move(hostOfRank), order);
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
    EXPECT_THAT(sentAlong(apart, {{0, 1, 2, 3}, {}}), ElementsAre(0, 0, 1.5));
    EXPECT_THAT(sentAlong(apart, {{0, 3, 1, 2}, {}}), ElementsAre(0, 1.5, 0));
}

TEST(HostwiseTraffic, CrossesEachEdgeOfATreeOnceEachWay)
{
    const std::vector<int> apart(4, kNoMemory);
    EXPECT_THAT(sentAlong(apart, {{}, {1, 2, -1, 2}}), ElementsAre(1, 0, 0));
    EXPECT_THAT(sentAlong(apart, {{}, {3, 0, 0, -1}}), ElementsAre(1, 1, 1));
}

/// What leaves a host with `ranks` ranks for the other of two, in sums of `bytes`, as a part of these.
double sentToTheOtherHost(int ranks, std::size_t bytes, bool isHostwise)
{
    std::vector<int> hostOfRank(static_cast<std::size_t>(ranks), 0);
    hostOfRank.resize(2 * hostOfRank.size(), isHostwise ? 1 : kNoMemory);
    if (!isHostwise)
        std::ranges::fill(hostOfRank, kNoMemory);
    RankHosts hosts(hostOfRank);
    std::mutex mutex;
    std::int64_t sent = 0;
    hosts.run([&](ProcessGroup& group) {
        const std::int64_t before = sentBeyond(group, ranks);
        std::vector<float> values(bytes / sizeof(float), 1);
        group.allReduceSum(std::span(values));
        const std::lock_guard lock(mutex);
        sent += sentBeyond(group, ranks) - before;
    });
    return static_cast<double>(sent) / static_cast<double>(bytes);
}

// 2 (h-1)/h of h = 2 hosts, where a ring of all ranks crosses with 2 (n-1)/n of n = 16 ranks.
TEST(HostwiseTraffic, TwoHostsSendTheGradientOnceHoweverManyRanksTheyHave)
{
    // Signs of life cross as well, the more of them the longer a sum takes.
    constexpr double kSlack = 0.01;
    EXPECT_NEAR(sentToTheOtherHost(8, 4 << 20, true), 1.0, kSlack);
    EXPECT_NEAR(sentToTheOtherHost(2, 4 << 20, true), 1.0, kSlack);
    EXPECT_NEAR(sentToTheOtherHost(8, 4 << 20, false), 1.875, kSlack);
}

void sumMuch(ProcessGroup& group)
{
    std::vector<float> values(3'000'000, 1);
    group.allReduceSum(std::span(values));
}

TEST(HostwiseFailures, AKilledRankEndsAllAndIsNamed)
{
    for (const int victim : {1, 2, 3}) // of the other host the leader, and one that only adds up
        for (const std::string& report : endsAfter({0, 0, 1, 1}, victim, SIGKILL, kPatience, sumMuch))
            EXPECT_THAT(report, ContainsRegex("ank " + std::to_string(victim) + " (closed|broke)"));
}

/// A chain of four hosts, the root at its third: who is lost may be an end, between two others, or the root.
const SumOrder kChain{{}, {1, 2, -1, 2}};

TEST(TreeFailures, AKilledRankEndsAllAndIsNamed)
{
    for (const int victim : {0, 1, 2})
        for (const std::string& report : endsAfter({0, 1, 2, 3}, victim, SIGKILL, kPatience, sumMuch, kChain))
            EXPECT_THAT(report, ContainsRegex("ank " + std::to_string(victim) + " (closed|broke)"));
}

TEST(TreeFailures, AStoppedRankEndsAllAndIsNamed)
{
    for (const int victim : {0, 2})
        for (const std::string& report : endsAfter({0, 1, 2, 3}, victim, SIGSTOP, 2, sumMuch, kChain))
            EXPECT_THAT(report, HasSubstr("Rank " + std::to_string(victim)));
}

TEST(HostwiseFailures, AStoppedRankEndsAllAndIsNamed)
{
    for (const std::string& report : endsAfter({0, 0, 1, 1}, 3, SIGSTOP, 2, sumMuch))
        EXPECT_THAT(report, HasSubstr("Rank 3"));
}

} // namespace
} // namespace lockstep::test
