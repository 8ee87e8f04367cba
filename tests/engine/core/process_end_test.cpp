// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// A process ends, whatever the tidying up behind main does.
#include "engine/core/process_end.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>

#include <unistd.h>

namespace lockstep {
namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void neverComeBack()
{
    for (;;)
        ::pause();
}

TEST(ProcessEndDeathTest, IsNotKeptByWhatNeverComesBack)
{
    const auto start = Clock::now();
    EXPECT_EXIT(
        {
            std::atexit(neverComeBack); // as a runtime does that waits for its device
            endWithin(std::chrono::seconds(1), ExitCode::DeviceUnavailable);
            std::exit(0);
        },
        ::testing::ExitedWithCode(static_cast<int>(ExitCode::DeviceUnavailable)), "");
    EXPECT_GE(Clock::now() - start, std::chrono::milliseconds(900)) << "not before its time";
    EXPECT_LT(Clock::now() - start, std::chrono::seconds(30));
}

TEST(ProcessEndDeathTest, IsItsOwnWhereNothingKeepsIt)
{
    EXPECT_EXIT(
        {
            endWithin(std::chrono::seconds(20), ExitCode::Failure);
            std::exit(3);
        },
        ::testing::ExitedWithCode(3), "");
}

} // namespace
} // namespace lockstep
