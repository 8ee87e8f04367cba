// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/checkpoint.h"
#include "engine/protocol/run_files.h"
#include "tests/engine/host/supervise_fixture.h"

#include <filesystem>
#include <fstream>

/// Checking and deleting checkpoints in an attach conversation, beside a run.
namespace lockstep::test {
namespace {

namespace fs = std::filesystem;

class AttachToCheckpoints : public testing::Test {
protected:
    AttachToCheckpoints()
    {
        TestRun run{"digits", {&m_client}, scripted("*=loop", {1})};
        EXPECT_TRUE(run.launch());
        CheckpointStore store(m_home.hostFolder("digits"), 9);
        for (const std::int64_t step : {10, 20, 30})
            save(store, step);
    }

    static void save(CheckpointStore& store, std::int64_t step)
    {
        TensorCopy tensors; // of several slices
        tensors.add({"weight", Shape{1'000'000}, TensorInfo::Stored::Float32},
                    std::vector<float>(1'000'000, static_cast<float>(step)));
        TrainingPosition position;
        position.run = "digits";
        position.model = "lenet";
        position.step = step;
        store.save(tensors, TensorCopy(), position, Standing::Latest);
    }

    std::string folderOf(std::int64_t step) const
    {
        return m_home.hostFolder("digits") + "/" + checkpointFolder(step);
    }
    void damage(std::int64_t step) const
    {
        std::fstream file(folderOf(step) + "/model.safetensors",
                          std::ios::in | std::ios::out | std::ios::binary);
        file.seekp(3'000'000);
        file.put(1);
    }

    /// The last answer to an order, those of its progress left out.
    Frame order(FrameType type, std::int64_t step)
    {
        const std::string payload = toJson(CheckpointReference{"digits", -1, checkpointFolder(step)});
        const std::uint32_t request = m_client.send(type, payload);
        auto frame = m_client.reply(request);
        for (; frame && frame->type == FrameType::Progressed; frame = m_client.reply(request)) {
            const auto progress = parseMessage<ProgressMessage>(frame->payload);
            EXPECT_TRUE(progress && progress->done <= progress->total) << frame->payload;
        }
        return frame.value_or(Frame{});
    }
    CheckedMessage check(std::int64_t step)
    {
        const Frame frame = order(FrameType::Check, step);
        EXPECT_EQ(frame.type, FrameType::Checked) << describe(frame);
        return parseMessage<CheckedMessage>(frame.payload).value();
    }
    std::string refusalOfDiscard(std::int64_t step)
    {
        const Frame frame = order(FrameType::Discard, step);
        EXPECT_EQ(frame.type, FrameType::Failed) << describe(frame);
        return parseError(frame.payload).message();
    }
    void end()
    {
        ASSERT_TRUE(m_client.ask(FrameType::Stop, toJson(StopRequest{"digits", -1, 5})));
        ASSERT_TRUE(m_client.waitForEnd("digits"));
    }

    TestHome m_home{"attach"};
    AttachClient m_client{m_home};
};

TEST_F(AttachToCheckpoints, CheckFindsAFlippedByteAndWhatIsMissing)
{
    const CheckedMessage whole = check(20);
    EXPECT_EQ(whole.damage.english(), "");
    EXPECT_EQ(whole.folder, fs::canonical(folderOf(20)).string());
    EXPECT_EQ(whole.bytes, fs::file_size(folderOf(20) + "/model.safetensors") +
                               fs::file_size(folderOf(20) + "/optimizer.safetensors"));
    damage(20);
    EXPECT_EQ(check(20).damage.english(),
              "model.safetensors is damaged: its SHA-256 is not the one in the manifest.");
    fs::resize_file(folderOf(20) + "/model.safetensors", 500);
    EXPECT_NE(check(20).damage.english().find("model.safetensors has 500 bytes"), std::string::npos);
    fs::remove(folderOf(20) + "/model.safetensors");
    EXPECT_EQ(check(20).damage.english(), "model.safetensors is missing.");
    std::ofstream(folderOf(20) + "/manifest.json") << "{}\n";
    EXPECT_NE(check(20).damage.english().find("manifest.json is damaged"), std::string::npos);
    EXPECT_EQ(order(FrameType::Check, 40).type, FrameType::Failed);
}

/// By the engine of the host, which says why where it cannot.
TEST_F(AttachToCheckpoints, EvaluateAsksTheEngine)
{
    AttachClient client(m_home, {LOCKSTEP_ENGINE});
    const auto begin = [&](std::int64_t step) {
        return client.send(FrameType::Evaluate,
                           toJson(CheckpointReference{"digits", -1, checkpointFolder(step)}));
    };
    // Its one tensor is no network, which is found once the data are there.
    const auto refused = client.reply(begin(20), 120);
    ASSERT_TRUE(refused);
    ASSERT_EQ(refused->type, FrameType::Failed) << describe(*refused);
    EXPECT_NE(parseError(refused->payload).message().find("weight"), std::string::npos) << refused->payload;
    const auto missing = client.reply(begin(40));
    EXPECT_TRUE(missing && missing->type == FrameType::Failed);
    const std::uint32_t request = begin(20);
    client.cancel(request);
    const auto last = client.reply(request);
    ASSERT_TRUE(last);
    EXPECT_TRUE(last->type == FrameType::Ended || last->type == FrameType::Failed) << describe(*last);
    EXPECT_TRUE(client.ask(FrameType::List, "{}"));
}

/// An engine that dies of it harms nobody else.
TEST_F(AttachToCheckpoints, EvaluateTellsOfAnEngineThatDied)
{
    const Frame refused = order(FrameType::Evaluate, 20); // the engine of these tests knows no evaluation
    EXPECT_EQ(refused.type, FrameType::Failed) << describe(refused);
    EXPECT_NE(parseError(refused.payload).message().find("broke down"), std::string::npos) << refused.payload;
    EXPECT_TRUE(m_client.ask(FrameType::List, "{}"));
}

TEST_F(AttachToCheckpoints, CheckIsTakenBack)
{
    const std::string payload = toJson(CheckpointReference{"digits", -1, checkpointFolder(20)});
    const std::uint32_t request = m_client.send(FrameType::Check, payload);
    m_client.cancel(request);
    auto last = m_client.reply(request);
    while (last && last->type == FrameType::Progressed)
        last = m_client.reply(request);
    ASSERT_TRUE(last);
    EXPECT_TRUE(last->type == FrameType::Ended || last->type == FrameType::Checked) << describe(last);
    EXPECT_TRUE(m_client.ask(FrameType::List, "{}"));
}

TEST_F(AttachToCheckpoints, OfARunThatGoesOnTheNewestWholeOneStays)
{
    EXPECT_NE(refusalOfDiscard(30).find("its newest checkpoint"), std::string::npos);
    EXPECT_EQ(order(FrameType::Discard, 10).type, FrameType::Done);
    EXPECT_FALSE(fs::exists(folderOf(10)));
    damage(30);
    EXPECT_NE(refusalOfDiscard(20).find("after this one are damaged"), std::string::npos);
    EXPECT_TRUE(fs::exists(folderOf(20)));
    end();
    EXPECT_EQ(order(FrameType::Discard, 20).type, FrameType::Done);
    EXPECT_EQ(order(FrameType::Discard, 30).type, FrameType::Done);
    EXPECT_TRUE(fs::is_empty(fs::path(folderOf(30)).parent_path()));
    EXPECT_EQ(order(FrameType::Discard, 30).type, FrameType::Done) << "it is gone, as was asked";
}

TEST_F(AttachToCheckpoints, OfARunThatIsAboutToBeginEveryOneStays)
{
    end();
    const SubmitRequest submit{"digits", 2, 0, scripted("*=loop", {1}), "127.0.0.1", "step-00000020"};
    ASSERT_TRUE(m_client.ask(FrameType::Submit, toJson(submit)));
    EXPECT_NE(refusalOfDiscard(10).find("about to begin"), std::string::npos);
    EXPECT_TRUE(fs::exists(folderOf(10)));
}

} // namespace
} // namespace lockstep::test
