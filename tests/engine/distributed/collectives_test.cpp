// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/distributed/rank_harness.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <mutex>
#include <set>

namespace lockstep::test {
namespace {

// A value in (-1, 1) that depends on everything.
double sample(int rank, std::size_t index, unsigned salt)
{
    std::uint64_t x =
        index * 0x9e3779b97f4a7c15ULL + static_cast<std::uint64_t>(rank) * 0xbf58476d1ce4e5b9ULL + salt;
    x ^= x >> 31;
    x *= 0x94d049bb133111ebULL;
    x ^= x >> 29;
    return static_cast<double>(static_cast<std::int64_t>(x)) / 9.3e18;
}

template <typename Number>
std::vector<Number> samples(int rank, std::size_t count, unsigned salt)
{
    std::vector<Number> values(count);
    for (std::size_t i = 0; i < count; ++i)
        values[i] = static_cast<Number>(sample(rank, i, salt));
    return values;
}

template <typename Number>
std::uint64_t hashOf(const std::vector<Number>& values)
{
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    const auto* bytes = reinterpret_cast<const unsigned char*>(values.data());
    std::size_t left = values.size() * sizeof(Number);
    while (left > 0) {
        std::uint64_t word = 0;
        const std::size_t take = std::min(left, sizeof word);
        std::memcpy(&word, bytes, take);
        hash = (hash ^ word) * 0x100000001b3ULL;
        hash ^= hash >> 33;
        bytes += take;
        left -= take;
    }
    return hash;
}

class Collectives : public testing::TestWithParam<int> {
protected:
    // Largest error of a sum against one computed serially in double precision.
    template <typename Number>
    static double worstError(const std::vector<Number>& sums, int ranks, unsigned salt)
    {
        double worst = 0;
        for (std::size_t i = 0; i < sums.size(); ++i) {
            double expected = 0;
            for (int r = 0; r < ranks; ++r)
                expected += static_cast<double>(static_cast<Number>(sample(r, i, salt)));
            const double error = std::abs(expected - static_cast<double>(sums[i]));
            worst = error <= worst ? worst : error; // a NaN stays
        }
        return worst;
    }

    template <typename Number>
    void checkAllReduce(std::initializer_list<std::size_t> sizes, double tolerance)
    {
        const int ranks = GetParam();
        std::mutex mutex;
        std::vector<std::set<std::uint64_t>> hashes(sizes.size());
        runAsThreads(ranks, [&](ProcessGroup& group) {
            unsigned salt = 0;
            for (const std::size_t size : sizes) {
                auto values = samples<Number>(group.rank(), size, salt);
                group.allReduceSum(std::span<Number>(values));
                if (group.rank() == static_cast<int>(salt) % ranks) {
                    EXPECT_LE(worstError(values, ranks, salt), tolerance * ranks) << size << " elements";
                }
                const std::lock_guard lock(mutex);
                hashes[salt++].insert(hashOf(values));
            }
        });
        for (const auto& hash : hashes)
            EXPECT_EQ(hash.size(), 1u) << "the ranks hold different bits";
    }
};

TEST_P(Collectives, AllReduceFloatEqualsTheSerialSumAndIsTheSameOnEveryRank)
{
    checkAllReduce<float>({1, 2, 3, 5, 7, 1001, 4095, 4096, 65537, 262144, 1000003, 3000000}, 1.2e-7);
}

TEST_P(Collectives, AllReduceDoubleEqualsTheSerialSumAndIsTheSameOnEveryRank)
{
    checkAllReduce<double>({1, 2, 3, 8, 513, 2047, 2048, 100003}, 3e-16);
}

TEST_P(Collectives, BroadcastReachesEveryRankFromEveryRoot)
{
    runAsThreads(GetParam(), [](ProcessGroup& group) {
        for (const std::size_t size : {1u, 3u, 1001u, 70000u, 3000000u}) {
            for (int root = 0; root < group.worldSize(); ++root) {
                auto values = samples<float>(group.rank(), size, 5);
                group.broadcast(std::as_writable_bytes(std::span(values)), root);
                EXPECT_EQ(hashOf(values), hashOf(samples<float>(root, size, 5))) << size << " from " << root;
            }
        }
    });
}

TEST_P(Collectives, AllToAllGivesEachRankItsPart)
{
    runAsThreads(GetParam(), [](ProcessGroup& group) {
        const auto ranks = static_cast<std::size_t>(group.worldSize());
        const auto self = static_cast<std::size_t>(group.rank());
        for (const std::size_t size : {0u, 1u, 1001u, 700000u}) {
            std::vector<float> mine, expected;
            for (std::size_t rank = 0; rank < ranks; ++rank) {
                const auto to = samples<float>(group.rank(), size, static_cast<unsigned>(rank));
                const auto from = samples<float>(static_cast<int>(rank), size, static_cast<unsigned>(self));
                mine.insert(mine.end(), to.begin(), to.end());
                expected.insert(expected.end(), from.begin(), from.end());
            }
            std::vector<float> theirs(mine.size());
            group.allToAll(std::as_bytes(std::span(mine)), std::as_writable_bytes(std::span(theirs)));
            EXPECT_EQ(theirs, expected) << size;
        }
    });
}

TEST_P(Collectives, AllGatherKeepsRankOrder)
{
    runAsThreads(GetParam(), [](ProcessGroup& group) {
        for (const std::size_t size : {1u, 2u, 1001u, 300000u}) {
            const auto mine = samples<float>(group.rank(), size, 9);
            const std::vector<std::byte> all = group.allGather(std::as_bytes(std::span(mine)));
            ASSERT_EQ(all.size(), size * sizeof(float) * static_cast<std::size_t>(group.worldSize()));
            for (int r = 0; r < group.worldSize(); ++r) {
                const auto expected = samples<float>(r, size, 9);
                const std::byte* const part = all.data() + static_cast<std::size_t>(r) * size * sizeof(float);
                EXPECT_EQ(std::memcmp(part, expected.data(), size * sizeof(float)), 0) << "part " << r;
            }
        }
        EXPECT_TRUE(group.allGather({}).empty());
    });
}

// In pieces: each rank sends what it gets to one other, and says how far it is.
TEST_P(Collectives, ALargeBroadcastCrossesEachLinkOnce)
{
    constexpr std::size_t kBytes = 5'300'001;
    const auto expected = samples<float>(0, kBytes / sizeof(float) + 1, 3);
    runAsThreads(GetParam(), [&](ProcessGroup& group) {
        for (int root = 0; root < group.worldSize(); ++root) {
            std::vector<std::byte> bytes(kBytes);
            if (group.rank() == root)
                std::memcpy(bytes.data(), expected.data(), kBytes);
            std::vector<std::size_t> told;
            group.broadcast(bytes, root, [&](std::size_t done) { told.push_back(done); });
            EXPECT_EQ(std::memcmp(bytes.data(), expected.data(), kBytes), 0) << "root " << root;
            EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
            ASSERT_FALSE(told.empty());
            EXPECT_EQ(told.back(), kBytes);
        }
        group.barrier();
        std::int64_t sent = 0;
        for (const PeerTraffic& peer : group.traffic())
            sent += peer.bytesSent;
        EXPECT_LT(sent, static_cast<std::int64_t>(kBytes) * (group.worldSize() - 1) + 100'000);
    });
}

TEST_P(Collectives, BarrierHoldsEveryoneUntilTheLastArrives)
{
    std::atomic<int> arrived{0};
    const int ranks = GetParam();
    runAsThreads(ranks, [&](ProcessGroup& group) {
        for (int round = 1; round <= 3; ++round) {
            sleepFor(group.rank() == round % ranks ? 0.05 : 0);
            ++arrived;
            group.barrier();
            EXPECT_GE(arrived.load(), round * ranks);
            group.barrier();
        }
    });
}

TEST_P(Collectives, MixInAnyOrder)
{
    const int ranks = GetParam();
    runAsThreads(ranks, [&](ProcessGroup& group) {
        for (int round = 0; round < 200; ++round) {
            std::vector<float> values(static_cast<std::size_t>(1 + round * 37),
                                      static_cast<float>(group.rank() + 1));
            group.allReduceSum(std::span<float>(values));
            EXPECT_EQ(values.back(), static_cast<float>(ranks * (ranks + 1) / 2));
            int number = group.rank() == round % ranks ? round : -1;
            group.broadcast(std::as_writable_bytes(std::span(&number, 1)), round % ranks);
            EXPECT_EQ(number, round);
            if (round % 3 == 0)
                group.barrier();
        }
    });
}

TEST_P(Collectives, TrafficCountsBytesPerPeer)
{
    const int ranks = GetParam();
    runAsThreads(ranks, [&](ProcessGroup& group) {
        std::vector<float> values(1000000, 1.0f);
        group.allReduceSum(std::span<float>(values));
        group.barrier();
        const std::vector<PeerTraffic> traffic = group.traffic();
        ASSERT_EQ(traffic.size(), static_cast<std::size_t>(ranks - 1));
        std::int64_t sent = 0;
        std::int64_t received = 0;
        for (const PeerTraffic& peer : traffic) {
            EXPECT_NE(peer.rank, group.rank());
            EXPECT_GE(peer.waitSeconds, 0);
            sent += peer.bytesSent;
            received += peer.bytesReceived;
        }
        // A ring moves 2 (n-1)/n of the data each way, and little more.
        const double expected = 4e6 * 2 * (ranks - 1) / ranks;
        EXPECT_GE(static_cast<double>(sent), expected * 0.999);
        EXPECT_LE(static_cast<double>(sent), expected * 1.01 + 4096);
        EXPECT_GE(static_cast<double>(received), expected * 0.999);
    });
}

INSTANTIATE_TEST_SUITE_P(Ranks, Collectives, testing::Values(1, 2, 3, 4, 8),
                         [](const auto& name) { return std::to_string(name.param); });

TEST(Collectives, AFastRootIsHeldBackAndNothingIsLost)
{
    runAsThreads(2, [](ProcessGroup& group) {
        std::vector<float> values(2000000);
        if (group.rank() == 1)
            sleepFor(0.5);
        for (int i = 0; i < 6; ++i) {
            if (group.rank() == 0)
                values[9] = static_cast<float>(i);
            group.broadcast(std::as_writable_bytes(std::span(values)), 0);
            EXPECT_EQ(values[9], static_cast<float>(i));
        }
    });
}

TEST(Collectives, WorkAsForkedProcessesOverIpv6)
{
    Ports ports(3, "::1");
    RankProcesses processes(3, [&](int rank) {
        const auto group = makeGlooProcessGroup(groupOptions(ports, rank));
        std::vector<float> values(500000, static_cast<float>(rank + 1));
        group->allReduceSum(std::span<float>(values));
        return std::to_string(values.front() + values.back());
    });
    for (int rank = 0; rank < 3; ++rank)
        EXPECT_EQ(processes.join(rank).report, std::to_string(12.0f)) << rank;
}

TEST(Collectives, AGlooGroupOfOneNeedsNoNetwork)
{
    Ports ports(1);
    const auto group = makeGlooProcessGroup(groupOptions(ports, 0));
    std::vector<float> values{1, 2};
    group->allReduceSum(std::span<float>(values));
    EXPECT_EQ(values, (std::vector<float>{1, 2}));
    EXPECT_EQ(group->worldSize(), 1);
}

TEST(SoloGroup, IsTheIdentityAndCanBeAborted)
{
    const auto group = makeSoloProcessGroup();
    std::vector<float> values{1, 2};
    group->allReduceSum(std::span<float>(values));
    EXPECT_EQ(values, (std::vector<float>{1, 2}));
    EXPECT_TRUE(group->traffic().empty());
    group->abort("a person asked");
    EXPECT_EQ(errorOf([&] { group->barrier(); }), "6: The run was ended: a person asked");
}

TEST(RunTokenText, TakesHexadecimalDigitsOnlyAndNeverRepeatsThem)
{
    const RunToken token = parseRunToken("00ff" + std::string(60, 'A'));
    EXPECT_EQ(token[0], 0);
    EXPECT_EQ(token[1], 0xff);
    EXPECT_EQ(token[31], 0xaa);
    for (const std::string& bad :
         {std::string(), std::string(63, 'a'), std::string(65, 'a'), std::string(63, 'a') + "g"}) {
        const std::string error = errorOf([&] { parseRunToken(bad); });
        EXPECT_EQ(error.substr(0, 2), "2:");
        EXPECT_EQ(error.find("aaa"), std::string::npos);
    }
}

} // namespace
} // namespace lockstep::test
