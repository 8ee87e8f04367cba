// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/host/attach_client.h"

#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <sys/stat.h>
#include <unistd.h>

/// The attach conversation, held with a real attach process over pipes.
namespace lockstep::test {
namespace {

std::string fileText(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string follow(const std::string& run, const std::string& file, std::uint64_t offset = 0)
{
    return toJson(FollowRequest{run, -1, file, offset});
}

TEST(Attach, GreetsSaysWhatTheHostIsAndKeepsBeating)
{
    TestHome home("attach");
    AttachClient client(home);
    const auto frame = client.ask(FrameType::Hello, toJson(AttachHello{1, "test"}));
    ASSERT_TRUE(frame && frame->type == FrameType::Welcome) << describe(frame);
    EXPECT_TRUE(client.greeted());
    const auto welcome = parseMessage<AttachWelcome>(frame->payload);
    ASSERT_TRUE(welcome.ok()) << welcome.error().message();
    EXPECT_GE(welcome->report.cores, 1);
    EXPECT_FALSE(welcome->report.hostName.empty());
    EXPECT_TRUE(client.pump(5, [&] { return client.heartbeats() >= 2; }));
}

TEST(Attach, RefusesANewerVersionAndUnknownRequests)
{
    TestHome home("attach");
    AttachClient client(home);
    auto frame = client.ask(FrameType::Hello, toJson(AttachHello{2, "test"}));
    ASSERT_TRUE(frame && frame->type == FrameType::Failed) << describe(frame);
    EXPECT_NE(parseError(frame->payload).message().find("version 2"), std::string::npos);
    for (const int type : {0, 14, 33, 77, 65535}) {
        frame = client.ask(static_cast<FrameType>(type), "whatever");
        ASSERT_TRUE(frame && frame->type == FrameType::Failed) << type << ": " << describe(frame);
    }
    // Broken payloads of known requests are refused too, and the conversation goes on.
    for (const FrameType type :
         {FrameType::Hello, FrameType::Submit, FrameType::Start, FrameType::Stop, FrameType::Watch,
          FrameType::Follow, FrameType::Fetch, FrameType::Remove, FrameType::Preview, FrameType::Check,
          FrameType::Discard, FrameType::Sweep, FrameType::Withdraw}) {
        for (const char* payload : {"", "{", "[]", "{\"run\": 5}", "{\"run\": \"../../etc\"}", "\xff\xfe"}) {
            frame = client.ask(type, payload);
            ASSERT_TRUE(frame && frame->type == FrameType::Failed) << describe(frame);
        }
    }
    frame = client.ask(FrameType::List, "{}");
    ASSERT_TRUE(frame && frame->type == FrameType::Runs) << describe(frame);
}

TEST(Attach, LeavesWhenItsInputCloses)
{
    TestHome home("attach");
    AttachClient client(home);
    ASSERT_TRUE(client.ask(FrameType::List, "{}"));
    client.closeInput();
    const auto seconds = client.waitForExit(3);
    ASSERT_TRUE(seconds);
    EXPECT_EQ(client.exitStatus(), 0);
}

TEST(Attach, LeavesAfterGarbage)
{
    TestHome home("attach");
    AttachClient client(home);
    client.sendBytes(std::string(64, '\xff')); // a frame of 4 GiB
    const auto seconds = client.waitForExit(3);
    ASSERT_TRUE(seconds);
    EXPECT_NE(client.exitStatus(), 0);
}

TEST(Attach, LeavesAPeerThatFellSilent)
{
    TestHome home("attach");
    AttachClient client(home);
    ASSERT_TRUE(client.ask(FrameType::List, "{}"));
    client.muteHeartbeats();
    const auto seconds = client.waitForExit(12);
    ASSERT_TRUE(seconds);
    EXPECT_GT(*seconds, 7);
    EXPECT_LT(*seconds, 9.5);
}

class AttachToRun : public testing::Test {
protected:
    void launch(const std::string& script, std::vector<int> devices = {1})
    {
        TestRun run{"digits", {&m_client}, scripted(script, devices)};
        ASSERT_TRUE(run.launch());
    }
    /// Whatever of the folder does not change any more comes out of Fetch byte by byte.
    void expectSameAsOnDisk(const std::string& file, const std::string& bytes) const
    {
        EXPECT_EQ(bytes, fileText(m_home.hostFolder("digits") + "/" + file)) << file;
    }

    TestHome m_home{"attach"};
    AttachClient m_client{m_home};
};

TEST_F(AttachToRun, FollowsJournalAndLogToTheirEnd)
{
    launch("*=ok 1500", {2});
    std::map<std::string, std::uint32_t> requests;
    for (const char* file : {"attempt-1/rank-0.jsonl", "attempt-1/rank-0.log", "attempt-1/rank-1.jsonl",
                             "attempt-1/host-0.jsonl", "attempt-1/host-0.log"})
        requests[file] = m_client.send(FrameType::Follow, follow("digits", file));
    for (const auto& [file, request] : requests) {
        std::string bytes;
        ASSERT_TRUE(m_client.gather(request, bytes)) << file;
        EXPECT_GT(bytes.size(), 100u) << file;
        expectSameAsOnDisk(file, bytes);
    }
}

TEST_F(AttachToRun, NewDataArrivesWithinFiftyMilliseconds)
{
    launch("*=loop");
    const std::string path = m_home.hostFolder("digits") + "/attempt-1/extra.log";
    std::ofstream extra(path);
    extra << "a" << std::flush;
    const auto request = m_client.send(FrameType::Follow, follow("digits", "attempt-1/extra.log"));
    ASSERT_TRUE(m_client.reply(request));
    std::vector<double> milliseconds;
    for (int i = 0; i < 30; ++i) {
        m_client.pump(0.03);
        const auto begin = std::chrono::steady_clock::now();
        extra << "b" << std::flush;
        ASSERT_TRUE(m_client.reply(request));
        milliseconds.push_back(Seconds(std::chrono::steady_clock::now() - begin).count() * 1000);
    }
    std::sort(milliseconds.begin(), milliseconds.end());
    RecordProperty("median_ms", std::to_string(milliseconds[15]));
    // The promise is for an idle machine; the median is what a busy one may be held to.
    EXPECT_LT(milliseconds[15], 50);
}

TEST_F(AttachToRun, FollowGoesOnFromAnOffset)
{
    launch("*=ok 300");
    ASSERT_TRUE(m_client.waitForEnd("digits"));
    const std::string whole = fileText(m_home.hostFolder("digits") + "/attempt-1/rank-0.jsonl");
    for (const std::uint64_t offset :
         {std::uint64_t{1}, std::uint64_t{whole.size() / 2}, std::uint64_t{whole.size()}}) {
        std::string bytes;
        const auto request =
            m_client.send(FrameType::Follow, follow("digits", "attempt-1/rank-0.jsonl", offset));
        ASSERT_TRUE(m_client.gather(request, bytes));
        EXPECT_EQ(bytes, whole.substr(offset));
    }
    const auto beyond =
        m_client.ask(FrameType::Follow, follow("digits", "attempt-1/rank-0.jsonl", whole.size() + 1));
    ASSERT_TRUE(beyond && beyond->type == FrameType::Failed) << describe(beyond);
}

TEST_F(AttachToRun, FetchEndsAtThePresentSize)
{
    launch("*=loop");
    const std::string folder = m_home.hostFolder("digits") + "/checkpoints/step-00000001";
    std::filesystem::create_directories(folder);
    std::string content(3'000'000, '\0');
    for (std::size_t i = 0; i < content.size(); ++i)
        content[i] = static_cast<char>(i * 2654435761u >> 13);
    std::ofstream(folder + "/model.safetensors", std::ios::binary) << content;
    std::string bytes;
    const auto request =
        m_client.send(FrameType::Fetch, follow("digits", "checkpoints/step-00000001/model.safetensors"));
    ASSERT_TRUE(m_client.gather(request, bytes));
    EXPECT_EQ(bytes, content);
    const auto missing = m_client.ask(FrameType::Fetch, follow("digits", "checkpoints/step-00000002/x"));
    ASSERT_TRUE(missing && missing->type == FrameType::Failed) << describe(missing);
}

TEST_F(AttachToRun, SmallStreamsAreNotStarvedByALargeOne)
{
    launch("*=loop");
    const std::string folder = m_home.hostFolder("digits") + "/checkpoints";
    std::filesystem::create_directories(folder);
    std::ofstream(folder + "/big", std::ios::binary).close();
    std::filesystem::resize_file(folder + "/big", 1u << 30);
    const auto big = m_client.send(FrameType::Fetch, follow("digits", "checkpoints/big"));
    ASSERT_TRUE(m_client.reply(big));
    for (int i = 0; i < 5; ++i) {
        std::string bytes;
        const auto small = m_client.send(FrameType::Fetch, follow("digits", "experiment.lockstep.json"));
        ASSERT_TRUE(m_client.gather(small, bytes, 5));
        expectSameAsOnDisk("experiment.lockstep.json", bytes);
    }
    m_client.cancel(big);
    EXPECT_TRUE(m_client.pump(20, [&, seen = false]() mutable {
        while (const auto frame = m_client.reply(big, 0))
            seen = seen || frame->type == FrameType::Ended;
        return seen;
    }));
}

TEST_F(AttachToRun, NothingOutsideTheRunFolderIsReachable)
{
    launch("*=loop");
    const std::string folder = m_home.hostFolder("digits");
    std::ofstream(m_home.path() + "/secret") << "secret";
    std::filesystem::create_symlink(m_home.path() + "/secret", folder + "/attempt-1/link.log");
    std::filesystem::create_directory_symlink(m_home.path(), folder + "/attempt-1/up");
    ASSERT_EQ(::mkfifo((folder + "/attempt-1/pipe.log").c_str(), 0600), 0);
    const std::vector<std::string> names = {"../../../secret",
                                            "/etc/passwd",
                                            "attempt-1/../../../../secret",
                                            "",
                                            ".",
                                            "..",
                                            "attempt-1/link.log",
                                            "attempt-1/up/secret",
                                            "attempt-1/pipe.log",
                                            "attempt-1",
                                            "attempt-1//rank-0.log",
                                            "attempt-1/",
                                            std::string("a\0b", 3),
                                            std::string(300, 'a')};
    for (const std::string& name : names) {
        const auto frame = m_client.ask(FrameType::Fetch, follow("digits", name));
        ASSERT_TRUE(frame && frame->type == FrameType::Failed) << name << ": " << describe(frame);
    }
    for (const char* run : {"..", ".", "", "a/b", "-x", "UPPER", "no-such-run"}) {
        const auto frame = m_client.ask(FrameType::Fetch, follow(run, "state.json"));
        ASSERT_TRUE(frame && frame->type == FrameType::Failed) << run << ": " << describe(frame);
    }
}

TEST_F(AttachToRun, ListWatchAndRemove)
{
    launch("*=loop", {2});
    const std::string log = m_home.hostFolder("digits") + "/attempt-1/rank-1.log";
    ASSERT_TRUE(eventually([&] { return fileText(log).find("step 1\n") != std::string::npos; }));
    const auto watch = m_client.send(FrameType::Watch, toJson(RunReference{"digits", -1}));
    const auto first = m_client.reply(watch);
    ASSERT_TRUE(first && first->type == FrameType::State) << describe(first);
    RunState state = parseMessage<RunState>(first->payload).value();
    // The supervisor may hear of the first step after the log has told of it.
    ASSERT_TRUE(m_client.pump(10, [&] {
        while (const auto frame = m_client.reply(watch, 0))
            state = parseMessage<RunState>(frame->payload).value();
        return state.phase == RunPhase::Training;
    }));
    EXPECT_EQ(state.ranks, (std::vector<int>{0, 1}));
    EXPECT_EQ(state.name, "*=loop");
    EXPECT_GT(state.startedMs, 1'500'000'000'000);

    auto removed = m_client.ask(FrameType::Remove, toJson(RunReference{"digits", -1}));
    ASSERT_TRUE(removed && removed->type == FrameType::Failed) << "a run that is going on was removed";
    const auto stopped = m_client.ask(FrameType::Stop, toJson(StopRequest{"digits", -1, 5}));
    ASSERT_TRUE(stopped && stopped->type == FrameType::Done) << describe(stopped);
    RunState last;
    ASSERT_TRUE(m_client.pump(10, [&] {
        while (const auto frame = m_client.reply(watch, 0))
            last = parseMessage<RunState>(frame->payload).value();
        return last.phase == RunPhase::Finished;
    }));
    EXPECT_EQ(last.exitCode, static_cast<int>(ExitCode::Stopped));
    EXPECT_NE(std::find(last.files.begin(), last.files.end(), "attempt-1/rank-1.jsonl"), last.files.end());

    const auto listed = m_client.ask(FrameType::List, "{}");
    ASSERT_TRUE(listed && listed->type == FrameType::Runs) << describe(listed);
    const auto runs = parseMessage<std::vector<RunState>>(listed->payload).value();
    ASSERT_EQ(runs.size(), 1u);
    EXPECT_EQ(runs[0].phase, RunPhase::Finished);

    removed = m_client.ask(FrameType::Remove, toJson(RunReference{"digits", -1}));
    ASSERT_TRUE(removed && removed->type == FrameType::Done) << describe(removed);
    EXPECT_FALSE(std::filesystem::exists(m_home.path() + "/runs/digits"));
    const auto gone = m_client.reply(watch);
    ASSERT_TRUE(gone && gone->type == FrameType::Failed) << describe(gone);
}

TEST_F(AttachToRun, SubmitAgainIsAnsweredTheSameAndAnotherOneRefused)
{
    const SubmitRequest submit{"digits", 1, 0, scripted("*=loop", {2}), "127.0.0.1", ""};
    const auto first = m_client.ask(FrameType::Submit, toJson(submit));
    ASSERT_TRUE(first && first->type == FrameType::Submitted) << describe(first);
    const auto again = m_client.ask(FrameType::Submit, toJson(submit));
    ASSERT_TRUE(again && again->type == FrameType::Submitted) << describe(again);
    EXPECT_EQ(first->payload, again->payload);
    SubmitRequest other = submit;
    other.experiment = scripted("*=ok 5", {2});
    const auto refused = m_client.ask(FrameType::Submit, toJson(other));
    ASSERT_TRUE(refused && refused->type == FrameType::Failed) << describe(refused);
    EXPECT_EQ(m_home.processes("supervise").size(), 1u);
    // Stopping what was never started ends the supervisor too.
    ASSERT_TRUE(m_client.ask(FrameType::Stop, toJson(StopRequest{"digits", -1, 5})));
    ASSERT_TRUE(m_client.waitForEnd("digits"));
    const auto late = m_client.ask(FrameType::Submit, toJson(submit));
    ASSERT_TRUE(late && late->type == FrameType::Failed) << describe(late);
}

TEST_F(AttachToRun, RefusesWhatCannotRun)
{
    const auto refused = [&](const SubmitRequest& submit) {
        const auto frame = m_client.ask(FrameType::Submit, toJson(submit));
        return frame && frame->type == FrameType::Failed && !parseError(frame->payload).message().empty();
    };
    EXPECT_TRUE(refused({"digits", 1, 0, "{}", "", ""}));
    EXPECT_TRUE(refused({"digits", 1, 7, scripted("*=loop"), "", ""}));
    EXPECT_TRUE(refused({"digits", 1, 0, scripted("*=loop"), "192.0.2.1", ""}))
        << "an address of another machine";
    EXPECT_TRUE(eventually([&] { return m_home.processes("supervise").empty(); }, 3));
    launch("*=loop", {2});
    StartRequest start;
    start.run = "digits";
    start.token = std::string(64, 'b');
    const auto frame = m_client.ask(FrameType::Start, toJson(start));
    EXPECT_TRUE(frame && frame->type == FrameType::Failed) << describe(frame);
}

TEST_F(AttachToRun, ADiskThatCannotBeWrittenIsNamed)
{
    std::filesystem::create_directories(m_home.path());
    std::ofstream(m_home.path() + "/runs") << "in the way";
    const auto frame = m_client.ask(
        FrameType::Submit, toJson(SubmitRequest{"digits", 1, 0, scripted("*=loop"), "127.0.0.1", ""}));
    ASSERT_TRUE(frame && frame->type == FrameType::Failed) << describe(frame);
    EXPECT_NE(parseError(frame->payload).message().find(m_home.path() + "/runs"), std::string::npos);
    EXPECT_TRUE(eventually([&] { return m_home.processes("supervise").empty(); }, 3));
}

TEST_F(AttachToRun, DamagedRunIsToldOfAndCanBeRemoved)
{
    const std::string damaged = m_home.path() + "/runs/damaged";
    std::filesystem::create_directories(damaged + "/host-0");
    std::ofstream(damaged + "/host-0/state.json") << "{\"state\": 7";
    launch("*=loop");
    const auto listed = m_client.ask(FrameType::List, "{}");
    ASSERT_TRUE(listed && listed->type == FrameType::Runs) << describe(listed);
    const auto runs = parseMessage<std::vector<RunState>>(listed->payload).value();
    ASSERT_EQ(runs.size(), 2u);
    // Both began just now, so either may stand first.
    const RunState& lost = runs[0].run == "damaged" ? runs[0] : runs[1];
    EXPECT_EQ(lost.run, "damaged");
    EXPECT_NE(lost.message.english().find("was lost"), std::string::npos) << lost.message.english();
    const auto watch = m_client.ask(FrameType::Watch, toJson(RunReference{"damaged", -1}));
    ASSERT_TRUE(watch && watch->type == FrameType::State) << describe(watch);
    EXPECT_EQ(parseMessage<RunState>(watch->payload)->phase, RunPhase::Failed);
    const auto removed = m_client.ask(FrameType::Remove, toJson(RunReference{"damaged", -1}));
    EXPECT_TRUE(removed && removed->type == FrameType::Done) << describe(removed);
    EXPECT_FALSE(std::filesystem::exists(damaged));
}

TEST_F(AttachToRun, FoldersAreForTheirOwnerOnly)
{
    launch("*=loop");
    struct stat status {};
    ASSERT_EQ(::stat(m_home.hostFolder("digits").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777u, 0700u);
    const std::string log = m_home.hostFolder("digits") + "/attempt-1/rank-0.log";
    ASSERT_TRUE(eventually([&] { return ::stat(log.c_str(), &status) == 0; }));
    EXPECT_EQ(status.st_mode & 0077u, 0u);
}

} // namespace
} // namespace lockstep::test
