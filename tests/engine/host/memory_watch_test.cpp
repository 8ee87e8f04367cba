// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/verdict.h"
#include "tests/engine/host/attach_client.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

/// What a supervisor makes of a rank that was killed by signal 9, which leaves no name.
namespace lockstep::test {
namespace {

using Kind = MemoryShortage::Kind;
using std::chrono::seconds;

class MemoryWatches : public testing::Test {
protected:
    MemoryWatches() { std::filesystem::create_directories(m_home.path()); }
    void say(const std::string& file, const std::string& text) const
    {
        std::ofstream(m_home.path() + "/" + file) << text;
    }
    void sayKills(int count) const
    {
        say("vmstat", "pgfault 12\noom_kill " + std::to_string(count) + "\nnuma_hit 7\n");
    }
    void sayMemory(long kibibytesLeft) const
    {
        say("meminfo", "MemTotal:       16000000 kB\nMemFree:          1000 kB\nMemAvailable:   " +
                           std::to_string(kibibytesLeft) + " kB\n");
    }
    void sayGroup(const std::string& limit, long anonymous) const
    {
        say("memory.max", limit + "\n");
        say("memory.stat", "anon " + std::to_string(anonymous) + "\nfile 3\n");
    }

    TestHome m_home{"memory"};
    MemoryWatch m_watch{{m_home.path() + "/vmstat", m_home.path() + "/meminfo", m_home.path() + "/memory.max",
                         m_home.path() + "/memory.stat"}};
    Clock::time_point m_now = Clock::now();
};

TEST_F(MemoryWatches, SeeThatTheKernelKills)
{
    sayKills(3);
    sayMemory(8'000'000);
    m_watch.look(m_now);
    EXPECT_EQ(m_watch.shortage(m_now).kind, Kind::None);
    sayKills(4);
    EXPECT_EQ(m_watch.shortage(m_now + seconds(20)).kind, Kind::Killed);
}

TEST_F(MemoryWatches, ForgetWhatHappenedLongBefore)
{
    sayMemory(8'000'000);
    sayKills(3);
    m_watch.look(m_now);
    sayKills(4);
    for (int second = 1; second <= 70; ++second)
        m_watch.look(m_now + seconds(second));
    EXPECT_EQ(m_watch.shortage(m_now + seconds(70)).kind, Kind::None);
}

TEST_F(MemoryWatches, SeeThatLittleWasLeft)
{
    sayKills(0);
    sayMemory(200'000);
    m_watch.look(m_now);
    sayMemory(12'000'000); // the dead give it back
    m_watch.look(m_now + seconds(2));
    const MemoryShortage lately = m_watch.shortage(m_now + seconds(3));
    EXPECT_EQ(lately.kind, Kind::Likely);
    EXPECT_EQ(lately.leftBytes, 200'000 * 1024);
    EXPECT_EQ(m_watch.shortage(m_now + seconds(15)).kind, Kind::None);
}

TEST_F(MemoryWatches, KnowTheLimitOfTheirGroup)
{
    sayKills(0);
    sayMemory(12'000'000);
    sayGroup("max", 900);
    m_watch.look(m_now);
    EXPECT_EQ(m_watch.shortage(m_now).kind, Kind::None);
    sayGroup("1000", 990);
    m_watch.look(m_now + seconds(1));
    const MemoryShortage found = m_watch.shortage(m_now + seconds(1));
    EXPECT_EQ(found.kind, Kind::Likely);
    EXPECT_EQ(found.leftBytes, 10);
}

TEST_F(MemoryWatches, SayNothingWhereTheKernelDoesNot)
{
    m_watch.look(m_now);
    EXPECT_EQ(m_watch.shortage(m_now).kind, Kind::Unknown);
    EXPECT_FALSE(memorySources().kills.empty());
}

std::string told(MemoryShortage memory)
{
    RankEnd end;
    end.rank = 2;
    end.hostName = "gpu-b";
    end.exitCode = 128 + SIGKILL;
    end.peakBytes = 23'100'000'000;
    end.memory = memory;
    return causeOf(end).message.english();
}

TEST(KilledRanks, AreToldOfWithTheReasonAsFarAsItIsKnown)
{
    EXPECT_EQ(told({Kind::Killed}),
              "Rank 2 on gpu-b was killed by the kernel: out of memory, at 21.5 GiB. Use a "
              "smaller batch or fewer ranks on this host.");
    EXPECT_EQ(
        told({Kind::Likely, 50'000'000}),
        "Rank 2 on gpu-b was killed by signal 9, probably by the kernel: it had 21.5 GiB of memory, and only "
        "47.7 MiB were left. Use a smaller batch or fewer ranks on this host.");
    EXPECT_EQ(told({Kind::None}),
              "Rank 2 on gpu-b was killed by signal 9. Memory was not scarce (it had 21.5 "
              "GiB), so a person or a program sent it.");
    EXPECT_NE(told({}).find("If nobody sent it, the system ran out of memory"), std::string::npos);
}

} // namespace
} // namespace lockstep::test
