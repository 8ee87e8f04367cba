// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/error.h"
#include "engine/data/batch_loader.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <set>
#include <thread>
#include <tuple>

namespace lockstep {
namespace {

using Order = Sampler::Order;

std::vector<std::size_t> epochOf(const Sampler& sampler, int epoch)
{
    std::vector<std::size_t> all;
    for (std::int64_t step = 0; step < sampler.stepsPerEpoch(); ++step) {
        const auto part = sampler.part(epoch, step);
        all.insert(all.end(), part.indices.begin(), part.indices.end());
    }
    return all;
}

struct Case {
    std::size_t samples;
    int batch, worldSize;
};
class SamplerCase : public ::testing::TestWithParam<Case> {};

TEST_P(SamplerCase, DealsEverySampleOnceAndAsOneRankOfTheGlobalBatchWould)
{
    const auto [samples, batch, worldSize] = GetParam();
    const Sampler whole(samples, BatchShares::even(batch * worldSize, 1), 0, Order::Shuffled, 42);
    std::vector<Sampler> ranks;
    for (int rank = 0; rank < worldSize; ++rank)
        ranks.emplace_back(samples, BatchShares::even(batch, worldSize), rank, Order::Shuffled, 42);
    std::multiset<std::size_t> seen;
    for (std::int64_t step = 0; step < whole.stepsPerEpoch(); ++step) {
        std::vector<std::size_t> together;
        std::size_t fewest = samples;
        std::size_t most = 0;
        for (const Sampler& rank : ranks) {
            ASSERT_EQ(rank.stepsPerEpoch(), whole.stepsPerEpoch());
            const auto part = rank.part(3, step);
            EXPECT_LE(part.indices.size(), static_cast<std::size_t>(batch));
            fewest = std::min(fewest, part.indices.size());
            most = std::max(most, part.indices.size());
            EXPECT_EQ(part.place, static_cast<std::int64_t>(together.size()));
            together.insert(together.end(), part.indices.begin(), part.indices.end());
            EXPECT_EQ(part.globalCount, whole.part(3, step).globalCount);
        }
        EXPECT_LE(most - fewest, 1u);
        EXPECT_EQ(together, whole.part(3, step).indices);
        EXPECT_EQ(together.size(), static_cast<std::size_t>(whole.part(3, step).globalCount));
        seen.insert(together.begin(), together.end());
    }
    EXPECT_EQ(seen.size(), samples);
    EXPECT_EQ(std::set<std::size_t>(seen.begin(), seen.end()).size(), samples);
    EXPECT_EQ(*seen.rbegin(), samples - 1);
}

INSTANTIATE_TEST_SUITE_P(Sizes, SamplerCase,
                         ::testing::Values(Case{1000, 50, 2}, Case{1003, 50, 2}, Case{1001, 50, 2},
                                           Case{997, 7, 3}, Case{64, 1, 64}, Case{65, 1, 64},
                                           Case{10, 100, 3}, Case{1, 1, 1}, Case{12000, 50, 5}));

TEST(Sampler, DealsUnevenShares)
{
    const BatchShares shares({5, 2, 1});
    const Sampler first(20, shares, 0, Order::Sequential, 1);
    const Sampler last(20, shares, 2, Order::Sequential, 1);
    EXPECT_EQ(first.stepsPerEpoch(), 3);
    EXPECT_THAT(first.part(0, 1).indices, ::testing::ElementsAre(8, 9, 10, 11, 12));
    EXPECT_THAT(last.part(0, 1).indices, ::testing::ElementsAre(15));
    EXPECT_EQ(last.part(0, 1).place, 7);
    EXPECT_THAT(first.part(0, 2).indices, ::testing::ElementsAre(16, 17, 18)); // 2.5 of 4: 0.5 goes up
    EXPECT_THAT(last.part(0, 2).indices, ::testing::IsEmpty());                // as the lower rank's does
    EXPECT_EQ(last.part(0, 2).globalCount, 4);
}

TEST(Sampler, DropsTheSamplesThatFillNoGlobalBatch)
{
    const auto sampler = [](std::size_t samples, int rank, Sampler::Last last) {
        return Sampler(samples, BatchShares::even(5, 4), rank, Order::Shuffled, 7, last);
    };
    const Sampler dropped = sampler(107, 1, Sampler::Last::Dropped);
    const Sampler kept = sampler(107, 1, Sampler::Last::Kept);
    EXPECT_EQ(dropped.stepsPerEpoch(), 5);
    EXPECT_EQ(dropped.samplesPerEpoch(), 100);
    EXPECT_EQ(kept.stepsPerEpoch(), 6);
    EXPECT_EQ(kept.samplesPerEpoch(), 107);
    for (std::int64_t step = 0; step < 5; ++step) {
        EXPECT_EQ(dropped.part(2, step).indices, kept.part(2, step).indices);
        EXPECT_EQ(dropped.part(2, step).globalCount, 20);
    }
    EXPECT_EQ(sampler(100, 0, Sampler::Last::Dropped).stepsPerEpoch(), 5);
    EXPECT_EQ(sampler(19, 0, Sampler::Last::Dropped).stepsPerEpoch(), 0);
    EXPECT_EQ(sampler(19, 0, Sampler::Last::Dropped).samplesPerEpoch(), 0);
}

TEST(Sampler, ShufflesAnewEachEpochAndAlikeForASeed)
{
    const auto epoch = [](std::uint64_t seed, int number) {
        return epochOf(Sampler(500, BatchShares::even(20, 1), 0, Order::Shuffled, seed), number);
    };
    EXPECT_EQ(epoch(7, 0), epoch(7, 0));
    EXPECT_NE(epoch(7, 0), epoch(7, 1));
    EXPECT_NE(epoch(7, 0), epoch(8, 0));
    std::vector<std::size_t> sorted = epoch(7, 0);
    EXPECT_FALSE(std::is_sorted(sorted.begin(), sorted.end()));
}

TEST(Sampler, KeepsFileOrderWhenSequential)
{
    const auto all = epochOf(Sampler(103, BatchShares::even(20, 1), 0, Order::Sequential, 7), 5);
    ASSERT_EQ(all.size(), 103u);
    EXPECT_TRUE(std::is_sorted(all.begin(), all.end()));
}

TEST(Sampler, SpreadsEverySampleOverThePlacesOfAnEpoch)
{
    // Mean place of sample 0 over 400 epochs of 100 places: 49.5, deviation 28.9 / 20 = 1.44.
    const Sampler sampler(100, BatchShares::even(100, 1), 0, Order::Shuffled, 1);
    double sum = 0;
    for (int epoch = 0; epoch < 400; ++epoch) {
        const auto all = epochOf(sampler, epoch);
        sum += static_cast<double>(std::find(all.begin(), all.end(), 0u) - all.begin());
    }
    EXPECT_NEAR(sum / 400, 49.5, 6);
}

/// Sample i is {i, i + 0.5} with label i % 10; can be slow, and can fail at one sample.
class CountingSet final : public Dataset {
public:
    explicit CountingSet(std::size_t size, std::size_t broken = SIZE_MAX) : m_size(size), m_broken(broken) {}
    std::size_t size() const override { return m_size; }
    Shape sampleShape() const override { return {1, 1, 2}; }
    int classes() const override { return 10; }
    std::int32_t label(std::size_t index) const override { return static_cast<std::int32_t>(index % 10); }
    std::int32_t read(std::size_t index, const ReadContext&, std::span<float> values) const override
    {
        ++reads;
        if (index == m_broken)
            throw EngineError(ExitCode::DataError,
                              Error{"Sample %1 is broken.", {std::to_string(index)}, {}});
        values[0] = static_cast<float>(index);
        values[1] = static_cast<float>(index) + 0.5f;
        return label(index);
    }
    mutable std::atomic<int> reads{0};

private:
    std::size_t m_size, m_broken;
};

class BatchLoaderDepth : public ::testing::TestWithParam<std::tuple<int, int>> {};

TEST_P(BatchLoaderDepth, GivesWhatDirectReadsGive)
{
    const CountingSet set(103);
    const Sampler sampler(103, BatchShares::even(10, 2), 1, Order::Shuffled, 5);
    BatchLoader loader(set, sampler,
                       {.threads = std::get<0>(GetParam()), .prefetch = std::get<1>(GetParam())});
    for (int epoch = 2; epoch < 5; ++epoch) {
        loader.start(epoch);
        for (std::int64_t step = 0; step < sampler.stepsPerEpoch(); ++step) {
            const auto part = sampler.part(epoch, step);
            const Batch* batch = loader.next();
            ASSERT_NE(batch, nullptr);
            EXPECT_EQ(batch->epoch, epoch);
            EXPECT_EQ(batch->index, step);
            EXPECT_EQ(batch->globalCount, part.globalCount);
            EXPECT_EQ(batch->place, part.place);
            ASSERT_EQ(batch->count, static_cast<int>(part.indices.size()));
            ASSERT_EQ(batch->inputs.size(), 2 * part.indices.size());
            for (std::size_t i = 0; i < part.indices.size(); ++i) {
                EXPECT_EQ(batch->inputs.floats()[2 * i], static_cast<float>(part.indices[i]));
                EXPECT_EQ(batch->inputs.floats()[2 * i + 1], static_cast<float>(part.indices[i]) + 0.5f);
                EXPECT_EQ(batch->labels[i], static_cast<std::int32_t>(part.indices[i] % 10));
            }
        }
        EXPECT_EQ(loader.next(), nullptr);
        EXPECT_EQ(loader.next(), nullptr);
    }
}

INSTANTIATE_TEST_SUITE_P(ThreadsAndDepths, BatchLoaderDepth,
                         ::testing::Combine(::testing::Values(1, 3, 8), ::testing::Values(1, 2, 100)));

TEST(BatchLoader, GoesAnywhereAtAnyTime)
{
    const CountingSet set(100);
    BatchLoader loader(set, Sampler(100, BatchShares::even(10, 1), 0, Order::Sequential, 5), {.prefetch = 3});
    for (int round = 0; round < 50; ++round) {
        const int first = round * 7 % 11;
        loader.start(round % 3, first);
        const Batch* batch = loader.next();
        if (first == 10) {
            EXPECT_EQ(batch, nullptr);
            continue;
        }
        ASSERT_NE(batch, nullptr);
        EXPECT_EQ(batch->epoch, round % 3);
        EXPECT_EQ(batch->index, first);
        EXPECT_EQ(batch->inputs.floats()[0], static_cast<float>(first * 10));
    }
}

TEST(BatchLoader, ReadsNoFurtherAheadThanItsDepth)
{
    const CountingSet set(1000);
    BatchLoader loader(set, Sampler(1000, BatchShares::even(10, 1), 0, Order::Sequential, 5),
                       {.prefetch = 3});
    loader.start(0);
    loader.next();
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    EXPECT_LE(set.reads, 10 * (1 + 3 + 1)); // handed out, ready, and one being read
    EXPECT_GE(set.reads, 10);
}

TEST(BatchLoader, ThrowsFromNextWhatReadingMet)
{
    const CountingSet set(100, 35);
    BatchLoader loader(set, Sampler(100, BatchShares::even(10, 1), 0, Order::Sequential, 5), {.prefetch = 8});
    loader.start(0);
    for (int batch = 0; batch < 3; ++batch)
        ASSERT_NE(loader.next(), nullptr);
    for (int again = 0; again < 2; ++again) {
        try {
            loader.next();
            FAIL() << "nothing was thrown";
        } catch (const EngineError& error) {
            EXPECT_STREQ(error.what(), "Sample 35 is broken.");
        }
    }
    loader.start(1);
    EXPECT_NE(loader.next(), nullptr);
}

TEST(BatchLoader, EndsPromptlyWhileReading)
{
    /// A picture that takes its time.
    class SlowSet final : public Dataset {
    public:
        std::size_t size() const override { return 1000; }
        Shape sampleShape() const override { return {1, 1, 1}; }
        int classes() const override { return 2; }
        std::int32_t label(std::size_t) const override { return 0; }
        bool decodes() const override { return true; }
        std::int32_t read(std::size_t, const ReadContext&, std::span<float> values) const override
        {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            values[0] = 0;
            return 0;
        }
    };
    const SlowSet set;
    const auto begin = std::chrono::steady_clock::now();
    {
        BatchLoader loader(set, Sampler(1000, BatchShares::even(500, 1), 0, Order::Sequential, 5),
                           {.threads = 4});
        loader.start(0);
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        loader.start(1, 1);
    }
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(3)); // a batch takes 2.5 s
}

TEST(BatchLoader, ReadsAheadIntoTheNextEpochOfTrainingOnly)
{
    const CountingSet set(100);
    for (const Use use : {Use::Training, Use::Evaluation}) {
        set.reads = 0;
        BatchLoader loader(set, Sampler(100, BatchShares::even(100, 1), 0, Order::Sequential, 5),
                           {.use = use, .epochs = 2});
        for (int epoch = 0; epoch < 2; ++epoch) {
            loader.start(epoch);
            while (loader.next()) {
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            EXPECT_EQ(set.reads, use == Use::Training ? 200 : 100 * (epoch + 1));
        }
    }
}

TEST(LoaderOptions, NeverHaveMoreThreadsThanCores)
{
    DataSpec spec;
    EXPECT_EQ(loaderOptions(spec, Use::Training, 8).threads, 1);
    spec.kind = DataKind::ImageFolder;
    EXPECT_EQ(loaderOptions(spec, Use::Training, 8).threads, 8);
    spec.loaderThreads = 3;
    EXPECT_EQ(loaderOptions(spec, Use::Training, 8).threads, 3);
    EXPECT_EQ(loaderOptions(spec, Use::Training, 2).threads, 2);
    spec.prefetch = 7;
    spec.damagedLimit = 0.5;
    EXPECT_EQ(loaderOptions(spec, Use::Evaluation).prefetch, 7);
    EXPECT_EQ(loaderOptions(spec, Use::Evaluation).damagedLimit, 0.5);
}

TEST(BatchLoader, DeliversEmptyPartsOfAShortLastBatch)
{
    const CountingSet set(21);
    BatchLoader loader(set, Sampler(21, BatchShares::even(5, 4), 3, Order::Shuffled, 5));
    loader.start(0);
    ASSERT_EQ(loader.next()->count, 5);
    const Batch* last = loader.next();
    ASSERT_NE(last, nullptr);
    EXPECT_EQ(last->count, 0);
    EXPECT_EQ(last->globalCount, 1);
    EXPECT_EQ(loader.next(), nullptr);
}

} // namespace
} // namespace lockstep
