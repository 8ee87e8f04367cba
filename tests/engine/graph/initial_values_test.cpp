// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/random.h"
#include "engine/core/sha256.h"
#include "engine/graph/initializers.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace lockstep {
namespace {

std::vector<float> drawn(Initializer initial, std::size_t count, std::uint64_t seed = 1,
                         std::uint64_t stream = 0)
{
    std::vector<float> values(count);
    Random random(seed, stream);
    fillInitially(values, initial, random);
    return values;
}

TEST(InitialValues, ConstantsAreConstant)
{
    EXPECT_EQ(drawn({Initializer::Kind::Constant, 0.25}, 3), std::vector<float>(3, 0.25f));
}

TEST(InitialValues, NormalNumbersAreThePolarMethods)
{
    const std::vector<float> values = drawn({Initializer::Kind::Normal, 0.5}, 2001);
    Random random(1);
    const auto coordinate = [&] { return (static_cast<double>(random.next()) + 0.5) / 2147483648.0 - 1; };
    for (std::size_t i = 0; i < values.size();) {
        const double x = coordinate();
        const double y = coordinate();
        const double square = x * x + y * y;
        if (square >= 1)
            continue;
        const double factor = 0.5 * std::sqrt(-2 * std::log(square) / square);
        EXPECT_FLOAT_EQ(values[i++], static_cast<float>(x * factor));
        if (i < values.size()) {
            EXPECT_FLOAT_EQ(values[i++], static_cast<float>(y * factor));
        }
    }
}

/// Largest distance between the values' distribution and the standard normal one, times the root of their
/// number [Kolmogorov and Smirnov]: above 1.95 once in a thousand seeds.
double distanceFromNormal(std::vector<float> values)
{
    std::sort(values.begin(), values.end());
    double most = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double expected = std::erfc(-static_cast<double>(values[i]) / std::sqrt(2.0)) / 2;
        const double rank = static_cast<double>(i) / static_cast<double>(values.size());
        most = std::max(most, std::abs(expected - rank));
    }
    return most * std::sqrt(static_cast<double>(values.size()));
}

TEST(InitialValues, NormalNumbersAreNormal)
{
    const std::vector<float> values = drawn({Initializer::Kind::Normal, 1}, 1000000);
    EXPECT_LT(distanceFromNormal(values), 1.95);
    const auto beyond = [&](float limit) {
        return std::count_if(values.begin(), values.end(),
                             [&](float value) { return std::abs(value) > limit; });
    };
    EXPECT_NEAR(static_cast<double>(beyond(3)), 2700, 6 * std::sqrt(2700.0));
    EXPECT_NEAR(static_cast<double>(beyond(4)), 63, 6 * std::sqrt(63.0));
    EXPECT_EQ(beyond(7), 0);
    // Neighbours come from one point of the disc, and must not be related.
    double product = 0;
    for (std::size_t i = 0; i + 1 < values.size(); i += 2)
        product += static_cast<double>(values[i]) * static_cast<double>(values[i + 1]);
    EXPECT_NEAR(product / 500000, 0, 6 / std::sqrt(500000.0));
}

TEST(InitialValues, TruncatedNumbersStayInside)
{
    const std::vector<float> values = drawn({Initializer::Kind::TruncatedNormal, 2}, 200000);
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    EXPECT_GE(*least, -2);
    EXPECT_LE(*most, 2);
    EXPECT_GT(*most, 1.99f);
    double squares = 0;
    for (float value : values)
        squares += static_cast<double>(value) * static_cast<double>(value) / 200000;
    // Variance of a standard normal number within one deviation: 1 - 2 phi(1) / (2 Phi(1) - 1).
    EXPECT_NEAR(squares / 4, 0.29112, 0.003);
}

TEST(InitialValues, StreamsDiffer)
{
    const Initializer normal{Initializer::Kind::Normal, 1};
    EXPECT_EQ(drawn(normal, 10, 7, 3), drawn(normal, 10, 7, 3));
    EXPECT_NE(drawn(normal, 10, 7, 3), drawn(normal, 10, 7, 4));
    EXPECT_NE(drawn(normal, 10, 7, 3), drawn(normal, 10, 8, 3));
}

TEST(InitialValues, AreTheSameBitsOnEveryHost)
{
    // From a program in another language that follows the same steps: the weights of a seed depend neither on
    // the compiler nor on the processor.
    const auto hash = [](Initializer initial) {
        const std::vector<float> values = drawn(initial, 100001, 20261121, 5);
        Sha256 sha;
        sha.update(std::as_bytes(std::span(values)));
        return sha.hexadecimal();
    };
    EXPECT_EQ(hash({Initializer::Kind::Uniform, 0.04}),
              "ca3aa5c1800848f7d0ab3d419d2f4ce35485890c5db8e0b759ecf818d1de054d");
    EXPECT_EQ(hash({Initializer::Kind::Normal, 0.02}),
              "891042bdea700387b79a0b80af1021ff71362bf10d8feb366f03839fa045749f");
    EXPECT_EQ(hash({Initializer::Kind::TruncatedNormal, 1}),
              "3aa79506b94e68936fe9d6280d63fd65b467cc291f944118034ced5d9f04c8db");
}

TEST(InitialValues, RulesFollowTheShape)
{
    const Shape weight{64, 3, 5, 5};
    EXPECT_DOUBLE_EQ(uniformFanIn(weight).scale, 1 / std::sqrt(75.0));
    EXPECT_DOUBLE_EQ(kaimingUniform(weight).scale, std::sqrt(6 / 75.0));
    EXPECT_DOUBLE_EQ(kaimingNormalFanIn(weight).scale, std::sqrt(2 / 75.0));
    EXPECT_DOUBLE_EQ(kaimingNormalFanOut(weight).scale, std::sqrt(2 / 1600.0));
    EXPECT_DOUBLE_EQ(kaimingNormalFanOut({32, 1, 3, 3}).scale, std::sqrt(2 / 288.0))
        << "depthwise: as PyTorch counts";
    EXPECT_DOUBLE_EQ(uniformFanIn({10, 500}).scale, 1 / std::sqrt(500.0));
    EXPECT_EQ(normal(0.01)(weight).kind, Initializer::Kind::Normal);
    EXPECT_EQ(truncatedNormal(0.02)(weight).scale, 0.02);
}

} // namespace
} // namespace lockstep
