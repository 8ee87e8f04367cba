// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// Collectives that are under way at once: the same bits as one after the other, and one end for all.
#include "engine/core/random.h"
#include "engine/distributed/compression/gradient_codec.h"
#include "engine/distributed/gradient_reducer.h"
#include "engine/distributed/host_memory.h"
#include "engine/distributed/hostwise_process_group.h"
#include "tests/engine/distributed/rank_harness.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <fcntl.h>
#include <map>
#include <mutex>
#include <numeric>
#include <set>
#include <thread>

namespace lockstep::test {
namespace {

using testing::ContainsRegex;
using testing::Each;
using testing::HasSubstr;
using testing::StartsWith;

/// Ranks by host, and how many streams they have. Those of one host share memory.
class World {
public:
    World(std::vector<int> hostOfRank, int streams)
        : m_hosts(std::move(hostOfRank)), m_streams(streams), m_ports(size())
    {
        for (const int host : std::set(m_hosts.begin(), m_hosts.end()))
            m_memories.emplace(host, makeHostMemory(static_cast<int>(std::ranges::count(m_hosts, host))));
    }
    int size() const { return static_cast<int>(m_hosts.size()); }
    std::unique_ptr<ProcessGroup> meet(GlooGroupOptions options) const
    {
        options.streams = [this](double) { return m_streams; };
        const int memory = m_memories.at(m_hosts[static_cast<std::size_t>(options.rank)]).get();
        return makeHostwiseProcessGroup(std::move(options), Descriptor(::fcntl(memory, F_DUPFD_CLOEXEC, 0)));
    }
    GlooGroupOptions options(int rank) { return groupOptions(m_ports, rank); }
    /// Every rank is a thread.
    void run(const RankFunction& function)
    {
        std::vector<std::thread> threads;
        std::vector<std::string> errors(m_hosts.size());
        for (int rank = 0; rank < size(); ++rank)
            threads.emplace_back([&, rank, mine = options(rank)]() mutable {
                try {
                    function(*meet(std::move(mine)));
                } catch (const std::exception& error) {
                    errors[static_cast<std::size_t>(rank)] = error.what();
                }
            });
        for (std::thread& thread : threads)
            thread.join();
        EXPECT_THAT(errors, Each(""));
    }

private:
    std::vector<int> m_hosts;
    int m_streams;
    Ports m_ports;
    std::map<int, Descriptor> m_memories;
};

/// Parameters whose gradients take a bucket each, the last of them but for the smallest ones.
class Replica {
public:
    Replica()
    {
        std::vector<TensorInfo> infos;
        for (const Shape& shape : kShapes)
            infos.push_back({"p" + std::to_string(infos.size()), shape});
        std::size_t elements = 0;
        for (const TensorInfo& info : infos)
            elements += info.elements();
        m_values.resize(elements);
        m_gradients.resize(elements);
        m_parameters.resize(infos.size());
        std::size_t from = 0;
        for (const BucketPlan& plan : planBuckets(infos, 1)) {
            m_buckets.push_back({std::span(m_gradients).subspan(from, plan.elements), plan.parameters});
            for (const std::size_t index : plan.parameters) {
                const std::size_t size = infos[index].elements();
                m_parameters[index] = {infos[index].name, infos[index].shape,
                                       std::span(m_values).subspan(from, size),
                                       std::span(m_gradients).subspan(from, size)};
                from += size;
            }
        }
        fill(m_values, 1, 0);
    }
    HostReplica replica() { return {{m_parameters, {}, {}}, m_buckets}; }
    std::size_t parameters() const { return m_parameters.size(); }
    std::vector<float>& gradients() { return m_gradients; }
    /// Of which sums are rounded, so that their order shows.
    static void fill(std::span<float> values, unsigned seed, unsigned stream)
    {
        Random random(seed, stream);
        for (float& value : values)
            value = random.uniform(-1, 1);
    }

private:
    inline static const std::vector<Shape> kShapes{{20},      {60, 50}, {300},     {400, 300}, {64, 3, 3, 3},
                                                   {90, 700}, {10},     {500, 37}, {7},        {33, 35}};
    std::vector<float> m_values, m_gradients;
    std::vector<Parameter> m_parameters;
    std::vector<GradientBucket> m_buckets;
};

/// A few steps in which gradients become final in their order, some of them late; what all ranks hold then.
std::vector<float> reduced(const std::vector<int>& hostOfRank, int streams, CompressionKind compression)
{
    constexpr int kSteps = 4;
    std::mutex mutex;
    std::vector<float> result;
    World(hostOfRank, streams).run([&](ProcessGroup& group) {
        EXPECT_EQ(group.streams().size(), static_cast<std::size_t>(streams));
        Replica replica;
        TrainingSpec training;
        training.compression = compression;
        training.compressionRank = 2;
        training.compressionRatio = 0.05;
        training.optimizer = OptimizerKind::Momentum;
        const auto codec = makeGradientCodec(training, group, replica.replica());
        GradientReducer reducer(group, replica.replica().buckets);
        std::vector<float> all;
        for (int step = 0; step < kSteps; ++step) {
            Replica::fill(replica.gradients(), static_cast<unsigned>(step),
                          static_cast<unsigned>(group.rank()) + 1);
            const bool encodes = codec && codec->begin(kWholeSteps - 1 + step);
            reducer.begin(encodes ? codec.get() : nullptr);
            for (std::size_t i = replica.parameters(); i-- > 0;) {
                if ((i + static_cast<std::size_t>(group.rank() + step)) % 4 == 0)
                    sleepFor(0.002);
                reducer.add(i);
            }
            std::vector<double> scalars{1.0 / (group.rank() + 3), 1};
            reducer.finish(scalars);
            EXPECT_EQ(scalars[1], group.worldSize());
            all.insert(all.end(), replica.gradients().begin(), replica.gradients().end());
            all.push_back(static_cast<float>(scalars[0]));
        }
        const std::lock_guard lock(mutex);
        if (result.empty())
            result = all;
        EXPECT_TRUE(std::ranges::equal(std::as_bytes(std::span(result)), std::as_bytes(std::span(all))))
            << "rank " << group.rank() << " holds other bits";
    });
    return result;
}

std::string nameOf(const testing::TestParamInfo<std::tuple<std::vector<int>, CompressionKind>>& info)
{
    const auto& [hostOfRank, compression] = info.param;
    std::string name(toString(compression));
    std::erase(name, '-');
    for (const int host : hostOfRank)
        name += std::to_string(host);
    return name;
}

class Streams : public testing::TestWithParam<std::tuple<std::vector<int>, CompressionKind>> {};
INSTANTIATE_TEST_SUITE_P(Worlds, Streams,
                         testing::Combine(testing::Values(std::vector{0, 1}, std::vector{0, 1, 2},
                                                          std::vector{0, 1, 2, 3}, std::vector{0, 0},
                                                          std::vector{0, 0, 1, 1, 1}),
                                          testing::ValuesIn(kCompressions)),
                         nameOf);

TEST_P(Streams, GiveTheBitsThatOneAfterTheOtherGives)
{
    const auto& [hostOfRank, compression] = GetParam();
    const std::vector<float> expected = reduced(hostOfRank, 1, compression);
    ASSERT_FALSE(expected.empty());
    for (const int streams : {2, 3}) {
        const std::vector<float> found = reduced(hostOfRank, streams, compression);
        EXPECT_TRUE(std::ranges::equal(std::as_bytes(std::span(found)), std::as_bytes(std::span(expected))))
            << streams << " streams";
    }
}

// Rank 0 comes to the first stream only when the second has done its part.
TEST(StreamsOfAGroup, DoNotWaitForEachOther)
{
    World({0, 1, 2}, 2).run([](ProcessGroup& group) {
        ProcessGroup& second = *group.streams()[1];
        std::vector<float> first(300'000, 1), other(300'000, 2);
        if (group.rank() == 0) {
            second.allReduceSum(std::span(other));
            group.allReduceSum(std::span(first));
        } else {
            std::thread thread([&] { group.allReduceSum(std::span(first)); });
            second.allReduceSum(std::span(other));
            thread.join();
        }
        EXPECT_EQ(std::ranges::count(first, 3.0f), std::ssize(first)); // 1 + 1 + 1
        EXPECT_EQ(std::ranges::count(other, 6.0f), std::ssize(other));
    });
}

TEST(StreamsOfAGroup, AreAsManyAsTheRoundTripAsksForOnEveryRank)
{
    Ports ports(3);
    std::mutex mutex;
    std::set<double> roundTrips;
    std::vector<std::thread> threads;
    for (int rank = 0; rank < 3; ++rank)
        threads.emplace_back([&, options = groupOptions(ports, rank)]() mutable {
            options.streams = [&](double roundTrip) {
                const std::lock_guard lock(mutex);
                roundTrips.insert(roundTrip);
                return 3;
            };
            const auto group = makeGlooProcessGroup(std::move(options));
            EXPECT_EQ(group->streams().size(), 3u);
            EXPECT_EQ(group->streams()[0], group.get());
        });
    for (std::thread& thread : threads)
        thread.join();
    ASSERT_EQ(roundTrips.size(), 1u); // all heard of the same
    EXPECT_GT(*roundTrips.begin(), 0);
    EXPECT_LT(*roundTrips.begin(), 1); // of this computer to itself
}

TEST(StreamsOfAGroup, CountTheirTrafficTogether)
{
    constexpr std::size_t kBytes = 4 << 20;
    World({0, 1}, 3).run([](ProcessGroup& group) {
        const std::int64_t before = group.traffic().at(0).bytesSent;
        for (ProcessGroup* const stream : group.streams()) {
            std::vector<float> values(kBytes / sizeof(float), 1);
            stream->allReduceSum(std::span(values));
        }
        // Each sends 2 (n-1)/n of the values.
        EXPECT_NEAR(static_cast<double>(group.traffic().at(0).bytesSent - before), 3.0 * kBytes,
                    0.01 * kBytes);
        EXPECT_TRUE(group.traffic().at(0).sending);
    });
}

/// Every rank sums on all its streams, again and again; the errors that end them.
std::vector<std::string> sumForEver(ProcessGroup& group, const std::function<void()>& inside)
{
    const std::vector<ProcessGroup*> streams = group.streams();
    std::vector<std::string> errors(streams.size());
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < streams.size(); ++i)
        threads.emplace_back([&, i] {
            std::vector<float> values(200'000, 1);
            errors[i] = errorOf([&] {
                streams[i]->allReduceSum(std::span(values));
                inside();
                while (true)
                    streams[i]->allReduceSum(std::span(values));
            });
        });
    for (std::thread& thread : threads)
        thread.join();
    return errors;
}

TEST(StreamsOfAGroup, EndTogetherWhenAPersonStopsThem)
{
    SharedCounter inside;
    World({0, 1, 2}, 3).run([&](ProcessGroup& group) {
        std::thread watch;
        if (group.rank() == 0)
            watch = std::thread([&] {
                inside.waitFor(9);
                group.breakOff();
            });
        EXPECT_THAT(sumForEver(group, [&] { inside.add(); }), Each(StartsWith("10: ")));
        if (watch.joinable())
            watch.join();
        EXPECT_THAT(errorOf([&] { group.throwIfEnded(); }), StartsWith("10: "));
    });
}

TEST(StreamsOfAGroup, EndTogetherWhenOneFails)
{
    World({0, 1}, 3).run([&](ProcessGroup& group) {
        const std::vector<ProcessGroup*> streams = group.streams();
        // On one stream the ranks are out of step; on another this rank would wait for ever.
        std::string waited;
        std::vector<float> values(1000);
        std::thread waiting;
        if (group.rank() == 0)
            waiting =
                std::thread([&] { waited = errorOf([&] { streams[2]->allReduceSum(std::span(values)); }); });
        std::vector<float> sum(group.rank() == 0 ? 100'000 : 50'000);
        const std::string error = errorOf([&] { streams[1]->allReduceSum(std::span(sum)); });
        EXPECT_THAT(error, HasSubstr("out of step"));
        if (waiting.joinable())
            waiting.join();
        if (group.rank() == 0) {
            EXPECT_THAT(waited, HasSubstr("out of step"));
        }
        EXPECT_THAT(errorOf([&] { group.throwIfEnded(); }), HasSubstr("out of step"));
    });
}

/// Trains until `harm` comes to rank 1 in the middle of a step; what the others say.
std::vector<std::string> endsAfter(std::vector<int> hostOfRank, int signal, double silence)
{
    World world(std::move(hostOfRank), 3);
    SharedCounter underWay;
    RankProcesses processes(world.size(), [&](int rank) {
        GlooGroupOptions options = world.options(rank);
        options.silenceSeconds = silence;
        const auto group = world.meet(std::move(options));
        Replica replica;
        return errorOf([&] {
            GradientReducer reducer(*group, replica.replica().buckets);
            for (int step = 0;; ++step) {
                reducer.begin();
                for (std::size_t i = replica.parameters(); i-- > 0;)
                    reducer.add(i);
                reducer.finish({});
                if (step == 2)
                    underWay.add();
            }
        });
    });
    underWay.waitFor(world.size());
    ::kill(processes.pid(1), signal);
    std::vector<std::string> reports;
    for (int rank = 0; rank < world.size(); ++rank)
        if (rank != 1)
            reports.push_back(processes.join(rank).report);
    return reports;
}

TEST(StreamsOfAGroup, AKilledRankEndsAllAndIsNamed)
{
    for (const auto& hostOfRank : {std::vector{0, 1, 2}, std::vector{0, 0, 1, 1}})
        EXPECT_THAT(endsAfter(hostOfRank, SIGKILL, kPatience), Each(ContainsRegex("ank 1 (closed|broke)")));
}

TEST(StreamsOfAGroup, AStoppedRankEndsAllAndIsNamed)
{
    EXPECT_THAT(endsAfter({0, 1, 2}, SIGSTOP, 6), Each(HasSubstr("Rank 1")));
}

} // namespace
} // namespace lockstep::test
