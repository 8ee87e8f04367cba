// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/conditions_probe.h"
#include "tests/engine/host/attach_client.h"

#include <chrono>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/utsname.h>

namespace lockstep::test {
namespace {

std::int64_t nowMs()
{
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

TEST(HostConditions, CountTasksByTheControlGroup)
{
    EXPECT_EQ(tasksLeftOf("100\n", "30\n"), 70);
    EXPECT_EQ(tasksLeftOf("100\n", "130\n"), 0); // the limit was lowered meanwhile
    EXPECT_EQ(tasksLeftOf("max\n", "30\n"), -1);
    EXPECT_EQ(tasksLeftOf("", ""), -1); // no such group
    EXPECT_EQ(tasksLeftOf("-5\n", "30\n"), -1);
}

TEST(HostConditions, TellTheLimitOfOpenFiles)
{
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
    const rlimit few{321, before.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);
    EXPECT_EQ(probeConditions().openFiles, 321);
    ::setrlimit(RLIMIT_NOFILE, &before);
}

TEST(Attach, SaysWhatTheHostHasLeft)
{
    TestHome home("conditions");
    AttachClient client(home);
    const std::int64_t before = nowMs();
    const auto reply = client.ask(FrameType::Examine, "{}");
    ASSERT_TRUE(reply && reply->type == FrameType::Examined) << describe(reply);
    const Result<HostConditions> conditions = parseHostConditions(reply->payload);
    ASSERT_TRUE(conditions.ok()) << conditions.error().message();
    EXPECT_GE(conditions->wallMs, before);
    EXPECT_LE(conditions->wallMs, nowMs());
    utsname names{};
    ASSERT_EQ(::uname(&names), 0);
    EXPECT_EQ(conditions->machine, names.machine);
    EXPECT_NE(conditions->tasksLeft, 0);
}

} // namespace
} // namespace lockstep::test
