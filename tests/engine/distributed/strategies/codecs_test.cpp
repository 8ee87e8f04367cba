// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// The parts of the codecs by themselves: formats, choice of the largest, narrow matrices.
#include "engine/core/random.h"
#include "engine/distributed/compression/largest.h"
#include "engine/distributed/compression/low_rank.h"
#include "engine/distributed/compression/narrow_float.h"
#include "engine/distributed/compression/wire_format.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <span>

namespace lockstep {
namespace {

using testing::ElementsAre;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
const float kNaN = std::nanf("");

std::vector<float> randomValues(std::size_t count, unsigned seed, float size = 1)
{
    Random random(seed);
    std::vector<float> values(count);
    for (float& value : values)
        value = random.uniform(-size, size);
    return values;
}

std::vector<float> throughFormat(CompressionKind kind, const std::vector<float>& values,
                                 const RoundingPlace& place = {})
{
    const auto format = makeWireFormat(kind);
    std::vector<std::byte> wire(format->bytes(values.size()));
    format->encode(values, place, wire);
    std::vector<float> back(values.size());
    format->decode(wire, back);
    return back;
}

/// Every number that it holds comes back, and what lies between two goes to the nearer, to the even one in
/// the middle.
template <typename To, typename From>
void expectNearest(To to, From from, std::uint32_t infinite)
{
    for (std::uint32_t bits = 0; bits < infinite; ++bits) {
        const float value = from(static_cast<std::uint16_t>(bits));
        const float next = from(static_cast<std::uint16_t>(bits + 1));
        ASSERT_EQ(to(value), bits);
        ASSERT_EQ(to(-value), bits | 0x8000);
        if (bits + 1 == infinite)
            break;
        const auto middle = static_cast<float>((static_cast<double>(value) + static_cast<double>(next)) / 2);
        ASSERT_EQ(to(middle), bits + (bits & 1)) << value;
        ASSERT_EQ(to(std::nextafter(middle, 0.0f)), bits) << value;
        ASSERT_EQ(to(std::nextafter(middle, kInfinity)), bits + 1) << value;
    }
    EXPECT_EQ(to(kInfinity), infinite);
    EXPECT_EQ(from(static_cast<std::uint16_t>(infinite)), kInfinity);
    EXPECT_EQ(to(std::numeric_limits<float>::max()), infinite);
    EXPECT_TRUE(std::isnan(from(to(kNaN))));
    EXPECT_TRUE(std::isnan(from(to(-kNaN))));
}

TEST(NarrowFloats, AreTheNearest)
{
    expectNearest(toBFloat16, fromBFloat16, 0x7f80);
    expectNearest(toFloat16, fromFloat16, 0x7c00);
}

TEST(NarrowFloats, HoldWhatTheirStandardsSay)
{
    EXPECT_EQ(fromFloat16(0x0001), 0x1p-24f);
    EXPECT_EQ(fromFloat16(0x7bff), 65504.0f);
    EXPECT_EQ(toFloat16(65519.0f), 0x7bff);
    EXPECT_EQ(toFloat16(65520.0f), 0x7c00);
    EXPECT_EQ(toFloat16(1.0f), 0x3c00);
    EXPECT_EQ(toBFloat16(1.0f), 0x3f80);
}

TEST(ScaledBytes, AreWithinOneStepOfTheValues)
{
    const std::vector<float> values = randomValues(1300, 5, 3);
    const std::vector<float> back = throughFormat(CompressionKind::Int8, values, {1, 2, 3, 0});
    for (std::size_t block = 0; block < values.size(); block += 512) {
        const std::size_t end = std::min(block + 512, values.size());
        float largest = 0;
        for (std::size_t i = block; i < end; ++i)
            largest = std::max(largest, std::abs(values[i]));
        for (std::size_t i = block; i < end; ++i)
            EXPECT_LE(std::abs(values[i] - back[i]), largest / 127 * 1.0001f);
    }
    EXPECT_EQ(makeWireFormat(CompressionKind::Int8)->bytes(1300), 1300u + 3 * 4);
}

/// The mean over many steps is the value: within four standard errors of a coin for each.
TEST(ScaledBytes, AreRightOnTheMean)
{
    constexpr int kSteps = 2000;
    const std::vector<float> values = randomValues(64, 7);
    std::vector<double> sums(values.size());
    for (int step = 0; step < kSteps; ++step) {
        const std::vector<float> back = throughFormat(CompressionKind::Int8, values, {9, step, 0, 0});
        for (std::size_t i = 0; i < sums.size(); ++i)
            sums[i] += static_cast<double>(back[i]);
    }
    for (std::size_t i = 0; i < sums.size(); ++i)
        EXPECT_NEAR(sums[i] / kSteps, static_cast<double>(values[i]), 4 * 0.5 / std::sqrt(kSteps) / 127);
}

TEST(ScaledBytes, DependOnSeedStepStreamAndPlaceAlone)
{
    const std::vector<float> values = randomValues(512, 3);
    const RoundingPlace place{1, 2, 3, 512};
    const std::vector<float> back = throughFormat(CompressionKind::Int8, values, place);
    EXPECT_EQ(throughFormat(CompressionKind::Int8, values, place), back);
    for (const RoundingPlace& other : {RoundingPlace{2, 2, 3, 512}, RoundingPlace{1, 3, 3, 512},
                                       RoundingPlace{1, 2, 4, 512}, RoundingPlace{1, 2, 3, 1024}})
        EXPECT_NE(throughFormat(CompressionKind::Int8, values, other), back);
}

TEST(ScaledBytes, KeepZerosAndTellWhatIsNotFinite)
{
    std::vector<float> values(600);
    values[1] = 1e-42f; // so small that it is as good as nothing
    EXPECT_THAT(throughFormat(CompressionKind::Int8, values), testing::Each(0.0f));
    for (const float bad : {kNaN, kInfinity, -kInfinity}) {
        values[1] = bad;
        const std::vector<float> back = throughFormat(CompressionKind::Int8, values);
        EXPECT_TRUE(std::isnan(back[1]));
        EXPECT_EQ(back[599], 0); // of another block
    }
}

TEST(Largest, AreThoseOfASort)
{
    std::vector<float> values = randomValues(5000, 4);
    for (std::size_t i = 0; i < values.size(); i += 3) // many of one size
        values[i] = i % 2 == 0 ? 0.5f : -0.5f;
    std::vector<std::uint32_t> order(values.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [&](auto a, auto b) { return std::abs(values[a]) > std::abs(values[b]); });
    for (const std::size_t count : {1u, 2u, 77u, 2500u, 3000u, 4999u, 5000u}) {
        std::vector<std::uint32_t> expected(order.begin(),
                                            order.begin() + static_cast<std::ptrdiff_t>(count));
        std::ranges::sort(expected);
        std::vector<std::uint32_t> found(count);
        findLargest(values, found);
        EXPECT_EQ(found, expected) << count;
    }
}

TEST(Largest, TakeWhatIsNoNumberFirst)
{
    std::vector<std::uint32_t> found(2);
    findLargest(std::vector<float>{1, kNaN, -kInfinity, 5e-45f, 0}, found);
    EXPECT_THAT(found, ElementsAre(1u, 2u));
    findLargest(std::vector<float>{0, -0.0f, 0}, found);
    EXPECT_THAT(found, ElementsAre(0u, 1u));
    findLargest({}, {});
}

TEST(Orthonormal, ColumnsAreIt)
{
    constexpr std::size_t kLength = 37;
    std::vector<double> values(4 * kLength);
    Random random(8);
    for (double& value : values)
        value = random.uniformDouble() - 0.5;
    const Columns<double> columns{values, kLength};
    orthonormalize(columns);
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = 0; j < 4; ++j) {
            const double product =
                std::inner_product(columns.at(i).begin(), columns.at(i).end(), columns.at(j).begin(), 0.0);
            EXPECT_NEAR(product, i == j ? 1 : 0, 1e-7); // of unit length but for the 1e-8
        }
}

TEST(Orthonormal, ZeroStaysZero)
{
    std::vector<float> values(3 * 5);
    values[2] = 4;
    orthonormalize(Columns<float>{values, 5});
    EXPECT_NEAR(values[2], 1, 1e-7);
    values[2] = 0;
    EXPECT_THAT(values, testing::Each(0.0f));
}

/// Forty steps of a matrix on some ranks: each has its part of the gradient, and sums are plain.
class Factored {
public:
    Factored(std::size_t ranks, std::size_t rank) : m_q(ranks, std::vector<double>(rank * kCols))
    {
        Random random(3);
        for (double& value : m_q[0])
            value = random.uniformDouble() - 0.5;
        m_memories.assign(ranks, std::vector<double>(kRows * kCols));
        for (std::size_t r = 0; r < ranks; ++r) {
            m_q[r] = m_q[0];
            m_codecs.emplace_back(kRows, kCols, m_q[r], m_memories[r]);
        }
    }

    /// The gradient that all apply.
    std::vector<double> step(const std::vector<std::vector<double>>& parts)
    {
        std::vector<double> p(m_codecs[0].leftSize()), q(m_codecs[0].rightSize());
        const auto sum = [&](std::vector<double>& total, const auto& job) {
            std::vector<double> own(total.size());
            for (std::size_t r = 0; r < m_codecs.size(); ++r) {
                job(r, own);
                for (std::size_t i = 0; i < own.size(); ++i)
                    total[i] += own[i];
            }
        };
        sum(p, [&](std::size_t r, auto& own) { m_codecs[r].project(parts[r], own); });
        sum(q, [&](std::size_t r, auto& own) { m_codecs[r].share(p, own); });
        std::vector<std::vector<double>> results(m_codecs.size(), std::vector<double>(kRows * kCols));
        for (std::size_t r = 0; r < m_codecs.size(); ++r) {
            m_codecs[r].finish(q, results[r]);
            EXPECT_EQ(results[r], results[0]);
        }
        return results[0];
    }

    static constexpr std::size_t kRows = 20, kCols = 30;

private:
    std::vector<std::vector<double>> m_q, m_memories;
    std::vector<LowRankGradient<double>> m_codecs;
};

class LowRank : public testing::TestWithParam<std::size_t> {};
INSTANTIATE_TEST_SUITE_P(Ranks, LowRank, testing::Values(1, 2, 4));

/// Weights that follow the gradients of a bowl, so that errors would grow: the parts of three ranks, uneven,
/// and the whole on one.
TEST_P(LowRank, OfManyRanksIsThatOfOneWithTheWholeBatch)
{
    constexpr std::size_t kSize = Factored::kRows * Factored::kCols;
    constexpr std::array kShares = {0.5, 0.3, 0.2};
    Factored many(kShares.size(), GetParam()), one(1, GetParam());
    Random random(6);
    std::vector<double> goal(kSize), manyWeights(kSize), oneWeights(kSize);
    for (double& value : goal)
        value = random.uniformDouble();
    for (int step = 0; step < 40; ++step) {
        std::vector<std::vector<double>> parts(kShares.size(), std::vector<double>(kSize));
        std::vector<std::vector<double>> whole(1, std::vector<double>(kSize));
        for (std::size_t i = 0; i < kSize; ++i) {
            const double noise = random.uniformDouble() - 0.5;
            for (std::size_t r = 0; r < kShares.size(); ++r)
                parts[r][i] = kShares[r] * (manyWeights[i] - goal[i]) + (r == 0   ? noise
                                                                         : r == 1 ? -noise
                                                                                  : 0);
            whole[0][i] = oneWeights[i] - goal[i];
        }
        const auto manyStep = many.step(parts);
        const auto oneStep = one.step(whole);
        for (std::size_t i = 0; i < kSize; ++i) {
            manyWeights[i] -= 0.1 * manyStep[i];
            oneWeights[i] -= 0.1 * oneStep[i];
        }
    }
    double difference = 0, size = 0;
    for (std::size_t i = 0; i < kSize; ++i) {
        difference += (manyWeights[i] - oneWeights[i]) * (manyWeights[i] - oneWeights[i]);
        size += oneWeights[i] * oneWeights[i];
    }
    EXPECT_LT(std::sqrt(difference / size), 1e-12);
    EXPECT_GT(size, 0);
}

/// A matrix of that rank crosses whole: the first step finds its columns, the second has nothing left over.
TEST_P(LowRank, HoldsWhatIsOfThatRank)
{
    constexpr std::size_t kRows = Factored::kRows, kCols = Factored::kCols;
    Random random(2);
    std::vector<std::vector<double>> parts(1, std::vector<double>(kRows * kCols));
    for (std::size_t k = 0; k < GetParam(); ++k) {
        std::vector<double> left(kRows), right(kCols);
        for (double& value : left)
            value = random.uniformDouble() - 0.5;
        for (double& value : right)
            value = random.uniformDouble() - 0.5;
        for (std::size_t i = 0; i < kRows; ++i)
            for (std::size_t j = 0; j < kCols; ++j)
                parts[0][i * kCols + j] += left[i] * right[j];
    }
    Factored factored(1, GetParam());
    const auto found = factored.step(parts);
    for (std::size_t i = 0; i < found.size(); ++i)
        EXPECT_NEAR(found[i], parts[0][i], 1e-5);
}

/// Of `count` numbers of each, every aStep-th of a and every bStep-th of b.
double product(std::span<const float> a, std::size_t aStep, std::span<const float> b, std::size_t bStep,
               std::size_t count)
{
    double total = 0;
    for (std::size_t i = 0; i < count; ++i)
        total += static_cast<double>(a[i * aStep]) * static_cast<double>(b[i * bStep]);
    return total;
}

/// Sizes and ranks that are no multiples of what is taken together: each matrix of a step is what its formula
/// says.
TEST(LowRankGradient, TakesOddSizesAsItsFormulasSay)
{
    constexpr std::size_t kRows = 27, kCols = 45;
    for (std::size_t rank = 1; rank <= 9; ++rank) {
        const std::vector<float> gradient = randomValues(kRows * kCols, 3);
        std::vector<float> memory = randomValues(kRows * kCols, 4), q = randomValues(rank * kCols, 5);
        std::vector<float> whole(kRows * kCols), p(rank * kRows), ownQ(rank * kCols), sum(kRows * kCols);
        std::ranges::transform(gradient, memory, whole.begin(), std::plus());
        std::vector<float> right = q;
        orthonormalize(Columns<float>{right, kCols});

        LowRankGradient<float> codec(kRows, kCols, q, memory);
        codec.project(gradient, p);
        std::vector<float> left = p;
        orthonormalize(Columns<float>{left, kRows});
        codec.share(p, ownQ);
        const std::vector<float> allQ = randomValues(rank * kCols, 6); // as if other ranks had added theirs
        codec.finish(allQ, sum);
        codec.settle();

        const std::span<const float> all(whole), rights(right), lefts(left), sums(allQ), owns(ownQ);
        for (std::size_t k = 0; k < rank; ++k) {
            for (std::size_t row = 0; row < kRows; ++row)
                ASSERT_NEAR(p[k * kRows + row],
                            product(all.subspan(row * kCols), 1, rights.subspan(k * kCols), 1, kCols), 1e-5);
            for (std::size_t col = 0; col < kCols; ++col)
                ASSERT_NEAR(ownQ[k * kCols + col],
                            product(all.subspan(col), kCols, lefts.subspan(k * kRows), 1, kRows), 1e-5);
        }
        for (std::size_t at = 0; at < all.size(); ++at) {
            const auto row = lefts.subspan(at / kCols);
            ASSERT_NEAR(sum[at], product(row, kRows, sums.subspan(at % kCols), kCols, rank), 1e-5);
            ASSERT_NEAR(memory[at], all[at] - product(row, kRows, owns.subspan(at % kCols), kCols, rank),
                        1e-5);
        }
    }
}

TEST(LowRankRule, LeavesAloneWhatIsSmall)
{
    EXPECT_TRUE(isWorthFactoring(20, 25, 4)); // 360 numbers for 500
    EXPECT_FALSE(isWorthFactoring(20, 25, 6));
    EXPECT_FALSE(isWorthFactoring(1000, 1, 1)); // a bias
}

} // namespace
} // namespace lockstep
