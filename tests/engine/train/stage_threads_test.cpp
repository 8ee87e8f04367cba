// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/stage_threads.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <numeric>
#include <stdexcept>

namespace lockstep {
namespace {

using ::testing::ElementsAre;

/// Every stage adds its number to what the one before has made of a piece.
TEST(StageThreads, PassPiecesOn)
{
    constexpr int kStages = 4;
    constexpr int kPieces = 50;
    StageThreads threads(kStages);
    for (int round = 0; round < 20; ++round) {
        std::vector<int> values(kPieces, 0);
        threads.run([&](int stage) {
            for (int piece = 0; piece < kPieces; ++piece) {
                if (stage > 0)
                    threads.waitFor(stage - 1, piece + 1);
                int& value = values[static_cast<std::size_t>(piece)];
                value = value * 10 + stage;
                threads.done(stage);
            }
        });
        EXPECT_THAT(values, ::testing::Each(123)) << round;
    }
}

TEST(StageThreads, AreHeardInOrderOnTheCallersThread)
{
    StageThreads threads(3);
    std::vector<std::size_t> heard;
    const auto caller = std::this_thread::get_id();
    threads.run(
        [&](int stage) {
            if (stage < 2)
                threads.waitFor(stage + 1, 1);
            for (std::size_t i = 0; i < 3; ++i)
                threads.tell(static_cast<std::size_t>(stage) * 10 + i);
            threads.done(stage);
        },
        [&](std::size_t value) {
            EXPECT_EQ(std::this_thread::get_id(), caller);
            heard.push_back(value);
        });
    EXPECT_THAT(heard, ElementsAre(20u, 21u, 22u, 10u, 11u, 12u, 0u, 1u, 2u));
}

/// Nobody waits for a stage that has failed, and what it says is what is thrown.
TEST(StageThreads, FailTogether)
{
    StageThreads threads(3);
    const auto fail = [&](int stage) {
        if (stage == 1)
            throw std::runtime_error("of the second");
        threads.waitFor(1, 1);
    };
    for (int round = 0; round < 3; ++round) {
        try {
            threads.run(fail);
            FAIL() << "nothing was thrown";
        } catch (const std::runtime_error& error) {
            EXPECT_STREQ(error.what(), "of the second");
        }
    }
    int ran = 0;
    threads.run([&](int stage) { ran += stage == 0 ? 1 : 0; });
    EXPECT_EQ(ran, 1);
}

/// A strategy that loses its peers throws from what it is told.
TEST(StageThreads, EndTheirJobWhereTheListenerThrows)
{
    StageThreads threads(2);
    std::vector<int> ended(2, 0);
    int heard = 0;
    const auto listen = [&](std::size_t) {
        ++heard;
        throw std::runtime_error("lost");
    };
    EXPECT_THROW(threads.run(
                     [&](int stage) {
                         threads.tell(1);
                         threads.tell(2);
                         ended[static_cast<std::size_t>(stage)] = 1;
                     },
                     listen),
                 std::runtime_error);
    EXPECT_EQ(heard, 1);
    EXPECT_THAT(ended, ElementsAre(1, 1));
}

} // namespace
} // namespace lockstep
