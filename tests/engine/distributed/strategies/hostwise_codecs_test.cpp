// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// Gradients in another form than f32 between hosts whose ranks share memory.
#include "engine/core/random.h"
#include "engine/distributed/compression/gradient_codec.h"
#include "engine/distributed/gradient_reducer.h"
#include "tests/engine/distributed/rank_hosts.h"
#include "tests/engine/distributed/strategies/linear_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <mutex>

namespace lockstep::test {
namespace {

using testing::ContainsRegex;
using testing::Each;
using testing::SizeIs;

constexpr std::size_t kRows = 256, kCols = 300;
constexpr std::size_t kElements = kRows * (kCols + 1); // with a bias
const std::vector<int> kTwoHosts{0, 0, 0, 0, 1, 1, 1, 1};
const std::vector<int> kApart(8, kNoMemory);

TrainingSpec trainingWith(CompressionKind compression)
{
    TrainingSpec training;
    training.compression = compression;
    training.compressionRank = 2;
    training.compressionRatio = 0.01;
    training.optimizer = OptimizerKind::Momentum;
    return training;
}

/// One rank's gradients, which a codec makes those of all ranks, from the first step that is compressed on.
class CodecRank {
public:
    CodecRank(const TrainingSpec& training, ProcessGroup& group)
        : m_group(group), m_replica(m_model.replica()),
          m_codec(makeGradientCodec(training, group, m_replica)), m_reducer(group, m_replica.buckets)
    {
        m_model.fill(1);
    }
    /// Weights and bias.
    std::vector<float> reduced(int step)
    {
        std::vector<float> all;
        const bool encodes = m_codec && m_codec->begin(kWholeSteps + step);
        for (std::size_t i = 0; i < m_replica.parameters.all.size(); ++i)
            fill(m_replica.parameters.all[i].gradient, step, i, m_group.rank());
        m_reducer.begin(encodes ? m_codec.get() : nullptr);
        m_reducer.add(1);
        m_reducer.add(0);
        m_reducer.finish({});
        for (const Parameter& parameter : m_replica.parameters.all)
            all.insert(all.end(), parameter.gradient.begin(), parameter.gradient.end());
        return all;
    }
    GradientCodec& codec() { return *m_codec; }

    static void fill(std::span<float> values, int step, std::size_t parameter, int rank)
    {
        Random random(static_cast<unsigned>(step) * 100 + static_cast<unsigned>(parameter),
                      static_cast<unsigned>(rank) + 1);
        for (float& value : values)
            value = random.uniform(-1, 1);
    }

private:
    ProcessGroup& m_group;
    LinearModel m_model{kRows, kCols};
    HostReplica m_replica;
    std::unique_ptr<GradientCodec> m_codec;
    GradientReducer m_reducer;
};

std::vector<std::vector<float>> stateOf(GradientCodec& codec)
{
    std::vector<std::vector<float>> state;
    codec.settle();
    for (std::size_t i = 0; i < codec.state().tensors().size(); ++i) {
        state.emplace_back(codec.state().tensors()[i].elements());
        codec.state().read(i, state.back());
    }
    return state;
}

/// Steps `from` to `to`, that one left out, of which the last is returned, of rank 0; each rank must hold the
/// same bits. `state`: of all ranks before, and after.
std::vector<float> stepsOn(const std::vector<int>& hostOfRank, CompressionKind compression, int from, int to,
                           std::vector<std::vector<float>>& state)
{
    std::mutex mutex;
    std::vector<std::vector<float>> results;
    const std::vector<std::vector<float>> before = state;
    RankHosts(hostOfRank).run([&](ProcessGroup& group) {
        CodecRank rank(trainingWith(compression), group);
        for (std::size_t i = 0; i < before.size(); ++i)
            rank.codec().state().write(i, before[i]);
        std::vector<float> last;
        for (int step = from; step < to; ++step)
            last = rank.reduced(step);
        const auto after = stateOf(rank.codec());
        const std::lock_guard lock(mutex);
        results.push_back(last);
        state = after;
    });
    EXPECT_THAT(results, SizeIs(hostOfRank.size()));
    if (results.empty())
        return {};
    for (const std::vector<float>& result : results)
        EXPECT_TRUE(
            std::ranges::equal(std::as_bytes(std::span(result)), std::as_bytes(std::span(results.front()))));
    return results.front();
}

class HostwiseCodecs : public testing::TestWithParam<CompressionKind> {};
INSTANTIATE_TEST_SUITE_P(Kinds, HostwiseCodecs,
                         testing::Values(CompressionKind::BFloat16, CompressionKind::Float16,
                                         CompressionKind::Int8, CompressionKind::TopK,
                                         CompressionKind::PowerSgd),
                         [](const auto& kind) {
                             std::string name(toString(kind.param));
                             std::erase(name, '-');
                             return name;
                         });

TEST_P(HostwiseCodecs, GoOnBitForBit)
{
    std::vector<std::vector<float>> whole, pieces;
    const std::vector<float> expected = stepsOn(kTwoHosts, GetParam(), 0, 5, whole);
    stepsOn(kTwoHosts, GetParam(), 0, 2, pieces);
    EXPECT_TRUE(stepsOn(kTwoHosts, GetParam(), 2, 5, pieces) == expected);
    EXPECT_TRUE(pieces == whole);
}

TEST_P(HostwiseCodecs, EndWithARankThatIsKilledAndNameIt)
{
    const TrainingSpec training = trainingWith(GetParam());
    for (const int victim : {0, 3}) { // a leader, and one that only adds up
        const auto reports = endsAfter({0, 0, 1, 1}, victim, SIGKILL, kPatience, [&](ProcessGroup& group) {
            CodecRank rank(training, group);
            for (int step = 0; step < 50; ++step)
                rank.reduced(step);
        });
        EXPECT_THAT(reports, Each(ContainsRegex("ank " + std::to_string(victim) + " (closed|broke)")));
    }
}

/// What leaves the first of two hosts of four ranks in a step, as a part of what f32 gradients are.
double sentToTheOtherHost(const std::vector<int>& hostOfRank, CompressionKind compression)
{
    constexpr int kRanks = 4;
    std::mutex mutex;
    std::int64_t sent = 0;
    RankHosts(hostOfRank).run([&](ProcessGroup& group) {
        CodecRank rank(trainingWith(compression), group);
        const std::int64_t before = sentBeyond(group, kRanks);
        rank.reduced(0);
        const std::lock_guard lock(mutex);
        sent += sentBeyond(group, kRanks) - before;
    });
    return static_cast<double>(sent) / static_cast<double>(kElements * sizeof(float));
}

// Of two hosts each sends half of its values to the other, and then half of the sums: 1 of a gradient in the
// narrow format. All 8 ranks for themselves: half of four ranks' values, and 7/8 of the sums.
TEST(HostwiseCodecTraffic, IsThatOfOneRankForEachHost)
{
    constexpr double kFrames = 0.005; // their headers, and those of the barriers'
    EXPECT_NEAR(sentToTheOtherHost(kTwoHosts, CompressionKind::BFloat16), 0.5, kFrames);
    EXPECT_NEAR(sentToTheOtherHost(kTwoHosts, CompressionKind::Float16), 0.5, kFrames);
    EXPECT_NEAR(sentToTheOtherHost(kTwoHosts, CompressionKind::Int8), 0.25 * (1 + 4.0 / 512), kFrames);
    EXPECT_NEAR(sentToTheOtherHost(kApart, CompressionKind::BFloat16), 0.5 * (2 + 7.0 / 8), 0.02);
}

// 768 of 76800 values with their places from each rank, and 256 that are not compressed as sums. In a ring of
// all ranks 7 of 8 go on to the other host, and 2 * 7/8 of the sums.
TEST(HostwiseCodecTraffic, TheLargestOfEachRankCrossOnce)
{
    constexpr double kLargest = 768 * 2.0 / kElements;
    constexpr double kWhole = 256.0 / kElements;
    EXPECT_NEAR(sentToTheOtherHost(kTwoHosts, CompressionKind::TopK), 4 * kLargest + kWhole, 0.005);
    EXPECT_NEAR(sentToTheOtherHost(kApart, CompressionKind::TopK), 7 * kLargest + 2 * kWhole, 0.02);
}

TEST(HostwiseCodecTraffic, NarrowMatricesCrossOnce)
{
    constexpr double kNarrow = (2 * (kRows + kCols) + kRows) / static_cast<double>(kElements);
    EXPECT_NEAR(sentToTheOtherHost(kTwoHosts, CompressionKind::PowerSgd), kNarrow, 0.005);
}

/// Sums over all ranks, and of the sizes of what hosts (or ranks) have and of the sum: what formats round.
struct Exact {
    std::vector<double> sums = std::vector<double>(kElements);
    std::vector<double> sizes = std::vector<double>(kElements);
};
Exact exactly(const std::vector<int>& hostOfRank, int step)
{
    Exact exact;
    for (int host = 0; host <= std::ranges::max(hostOfRank); ++host) {
        std::vector<double> ofHost(kElements);
        std::vector<float> values(kElements);
        for (std::size_t rank = 0; rank < hostOfRank.size(); ++rank) {
            if (hostOfRank[rank] != host)
                continue;
            CodecRank::fill(std::span(values).first(kRows * kCols), step, 0, static_cast<int>(rank));
            CodecRank::fill(std::span(values).subspan(kRows * kCols), step, 1, static_cast<int>(rank));
            for (std::size_t i = 0; i < kElements; ++i)
                ofHost[i] += static_cast<double>(values[i]);
        }
        for (std::size_t i = 0; i < kElements; ++i) {
            exact.sums[i] += ofHost[i];
            exact.sizes[i] += std::abs(ofHost[i]);
        }
    }
    for (std::size_t i = 0; i < kElements; ++i)
        exact.sizes[i] += std::abs(exact.sums[i]);
    return exact;
}

// Each host's sum is rounded once, and the sum of both: by half a unit in the last place of 8 or 11 digits.
TEST(HostwiseCodecSums, AreRoundedOnceForEachHost)
{
    const Exact exact = exactly(kTwoHosts, 0);
    for (const auto& [kind, unit] :
         {std::pair(CompressionKind::BFloat16, 0x1p-8), std::pair(CompressionKind::Float16, 0x1p-11)}) {
        std::vector<std::vector<float>> state;
        const std::vector<float> sums = stepsOn(kTwoHosts, kind, 0, 1, state);
        double worst = 0;
        for (std::size_t i = 0; i < kElements; ++i)
            worst = std::max(worst, std::abs(static_cast<double>(sums[i]) - exact.sums[i]) /
                                        (unit * 1.01 * exact.sizes[i] + 1e-5));
        EXPECT_LE(worst, 1) << toString(kind);
        EXPECT_GT(worst, 0.1) << toString(kind); // they are rounded at all
    }
}

// On one host there is no network, so nothing is rounded but in f32.
TEST(HostwiseCodecSums, OfOneHostAreThoseOfPlainGradients)
{
    const std::vector<int> oneHost(4, 0);
    const Exact exact = exactly(oneHost, 0);
    std::vector<std::vector<float>> state;
    const std::vector<float> sums = stepsOn(oneHost, CompressionKind::Int8, 0, 1, state);
    for (std::size_t i = 0; i < kElements; ++i)
        ASSERT_NEAR(static_cast<double>(sums[i]), exact.sums[i], 1e-6);
}

} // namespace
} // namespace lockstep::test
