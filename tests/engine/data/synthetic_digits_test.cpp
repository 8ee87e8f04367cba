// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/synthetic_digits.h"

#include "engine/protocol/journal.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace lockstep {
namespace {

constexpr std::uint32_t kGolden = 736937178;

std::uint32_t checksum(std::uint64_t seed)
{
    std::uint32_t sum = 0;
    for (int number = 0; number < 200; ++number) {
        const DigitImage image = drawDigit(number % 10, seed, static_cast<std::uint64_t>(number));
        sum = crc32c({reinterpret_cast<const char*>(image.data()), image.size()}, sum);
    }
    return sum;
}

TEST(SyntheticDigits, AreTheSameBytesOnEveryHostForASeed)
{
    EXPECT_EQ(checksum(1), checksum(1));
    EXPECT_NE(checksum(1), checksum(2));
    // Holds the drawings fixed: an old checkpoint's accuracy must stay comparable.
    EXPECT_EQ(checksum(1), kGolden);
}

TEST(SyntheticDigits, HaveTheStatedSizesAndEveryDigitEquallyOften)
{
    const DataSplits data = makeSyntheticDigits(3);
    ASSERT_EQ(data.training->size(), 12000u);
    ASSERT_EQ(data.validation->size(), 2000u);
    EXPECT_EQ(data.evaluation, nullptr);
    EXPECT_EQ(data.training->sampleShape(), (Shape{1, 28, 28}));
    std::vector<float> values(784);
    std::array<int, 10> counts{};
    for (std::size_t i = 0; i < data.training->size(); ++i)
        ++counts[static_cast<std::size_t>(data.training->read(i, {}, values))];
    for (const int count : counts)
        EXPECT_EQ(count, 1200);
}

TEST(SyntheticDigits, LookLikeInkOnPaper)
{
    for (std::uint64_t number = 0; number < 500; ++number) {
        const DigitImage image = drawDigit(static_cast<int>(number % 10), 9, number);
        int ink = 0;
        int atBorder = 0;
        for (std::size_t i = 0; i < image.size(); ++i) {
            const std::size_t row = i / 28;
            const std::size_t column = i % 28;
            ink += image[i] > 128;
            atBorder += image[i] > 128 && (row == 0 || row == 27 || column == 0 || column == 27);
        }
        EXPECT_GE(ink, 8) << number; // a thin 1
        EXPECT_LE(ink, 784 / 3) << number;
        EXPECT_LE(atBorder, 6) << number;
    }
}

TEST(SyntheticDigits, AreAllDifferentAndNoTestDigitIsATrainingDigit)
{
    const DataSplits data = makeSyntheticDigits(1);
    std::vector<float> values(784);
    std::set<std::uint32_t> sums;
    for (const Dataset* set : {data.training.get(), data.validation.get()})
        for (std::size_t i = 0; i < set->size(); ++i) {
            set->read(i, {}, values);
            sums.insert(
                crc32c({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)}));
        }
    EXPECT_GE(sums.size(), 13990u); // 32-bit sums of 14,000 different images collide 0.02 times
}

} // namespace
} // namespace lockstep
