// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/gradient_reducer.h"

#include "engine/core/error.h"
#include "tests/engine/distributed/rank_harness.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <numeric>
#include <thread>

namespace lockstep::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Gradients laid out by bucket, as a program does it.
struct Model {
    Model(std::vector<std::size_t> sizes, std::size_t bucketBytes) : memory(sizes.size())
    {
        std::vector<TensorInfo> parameters;
        for (const std::size_t size : sizes)
            parameters.push_back({"p", Shape{static_cast<std::int64_t>(size)}});
        all.resize(std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}));
        std::size_t from = 0;
        for (const BucketPlan& plan : planBuckets(parameters, bucketBytes)) {
            buckets.push_back({std::span(all).subspan(from, plan.elements), plan.parameters});
            for (const std::size_t index : plan.parameters) {
                memory[index] = std::span(all).subspan(from, sizes[index]);
                from += sizes[index];
            }
        }
    }
    // Whole numbers: sums are exact in f32, whatever their order.
    void fill(int rank, int step)
    {
        for (std::size_t p = 0; p < memory.size(); ++p)
            for (std::size_t i = 0; i < memory[p].size(); ++i)
                memory[p][i] = static_cast<float>((rank + 1) * (static_cast<int>(p + i) % 1000) + step);
    }
    std::vector<float> all;
    std::vector<std::span<float>> memory; ///< by parameter
    std::vector<GradientBucket> buckets;
};

const std::vector<std::size_t> kSizes{500, 20, 25000, 50, 400000, 500, 5000, 10, 70000, 3};

class Reducer : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

TEST_P(Reducer, EqualsTheSerialSumInEveryStep)
{
    const auto [ranks, bucketBytes] = GetParam();
    runAsThreads(ranks, [&, ranks = ranks, bucketBytes = bucketBytes](ProcessGroup& group) {
        Model model(kSizes, bucketBytes);
        GradientReducer reducer(group, model.buckets);
        for (int step = 0; step < 5; ++step) {
            model.fill(group.rank(), step);
            reducer.begin();
            for (std::size_t i = kSizes.size(); i-- > 0;)
                reducer.add(i ^ 1); // neighbours swapped: not quite the order of the buckets
            std::vector<double> scalars{0.1 * (group.rank() + 1), group.rank() == 1 ? 1.0 : 0.0,
                                        1e15 + group.rank()};
            reducer.finish(scalars);
            const int sumOfRanks = ranks * (ranks + 1) / 2;
            EXPECT_DOUBLE_EQ(scalars[0], 0.1 * sumOfRanks);
            EXPECT_EQ(scalars[1], ranks > 1 ? 1.0 : 0.0);
            EXPECT_EQ(scalars[2], 1e15 * ranks + ranks * (ranks - 1) / 2);
            for (std::size_t p = 0; p < kSizes.size(); ++p)
                for (std::size_t i = 0; i < kSizes[p]; ++i)
                    ASSERT_EQ(
                        model.memory[p][i],
                        static_cast<float>(sumOfRanks * (static_cast<int>(p + i) % 1000) + ranks * step))
                        << "parameter " << p << ", element " << i;
        }
    });
}

/// Takes its time for a bucket, and has it summed then.
class SlowCodec final : public GradientCodec {
public:
    SlowCodec(ProcessGroup& group, std::span<float> bucket, double seconds)
        : m_group(group), m_bucket(bucket), m_seconds(seconds)
    {
    }
    bool begin(std::int64_t) override { return true; }
    void reduce(std::size_t, std::size_t) override
    {
        {
            const WorkClock::Working working = work();
            std::this_thread::sleep_for(std::chrono::duration<double>(m_seconds));
        }
        m_group.allReduceSum(m_bucket);
        isDone = true;
    }
    TensorStore& state() override { return m_state; }
    std::string description() const override { return "slow"; }

    std::atomic<bool> isDone = false;

private:
    ProcessGroup& m_group;
    std::span<float> m_bucket;
    double m_seconds;
    HostTensors m_state;
};

TEST(ReducerWithACodec, TellsItsWorkFromTheWaitForOthers)
{
    constexpr double kQuick = 0.05, kSlow = 2;
    runAsThreads(2, [&](ProcessGroup& group) {
        Model model({100}, 1);
        GradientReducer reducer(group, model.buckets);
        SlowCodec codec(group, model.memory[0], group.rank() == 0 ? kQuick : kSlow);
        reducer.begin(&codec);
        reducer.add(0);
        reducer.finish({});
        EXPECT_GE(reducer.codecSeconds(), group.rank() == 0 ? kQuick : kSlow);
        if (group.rank() == 0) { // it waited for the other as long as that worked
            EXPECT_LT(reducer.codecSeconds(), kSlow / 2);
        }
    });
}

TEST(ReducerWithACodec, LeavesOutWhatItDoesBesideTheBackwardPass)
{
    runAsThreads(2, [&](ProcessGroup& group) {
        Model model({100}, 1);
        GradientReducer reducer(group, model.buckets);
        SlowCodec codec(group, model.memory[0], 0.05);
        reducer.begin(&codec);
        reducer.add(0);
        while (!codec.isDone) // a group without an answer ends it
            std::this_thread::yield();
        reducer.finish({});
        EXPECT_EQ(reducer.codecSeconds(), 0);
    });
}

INSTANTIATE_TEST_SUITE_P(Shapes, Reducer,
                         testing::Combine(testing::Values(1, 2, 3, 4),
                                          testing::Values(std::size_t{1}, std::size_t{100000},
                                                          std::size_t{1} << 30)),
                         [](const auto& name) {
                             return std::to_string(std::get<0>(name.param)) + "Ranks" +
                                    std::to_string(std::get<1>(name.param)) + "Bytes";
                         });

TEST(Reducer, IsDeterministicWhateverTheTiming)
{
    const auto run = [](unsigned jitter) {
        std::vector<float> result;
        std::mutex mutex;
        runAsThreads(3, [&](ProcessGroup& group) {
            Model model(kSizes, 60000);
            for (const std::span<float> gradient : model.memory)
                for (std::size_t i = 0; i < gradient.size(); ++i)
                    gradient[i] =
                        1.0f / static_cast<float>(i * 7 + 1 + static_cast<std::size_t>(group.rank()));
            GradientReducer reducer(group, model.buckets);
            reducer.begin();
            for (std::size_t i = kSizes.size(); i-- > 0;) {
                if (jitter != 0 && (i + static_cast<std::size_t>(group.rank())) % jitter == 0)
                    sleepFor(0.003);
                reducer.add(i);
            }
            reducer.finish({});
            const std::lock_guard lock(mutex);
            if (result.empty())
                result = model.all;
            EXPECT_EQ(result, model.all);
        });
        return result;
    };
    const auto first = run(0);
    EXPECT_EQ(first, run(1));
    EXPECT_EQ(first, run(3));
}

// A group that notes what it is asked for and can hold a collective back or fail it.
class ScriptedGroup final : public ProcessGroup {
public:
    int rank() const override { return 0; }
    int worldSize() const override { return 2; }
    void allReduceSum(std::span<float> values) override { note("f32 " + std::to_string(values.size())); }
    void allReduceSum(std::span<double> values) override { note("f64 " + std::to_string(values.size())); }
    void broadcast(std::span<std::byte>, int, const Progress&) override {}
    void setActivity(Activity) override {}
    void breakOff() override {}
    void throwIfEnded() const override {}
    std::string address() const override { return {}; }
    std::vector<std::byte> allGather(std::span<const std::byte>) override { return {}; }
    void allToAll(std::span<const std::byte>, std::span<std::byte>) override {}
    void barrier() override {}
    void abort(const std::string& reason) override
    {
        const std::lock_guard lock(m_mutex);
        aborted = reason;
        m_changed.notify_all();
    }
    std::vector<PeerTraffic> traffic() const override { return {}; }
    SumWay sumWay() const override { return way; }

    std::vector<std::string> calls()
    {
        const std::lock_guard lock(m_mutex);
        return m_calls;
    }
    void waitForCalls(std::size_t count)
    {
        std::unique_lock lock(m_mutex);
        ASSERT_TRUE(
            m_changed.wait_for(lock, std::chrono::seconds(5), [&] { return m_calls.size() >= count; }));
    }
    std::string failAt;
    std::string hangAt;
    std::string aborted;
    SumWay way;

private:
    void note(const std::string& call)
    {
        std::unique_lock lock(m_mutex);
        m_calls.push_back(call);
        m_changed.notify_all();
        if (call == failAt)
            throw EngineError(ExitCode::PeerLost, {LOCKSTEP_TEXT("Rank 1 is gone."), {}, {}});
        if (call == hangAt) {
            m_changed.wait(lock, [&] { return !aborted.empty(); });
            throw EngineError(ExitCode::PeerLost, {LOCKSTEP_TEXT("Aborted."), {}, {}});
        }
    }

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<std::string> m_calls;
};

TEST(Reducer, BucketsStartWhileBackwardStillRuns)
{
    ScriptedGroup group;
    Model model({10, 20000, 30000, 40000}, 200000);
    GradientReducer reducer(group, model.buckets);
    reducer.begin();
    reducer.add(3);        // with 2 it would be too large: a bucket of its own
    group.waitForCalls(1); // parameters 2, 1 and 0 are not final yet
    reducer.add(2);
    sleepFor(0.02);
    EXPECT_THAT(group.calls(), ElementsAre("f32 40000")); // the second bucket lacks parameter 1
    reducer.add(1);
    group.waitForCalls(2);
    reducer.add(0);
    std::vector<double> scalars{1, 2};
    reducer.finish(scalars);
    EXPECT_THAT(group.calls(), ElementsAre("f32 40000", "f32 50000", "f64 12"));
}

TEST(Reducer, ACompleteBucketWaitsForThoseBeforeIt)
{
    ScriptedGroup group;
    Model model({20000, 20000, 20000}, 1);
    GradientReducer reducer(group, model.buckets);
    reducer.begin();
    reducer.add(0);
    reducer.add(1);
    sleepFor(0.05);
    EXPECT_TRUE(group.calls().empty());
    reducer.add(2);
    group.waitForCalls(3);
    reducer.finish({});
    EXPECT_THAT(group.calls(), ElementsAre("f32 20000", "f32 20000", "f32 20000"));
}

TEST(Reducer, ASmallLastBucketSharesItsRoundWithTheScalars)
{
    ScriptedGroup group;
    Model model({20, 500, 20000}, 80000);
    GradientReducer reducer(group, model.buckets);
    reducer.begin();
    for (const std::size_t i : {2u, 1u, 0u})
        reducer.add(i);
    std::vector<double> scalars{1, 2, 3};
    reducer.finish(scalars);
    EXPECT_THAT(group.calls(), ElementsAre("f32 20000", "f64 523"));
}

TEST(Reducer, ASmallLastBucketCrossesApartWhereBytesTakeLongerThanRounds)
{
    ScriptedGroup group;
    group.way = {3, 8 / 10e6, 0.001}; // 10 Mbit/s
    Model model({20, 500, 20000}, 80000);
    GradientReducer reducer(group, model.buckets);
    for (int step = 0; step < 2; ++step) {
        reducer.begin();
        for (const std::size_t i : {2u, 1u, 0u})
            reducer.add(i);
        std::vector<double> scalars{1, 2, 3};
        reducer.finish(scalars);
    }
    EXPECT_THAT(group.calls(), ElementsAre("f32 20000", "f32 520", "f64 3", "f32 20000", "f32 520", "f64 3"));
}

TEST(Reducer, ExceptionsCrossToAddAndFinish)
{
    ScriptedGroup group;
    group.failAt = "f32 20000";
    Model model({20000, 20000}, 1);
    GradientReducer reducer(group, model.buckets);
    reducer.begin();
    reducer.add(1);
    group.waitForCalls(1);
    sleepFor(0.02);
    EXPECT_EQ(errorOf([&] { reducer.add(0); }), "6: Rank 1 is gone.");
    EXPECT_EQ(errorOf([&] { reducer.finish({}); }), "6: Rank 1 is gone.");
    EXPECT_EQ(errorOf([&] { reducer.begin(); }), "6: Rank 1 is gone.");

    ScriptedGroup late;
    late.failAt = "f64 1";
    GradientReducer second(late, model.buckets);
    second.begin();
    second.add(1);
    second.add(0);
    std::vector<double> scalar{1};
    EXPECT_EQ(errorOf([&] { second.finish(scalar); }), "6: Rank 1 is gone.");
}

TEST(Reducer, MistakesOfItsCallerAreNamed)
{
    ScriptedGroup group;
    Model model({4, 4}, 1);
    GradientReducer reducer(group, model.buckets);
    EXPECT_THAT(errorOf([&] { reducer.add(0); }), HasSubstr("1: ")); // before begin()
    reducer.begin();
    EXPECT_THAT(errorOf([&] { reducer.add(2); }), HasSubstr("1: "));
    reducer.add(0);
    EXPECT_THAT(errorOf([&] { reducer.add(0); }), HasSubstr("1: "));
    EXPECT_THAT(errorOf([&] { reducer.finish({}); }), HasSubstr("1: ")); // parameter 1 is missing
}

TEST(Reducer, LeavingInTheMiddleOfAStepAbortsTheGroup)
{
    ScriptedGroup group;
    group.hangAt = "f32 20000";
    Model model({10, 20000}, 1);
    {
        GradientReducer reducer(group, model.buckets);
        reducer.begin();
        reducer.add(1);
        group.waitForCalls(1);
    }
    EXPECT_EQ(group.aborted, "its training step ended early");
}

TEST(Reducer, AKilledPeerReachesFinish)
{
    Ports ports(2);
    RankProcesses processes(2, [&](int rank) {
        const auto group = makeGlooProcessGroup(groupOptions(ports, rank));
        Model model(kSizes, 100000);
        GradientReducer reducer(*group, model.buckets);
        return errorOf([&] {
            for (int step = 0;; ++step) {
                if (rank == 1 && step == 20)
                    _exit(9);
                reducer.begin();
                for (std::size_t i = kSizes.size(); i-- > 0;)
                    reducer.add(i);
                reducer.finish({});
            }
        });
    });
    EXPECT_THAT(processes.join(0).report, HasSubstr("ank 1"));
}

} // namespace
} // namespace lockstep::test
