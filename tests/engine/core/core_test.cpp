// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/error.h"
#include "engine/core/random.h"
#include "engine/core/shape.h"
#include "engine/core/text_of_file.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <numeric>
#include <set>

namespace lockstep {
namespace {

using Words = std::array<std::uint32_t, 4>;

// From kat_vectors of Random123, the authors' own library.
TEST(Philox, GivesThePublishedKnownAnswers)
{
    EXPECT_EQ(philox4x32({0, 0, 0, 0}, {0, 0}), (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
    EXPECT_EQ(philox4x32({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
              (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
    EXPECT_EQ(philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
              (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Random, CountsBlocksFromZeroInTheSeedsStream)
{
    constexpr std::uint64_t kSeed = 0x299f31d0a4093822;
    Random random(kSeed, 7);
    for (std::uint32_t block = 0; block < 3; ++block)
        for (std::uint32_t word : philox4x32({block, 0, 7, 0}, {0xa4093822, 0x299f31d0}))
            EXPECT_EQ(random.next(), word);
}

TEST(Random, StreamsAndSeedsDiffer)
{
    std::set<std::uint64_t> seen;
    for (std::uint64_t seed = 0; seed < 10; ++seed)
        for (std::uint64_t stream = 0; stream < 10; ++stream)
            seen.insert(Random(seed, stream).next64());
    EXPECT_EQ(seen.size(), 100u);
}

TEST(Random, UniformFillsItsRangeEvenly)
{
    Random random(3);
    std::array<int, 16> bins{};
    double sum = 0;
    constexpr int kDraws = 160000;
    for (int i = 0; i < kDraws; ++i) {
        const float value = random.uniform();
        ASSERT_GE(value, 0.0f);
        ASSERT_LT(value, 1.0f);
        ++bins[static_cast<std::size_t>(value * 16)];
        sum += static_cast<double>(value);
    }
    EXPECT_NEAR(sum / kDraws, 0.5, 0.005);
    double chiSquared = 0;
    for (int bin : bins)
        chiSquared += (bin - kDraws / 16.0) * (bin - kDraws / 16.0) / (kDraws / 16.0);
    EXPECT_LT(chiSquared, 37.7); // 99.9 % of 15 degrees of freedom
}

TEST(Random, BelowReachesEveryValueAndNoOther)
{
    Random random(4);
    std::array<int, 6> counts{};
    for (int i = 0; i < 60000; ++i)
        ++counts.at(static_cast<std::size_t>(random.below(6)));
    for (int count : counts)
        EXPECT_NEAR(count, 10000, 500);
    EXPECT_EQ(random.below(1), 0u);
}

TEST(Permutation, HoldsEveryNumberOnceAndRepeatsForItsSeed)
{
    std::vector<std::size_t> order = permutation(1000, 5, 2);
    EXPECT_EQ(order, permutation(1000, 5, 2));
    EXPECT_NE(order, permutation(1000, 5, 3));
    EXPECT_NE(order, permutation(1000, 6, 2));
    EXPECT_FALSE(std::is_sorted(order.begin(), order.end()));
    std::sort(order.begin(), order.end());
    for (std::size_t i = 0; i < order.size(); ++i)
        EXPECT_EQ(order[i], i);
    EXPECT_TRUE(permutation(0, 5, 2).empty());
}

TEST(Permutation, IsFair)
{
    std::array<int, 6> counts{};
    for (std::uint64_t stream = 0; stream < 12000; ++stream) {
        const std::vector<std::size_t> p = permutation(3, 9, stream);
        ++counts.at(p[0] * 2 + (p[1] > p[2] ? 1 : 0));
    }
    for (int count : counts)
        EXPECT_NEAR(count, 2000, 200);
}

TEST(Shape, CountsElementsAndPrints)
{
    EXPECT_EQ(Shape({20, 1, 5, 5}).elements(), 500);
    EXPECT_EQ(toString(Shape({20, 1, 5, 5})), "20x1x5x5");
    EXPECT_EQ(Shape().elements(), 1);
    EXPECT_EQ(toString(Shape()), "1");
    EXPECT_EQ(Shape({7, 0, std::int64_t{1} << 62}).elements(), 0);
    EXPECT_EQ(Shape({std::int64_t{1} << 31, std::int64_t{1} << 31}).elements(), std::int64_t{1} << 62);
}

TEST(Shape, RefusesWhatCannotBeCounted)
{
    EXPECT_THROW(Shape({std::int64_t{1} << 32, std::int64_t{1} << 31}).elements(), EngineError);
    EXPECT_THROW(Shape({3, -1}).elements(), EngineError);
    EXPECT_THROW(Shape({0, -1}).elements(), EngineError);
}

TEST(Check, NamesTheConditionAndThePlace)
{
    try {
        LOCKSTEP_CHECK(1 + 1 == 3);
        FAIL() << "passed";
    } catch (const EngineError& error) {
        EXPECT_EQ(error.code(), ExitCode::Failure);
        EXPECT_THAT(error.what(), testing::HasSubstr("1 + 1 == 3"));
        EXPECT_THAT(error.what(), testing::HasSubstr("core_test.cpp"));
    }
}

TEST(TextOfFile, IsEmptyWhereThereIsNoneOrReadingFails)
{
    EXPECT_THAT(textOfFile("/proc/self/cmdline"), testing::HasSubstr("core_test"));
    EXPECT_EQ(textOfFile("/proc/self/there-is-none"), "");
    EXPECT_EQ(textOfFile("/proc/self/mem"), ""); // nothing is at address 0: EIO
    EXPECT_EQ(textOfFile("/proc/self/fd"), "");  // a folder: EISDIR
}

} // namespace
} // namespace lockstep
