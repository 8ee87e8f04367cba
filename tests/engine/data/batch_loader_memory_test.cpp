// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/batch_buffers.h"
#include "engine/data/batch_loader.h"
#include "engine/data/pixel_dataset.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <deque>

namespace lockstep {
namespace {

/// As a device's: says how much it was asked for.
class CountingMemory final : public BatchMemory {
public:
    std::shared_ptr<BatchBuffer> allocate(std::size_t bytes) override
    {
        ++buffers;
        return m_host->allocate(bytes);
    }
    std::atomic<int> buffers{0};

private:
    std::shared_ptr<BatchMemory> m_host = hostBatchMemory();
};

constexpr std::size_t kSamples = 103;
constexpr int kBatch = 10;
constexpr std::size_t kPixels = 6; ///< of two channels each

/// Sample i has the bytes i, i + 1, ... and the label i % 10; some are damaged.
class CountingPixels final : public PixelDataset {
public:
    explicit CountingPixels(std::vector<std::size_t> damaged = {})
        : PixelDataset({.mean = {0.5, 0.25}, .deviation = {0.5, 2}}), m_damaged(std::move(damaged))
    {
    }
    std::size_t size() const override { return kSamples; }
    Shape sampleShape() const override { return {2, 2, 3}; }
    int classes() const override { return 10; }
    std::int32_t label(std::size_t index) const override { return static_cast<std::int32_t>(index % 10); }
    std::int32_t readPixels(std::size_t index, const ReadContext&,
                            std::span<std::uint8_t> pixels) const override
    {
        std::fill(pixels.begin(), pixels.end(), std::uint8_t{255}); // also where it proves damaged
        if (std::find(m_damaged.begin(), m_damaged.end(), index) != m_damaged.end())
            throw DamagedSample(Error{"Sample %1 is damaged.", {std::to_string(index)}, {}});
        for (std::size_t i = 0; i < pixels.size(); ++i)
            pixels[i] = static_cast<std::uint8_t>(index + i);
        return label(index);
    }

private:
    std::vector<std::size_t> m_damaged;
};

/// That a batch holds samples first, first + 1, ... but for those that are left out.
void expectSamples(const Batch& batch, const std::vector<std::size_t>& samples)
{
    ASSERT_EQ(batch.count, static_cast<int>(samples.size()));
    ASSERT_EQ(batch.inputs.size(), samples.size() * 2 * kPixels);
    ASSERT_EQ(batch.labels.size(), samples.size());
    for (std::size_t i = 0; i < samples.size(); ++i) {
        EXPECT_EQ(batch.inputs.pixels()[i * 2 * kPixels], samples[i]);
        EXPECT_EQ(batch.inputs.pixels()[(i + 1) * 2 * kPixels - 1], samples[i] + 2 * kPixels - 1);
        EXPECT_EQ(batch.labels[i], static_cast<std::int32_t>(samples[i] % 10));
    }
}

std::vector<std::size_t> samplesOf(int batch)
{
    std::vector<std::size_t> samples;
    for (auto i = static_cast<std::size_t>(batch * kBatch); i < kSamples && samples.size() < kBatch; ++i)
        samples.push_back(i);
    return samples;
}

Sampler inOrder()
{
    return {kSamples, BatchShares::even(kBatch, 1), 0, Sampler::Order::Sequential, 1};
}

TEST(LoaderMemory, IsWrittenAgainOnlyWhenNobodyHoldsIt)
{
    const CountingPixels set;
    const auto memory = std::make_shared<CountingMemory>();
    BatchLoader loader(set, inOrder(), {.threads = 3, .prefetch = 2, .memory = memory});
    std::vector<Batch> kept; // as by a device that lags far behind
    loader.start(0);
    while (const Batch* batch = loader.next())
        kept.push_back(*batch);
    ASSERT_EQ(kept.size(), 11u);
    for (int i = 0; i < 11; ++i)
        expectSamples(kept[static_cast<std::size_t>(i)], samplesOf(i));
    EXPECT_GE(memory->buffers, 11);
}

TEST(LoaderMemory, IsAllocatedForTheFirstBatchesAlone)
{
    const CountingPixels set;
    const auto memory = std::make_shared<CountingMemory>();
    constexpr int kPrefetch = 3;
    constexpr std::size_t kLag = 2; // batches that the device still reads
    BatchLoader loader(set, inOrder(),
                       {.use = Use::Training, .threads = 2, .prefetch = kPrefetch, .memory = memory});
    std::deque<BatchHold> reading;
    for (int epoch = 0; epoch < 20; ++epoch) {
        loader.start(epoch);
        while (const Batch* batch = loader.next()) {
            reading.push_back(batch->hold);
            if (reading.size() > kLag)
                reading.pop_front();
        }
    }
    EXPECT_LE(memory->buffers, kPrefetch + 1 + static_cast<int>(kLag) + 1);
}

/// Where all buffers are held when an epoch ends, the short batch brings one more, and no other after it.
TEST(LoaderMemory, OfAShortBatchServesWholeOnes)
{
    const auto memory = std::make_shared<CountingMemory>();
    BatchBuffers buffers(memory);
    BatchHold whole(buffers.take(100));
    BatchHold rest(buffers.take(30));
    EXPECT_EQ(memory->buffers, 2);
    whole = BatchHold();
    rest = BatchHold();
    whole = BatchHold(buffers.take(100));
    rest = BatchHold(buffers.take(100));
    EXPECT_EQ(memory->buffers, 2);
}

TEST(LoaderMemory, OutlivesTheLoaderWhereItIsHeld)
{
    Batch last;
    {
        const CountingPixels set;
        BatchLoader loader(set, inOrder());
        loader.start(0, 10);
        last = *loader.next();
    }
    expectSamples(last, samplesOf(10));
}

TEST(LoaderMemory, HoldsTheMeaningOfItsPixels)
{
    const CountingPixels set;
    BatchLoader loader(set, inOrder());
    loader.start(0);
    const Batch* batch = loader.next();
    ASSERT_TRUE(batch->inputs.arePixels());
    EXPECT_EQ(batch->inputs.scale(), set.scale());
    std::vector<float> values(2 * kPixels);
    EXPECT_EQ(set.read(7, {}, values), 7);
    for (std::size_t pixel = 0; pixel < kPixels; ++pixel) {
        EXPECT_NEAR(values[pixel], (static_cast<double>(7 + 2 * pixel) / 255 - 0.5) / 0.5, 1e-6);
        EXPECT_NEAR(values[kPixels + pixel], (static_cast<double>(8 + 2 * pixel) / 255 - 0.25) / 2, 1e-6);
    }
}

TEST(LoaderMemory, ClosesTheGapsOfDamagedPixels)
{
    const CountingPixels set({10, 14, 15, 19});
    BatchLoader loader(set, inOrder(), {.threads = 2, .damagedLimit = 1});
    loader.start(0, 1);
    const Batch* batch = loader.next();
    EXPECT_EQ(batch->damaged, 4);
    expectSamples(*batch, {11, 12, 13, 16, 17, 18});
}

} // namespace
} // namespace lockstep
