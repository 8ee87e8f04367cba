// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/portable_math.h"
#include "engine/core/random.h"
#include "engine/core/sha256.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>
#include <span>
#include <utility>
#include <vector>

namespace lockstep {
namespace {

TEST(PortableMath, CosineIsThatOfTheLibrary)
{
    for (int i = 0; i <= 1000; ++i) {
        const double x = i / 1000.0;
        EXPECT_NEAR(cosineOfHalfTurns(x), std::cos(std::numbers::pi * x), 1e-15) << x;
    }
    EXPECT_EQ(cosineOfHalfTurns(0), 1);
    EXPECT_EQ(cosineOfHalfTurns(1), -1);
}

TEST(PortableMath, ExponentialIsWhatItShouldBe)
{
    // e^x of Python's decimal module with 50 digits, rounded to the nearest double.
    const std::vector<std::pair<double, double>> table = {
        {0.0, 1.0},
        {1.0, 2.718281828459045},
        {-1.0, 0.36787944117144233},
        {0.5, 1.6487212707001282},
        {-0.5, 0.6065306597126334},
        {0.1, 1.1051709180756477},
        {-0.1, 0.9048374180359595},
        {0.2876820724517809, 1.3333333333333333},
        {-0.2876820724517809, 0.75},
        {1e-09, 1.000000001},
        {-1e-17, 1.0},
        {0.7071067811865476, 2.0281149816474726},
        {0.25, 1.2840254166877414},
        {-0.125, 0.8824969025845955},
        {0.333, 1.3951472984698037},
    };
    for (const auto& [x, truth] : table)
        EXPECT_NEAR(exponential(x) / truth, 1, 5e-16) << x;
    Random random(3);
    for (int i = 0; i < 100000; ++i) {
        const double x = 2 * random.uniformDouble() - 1;
        EXPECT_NEAR(exponential(x) / static_cast<double>(std::exp(static_cast<long double>(x))), 1, 5e-16)
            << x;
    }
}

/// On whatever processor and with whatever C library the test runs.
TEST(PortableMath, ExponentialGivesTheseBits)
{
    Random random(4);
    std::vector<double> values;
    for (int i = 0; i < 10000; ++i)
        values.push_back(exponential(2 * random.uniformDouble() - 1));
    Sha256 hash;
    hash.update(std::as_bytes(std::span(values)));
    EXPECT_EQ(hash.hexadecimal(), "8f965ced1acafe1f412edb22a8623817f6136bf1cda303867f18d7c857615d29");
}

} // namespace
} // namespace lockstep
