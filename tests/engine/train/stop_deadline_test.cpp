// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/error.h"
#include "engine/train/stop_deadline.h"
#include "tests/engine/train/rank_fixture.h"

#include <gtest/gtest.h>

#include <optional>

namespace lockstep {
namespace {

using namespace std::chrono_literals;
using testing::waitUntil;

bool isBrokenOff(ProcessGroup& group)
{
    try {
        group.barrier();
    } catch (const EngineError& error) {
        return error.code() == ExitCode::Stopped;
    }
    return false;
}

TEST(StopDeadline, BreaksOffWhatDoesNotEndByItself)
{
    StopFlag stop;
    const auto group = makeSoloProcessGroup();
    const StopDeadline deadline(stop, *group, 1ms);
    EXPECT_FALSE(deadline.passed());
    EXPECT_NO_THROW(deadline.throwIfPassed());
    stop.request();
    waitUntil([&] { return isBrokenOff(*group); });
    EXPECT_TRUE(deadline.passed());
    EXPECT_THROW(deadline.throwIfPassed(), EngineError);
}

TEST(StopDeadline, LeavesAloneWhatEndsInTime)
{
    StopFlag stop;
    const auto group = makeSoloProcessGroup();
    {
        const StopDeadline deadline(stop, *group, 1h);
        stop.request();
    }
    EXPECT_FALSE(isBrokenOff(*group));
}

TEST(StopDeadline, NeedsNoStopToEnd)
{
    const StopFlag stop;
    const auto group = makeSoloProcessGroup();
    std::optional<StopDeadline> deadline(std::in_place, stop, *group, 0ms);
    deadline.reset();
    EXPECT_FALSE(isBrokenOff(*group));
}

} // namespace
} // namespace lockstep
