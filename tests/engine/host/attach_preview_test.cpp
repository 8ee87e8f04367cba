// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/data_preview.h"
#include "tests/engine/host/attach_client.h"

#include <fstream>
#include <gtest/gtest.h>
#include <iterator>

/// Previews data in an attach conversation with the real engine.
namespace lockstep::test {
namespace {

std::string previewFor(const std::string& data)
{
    return "{\"data\":" + data + "}";
}

TEST(Attach, PreviewsAtDataOfTheHost)
{
    TestHome home("attach");
    AttachClient client(home, {LOCKSTEP_ENGINE});
    const auto first =
        client.send(FrameType::Preview, previewFor(R"({"kind":"synthetic","samples":30,"classes":3})"));
    const auto second = client.send(FrameType::Preview, previewFor(R"({"kind":"mnist","path":"/nowhere"})"));
    std::string bytes;
    ASSERT_TRUE(client.gather(first, bytes));
    const Result<DataPreview> preview = parseDataPreview(bytes);
    ASSERT_TRUE(preview.ok()) << preview.error().message();
    EXPECT_GT(bytes.size(), kMaxFramePayload); // 30 + 6 colour pictures do not fit into one frame
    EXPECT_EQ(preview->parts.at(0).counts, (std::vector<int>{10, 10, 10}));
    const auto refused = client.reply(second);
    ASSERT_TRUE(refused && refused->type == FrameType::Failed) << describe(refused);
    EXPECT_EQ(parseError(refused->payload).arguments, std::vector<Sentence>{"/nowhere"});
}

/// Those that have ended and were not reaped are among them.
std::string childrenOf(pid_t process)
{
    const std::string id = std::to_string(process);
    std::ifstream file("/proc/" + id + "/task/" + id + "/children");
    EXPECT_TRUE(file.is_open());
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Attach, LeavesNoZombieOfAPreviewThatWasCancelled)
{
    TestHome home("attach");
    const std::string slow = previewFor(R"({"kind":"synthetic","samples":2147483647,"image_size":8})");
    AttachClient client(home, {LOCKSTEP_ENGINE});
    for (int i = 0; i < 3; ++i) {
        const auto request = client.send(FrameType::Preview, slow);
        ASSERT_TRUE(client.pump(10, [&] { return !childrenOf(client.pid()).empty(); }));
        client.cancel(request);
        EXPECT_TRUE(client.pump(10, [&] { return childrenOf(client.pid()).empty(); })) << "round " << i;
    }
}

TEST(Attach, EndsAPreviewThatIsCancelledOrLeft)
{
    TestHome home("attach");
    const std::string slow = previewFor(R"({"kind":"synthetic","samples":2147483647,"image_size":8})");
    AttachClient client(home, {LOCKSTEP_ENGINE});
    const auto request = client.send(FrameType::Preview, slow);
    ASSERT_TRUE(eventually([&] { return home.processes("preview").size() == 1; }));
    client.cancel(request);
    const auto ended = client.reply(request);
    ASSERT_TRUE(ended && ended->type == FrameType::Ended) << describe(ended);
    EXPECT_TRUE(eventually([&] { return home.processes("preview").empty(); }));
    for (int i = 0; i < 4; ++i)
        client.send(FrameType::Preview, slow);
    const auto fifth = client.ask(FrameType::Preview, slow);
    ASSERT_TRUE(fifth && fifth->type == FrameType::Failed) << describe(fifth);
    client.closeInput();
    ASSERT_TRUE(client.waitForExit(5));
    EXPECT_TRUE(eventually([&] { return home.processes("preview").empty(); }));
}

} // namespace
} // namespace lockstep::test
