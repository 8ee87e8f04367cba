// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/data_look.h"
#include "tests/engine/host/attach_client.h"

#include <gtest/gtest.h>

/// Looks at data in an attach conversation with the real engine.
namespace lockstep::test {
namespace {

std::string lookFor(const std::string& data)
{
    return "{\"data\":" + data + "}";
}

TEST(Attach, LooksAtDataOfTheHost)
{
    TestHome home("attach");
    AttachClient client(home, {LOCKSTEP_ENGINE});
    const auto first =
        client.send(FrameType::Look, lookFor(R"({"kind":"synthetic","samples":30,"classes":3})"));
    const auto second = client.send(FrameType::Look, lookFor(R"({"kind":"mnist","path":"/nowhere"})"));
    std::string bytes;
    ASSERT_TRUE(client.gather(first, bytes));
    const Result<DataLook> look = parseDataLook(bytes);
    ASSERT_TRUE(look.ok()) << look.error().message();
    EXPECT_GT(bytes.size(), kMaxFramePayload); // 30 + 6 colour pictures do not fit into one frame
    EXPECT_EQ(look->parts.at(0).counts, (std::vector<int>{10, 10, 10}));
    const auto refused = client.reply(second);
    ASSERT_TRUE(refused && refused->type == FrameType::Failed) << describe(refused);
    EXPECT_EQ(parseError(refused->payload).arguments, std::vector<std::string>{"/nowhere"});
}

TEST(Attach, EndsALookThatIsCancelledOrLeft)
{
    TestHome home("attach");
    const std::string slow = lookFor(R"({"kind":"synthetic","samples":2147483647,"image_size":8})");
    AttachClient client(home, {LOCKSTEP_ENGINE});
    const auto request = client.send(FrameType::Look, slow);
    ASSERT_TRUE(eventually([&] { return home.processes("look").size() == 1; }));
    client.cancel(request);
    const auto ended = client.reply(request);
    ASSERT_TRUE(ended && ended->type == FrameType::Ended) << describe(ended);
    EXPECT_TRUE(eventually([&] { return home.processes("look").empty(); }));
    for (int i = 0; i < 4; ++i)
        client.send(FrameType::Look, slow);
    const auto fifth = client.ask(FrameType::Look, slow);
    ASSERT_TRUE(fifth && fifth->type == FrameType::Failed) << describe(fifth);
    client.closeInput();
    ASSERT_TRUE(client.waitForExit(5));
    EXPECT_TRUE(eventually([&] { return home.processes("look").empty(); }));
}

} // namespace
} // namespace lockstep::test
