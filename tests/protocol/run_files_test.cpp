// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/run_files.h"

#include "engine/protocol/exit_code.h"
#include "engine/protocol/run_phase.h"

#include <gtest/gtest.h>

#include <set>

namespace lockstep {
namespace {

TEST(RunFiles, AreCalledAsTheFormatSays)
{
    EXPECT_EQ(rankJournal(1, 0), "attempt-1/rank-0.jsonl");
    EXPECT_EQ(rankLog(12, 345), "attempt-12/rank-345.log");
    EXPECT_EQ(hostJournal(2, 1), "attempt-2/host-1.jsonl");
    EXPECT_EQ(hostLog(2, 1), "attempt-2/host-1.log");
    EXPECT_EQ(hostFolder(3), "host-3");
    EXPECT_EQ(checkpointFolder(600), "checkpoints/step-00000600");
    EXPECT_EQ(stepOfCheckpointFolder("checkpoints/step-00000600"), 600);
    EXPECT_EQ(stepOfCheckpointFolder("step-00000600"), std::nullopt);
    EXPECT_EQ(checkpointName(1'234'567'890), "step-1234567890");
    for (const std::string& name : {rankJournal(1, 0), rankLog(12, 345), hostJournal(2, 1), hostLog(2, 1)}) {
        ASSERT_TRUE(parseRecordFile(name)) << name;
        EXPECT_EQ(runFile(*parseRecordFile(name)), name);
        EXPECT_TRUE(isRunFile(name));
    }
}

TEST(RunFiles, OtherNamesAreNone)
{
    for (const char* name :
         {"", "attempt-1", "attempt-1/", "attempt-1/rank-0", "attempt-1/rank-00.log", "attempt-01/rank-0.log",
          "attempt-0/rank-0.log", "attempt-1/rank--1.log", "attempt-1/rank-+1.log", "attempt-1/rank-.log",
          "attempt-1/rank-0.log.gz", "attempt-1/x/rank-0.log", "/attempt-1/rank-0.log",
          "attempt-1/rank-99999999999.log", "attempt-1/host0.log", "rank-0.log"})
        EXPECT_FALSE(parseRecordFile(name)) << name;
    for (const char* name :
         {"", "attempt-", "attempt-x", "attempt-1x", "attempt-0", "attempt-007", "attempts"})
        EXPECT_FALSE(attemptOf(name)) << name;
    EXPECT_EQ(attemptOf("attempt-7"), 7);
    EXPECT_EQ(attemptOf("attempt-7/whatever"), 7);
    for (const char* name : {"host-", "host-01", "host-1x", "host-1/", "Host-1", "host--1"})
        EXPECT_FALSE(hostOfFolder(name)) << name;
    EXPECT_EQ(hostOfFolder("host-0"), 0);
    for (const char* name : {"step-1", "step-000000001", "step-0000000x", ".step-00000001", "step--0000001"})
        EXPECT_FALSE(stepOfCheckpoint(name)) << name;
    EXPECT_EQ(stepOfCheckpoint("step-00000001"), 1);
}

TEST(RunPhases, EachStartsLivesOrHasEnded)
{
    std::set<std::string_view> names;
    for (int i = 0; i <= static_cast<int>(RunPhase::Failed); ++i) {
        const auto phase = static_cast<RunPhase>(i);
        EXPECT_EQ(int{isStarting(phase)} + int{isLive(phase)} + int{hasEnded(phase)}, 1) << i;
        EXPECT_FALSE(toString(phase).empty());
        names.insert(toString(phase));
    }
    EXPECT_EQ(names.size(), static_cast<std::size_t>(RunPhase::Failed) + 1);
    EXPECT_TRUE(isStarting(RunPhase::Submitted) && isLive(RunPhase::Training) && isLive(RunPhase::Stopping));
}

TEST(RunPhases, AStopIsToldByTheExitCode)
{
    constexpr int kStopped = static_cast<int>(ExitCode::Stopped);
    EXPECT_EQ(shownPhase(RunPhase::Finished, kStopped), RunPhase::Stopped);
    EXPECT_EQ(shownPhase(RunPhase::Failed, kStopped), RunPhase::Stopped);
    EXPECT_EQ(shownPhase(RunPhase::Training, kStopped), RunPhase::Training);
    EXPECT_EQ(shownPhase(RunPhase::Finished, 0), RunPhase::Finished);
    EXPECT_EQ(endingPhase(0), RunPhase::Finished);
    EXPECT_EQ(endingPhase(kStopped), RunPhase::Stopped);
    EXPECT_EQ(endingPhase(static_cast<int>(ExitCode::PeerLost)), RunPhase::EndedWithOthers);
    EXPECT_EQ(endingPhase(137), RunPhase::Failed);
}

TEST(RunPhases, HaveNamesThatAreReadBack)
{
    for (int i = 0; i <= static_cast<int>(RunPhase::Failed); ++i)
        EXPECT_EQ(phaseNamed(toString(static_cast<RunPhase>(i))), static_cast<RunPhase>(i));
    EXPECT_EQ(phaseNamed("paused"), std::nullopt);
    EXPECT_EQ(phaseNamed(""), std::nullopt);
}

TEST(RunPhases, ARunAndItsPartsEndWithOneWord)
{
    for (const RunPhase part : {RunPhase::Waiting, RunPhase::Training, RunPhase::Finished, RunPhase::Stopped,
                                RunPhase::EndedWithOthers, RunPhase::Failed}) {
        EXPECT_EQ(endOfPart(RunPhase::Finished, part, false), RunPhase::Finished);
        EXPECT_EQ(endOfPart(RunPhase::Stopped, part, false), RunPhase::Stopped);
        EXPECT_EQ(endOfPart(RunPhase::Failed, part, true), RunPhase::Failed);
    }
}

TEST(RunPhases, WhoIsNotToBlameForAFailureEndedWithIt)
{
    EXPECT_EQ(endOfPart(RunPhase::Failed, RunPhase::Training, false), RunPhase::EndedWithOthers);
    EXPECT_EQ(endOfPart(RunPhase::Failed, RunPhase::Stopped, false), RunPhase::EndedWithOthers);
    EXPECT_EQ(endOfPart(RunPhase::Failed, RunPhase::Failed, false), RunPhase::EndedWithOthers);
    EXPECT_EQ(endOfPart(RunPhase::Failed, RunPhase::Finished, false), RunPhase::Finished);
    EXPECT_EQ(endOfPart(RunPhase::Failed, RunPhase::Connecting, false), RunPhase::NotStarted);
    EXPECT_EQ(endOfPart(RunPhase::Failed, RunPhase::Submitted, false), RunPhase::NotStarted);
}

} // namespace
} // namespace lockstep
