// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/sha256.h"
#include "engine/host/process_identity.h"
#include "engine/protocol/host_inventory.h"
#include "tests/engine/host/supervise_fixture.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

/// What a host says it keeps, and what may be deleted and ended there.
namespace lockstep::test {
namespace {

namespace fs = std::filesystem;

std::string sha256Of(const std::string& text)
{
    Sha256 hash;
    hash.update(text);
    return hash.hexadecimal();
}

/// What du(1) says of the blocks that a folder takes.
std::uint64_t du(const std::string& path)
{
    std::FILE* const output = ::popen(("du -s --block-size=1 '" + path + "'").c_str(), "r");
    unsigned long long bytes = 0;
    EXPECT_EQ(std::fscanf(output, "%llu", &bytes), 1);
    ::pclose(output);
    return bytes;
}

/// A program of this computer with an environment of its own, ended with the test.
class Sleeper {
public:
    Sleeper(const std::string& program, std::string environment)
    {
        m_pid = ::fork();
        if (m_pid != 0)
            return;
        char* const arguments[] = {const_cast<char*>("sleep"), const_cast<char*>("600"), nullptr};
        char* const variables[] = {environment.data(), nullptr};
        ::execve(program.c_str(), arguments, variables);
        ::_exit(127);
    }
    ~Sleeper() { end(); }
    Sleeper(const Sleeper&) = delete;
    Sleeper& operator=(const Sleeper&) = delete;

    pid_t pid() const { return m_pid; }
    bool runs() const { return ::waitpid(m_pid, nullptr, WNOHANG) == 0; }
    void end()
    {
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
    }

private:
    pid_t m_pid = 0;
};

class AttachToHost : public testing::Test {
protected:
    void launch(const std::string& script)
    {
        TestRun run{"digits", {&m_client}, scripted(script, {2})};
        ASSERT_TRUE(run.launch());
        ASSERT_NE(m_home.rankProcess("digits", 1), 0);
    }
    void stop()
    {
        ASSERT_TRUE(m_client.ask(FrameType::Stop, toJson(StopRequest{"digits", -1, 5})));
        ASSERT_TRUE(m_client.waitForEnd("digits"));
    }
    HostInventory survey()
    {
        const std::uint32_t request = m_client.send(FrameType::Survey, "{}");
        auto frame = m_client.reply(request);
        while (frame && frame->type == FrameType::Progressed)
            frame = m_client.reply(request);
        EXPECT_TRUE(frame && frame->type == FrameType::Surveyed) << describe(frame);
        return frame ? parseMessage<HostInventory>(frame->payload).value() : HostInventory();
    }
    KeptRun kept(const std::string& run)
    {
        const HostInventory inventory = survey();
        const auto found =
            std::ranges::find(inventory.runs, run, [](const KeptRun& one) { return one.state.run; });
        EXPECT_NE(found, inventory.runs.end()) << run;
        return found == inventory.runs.end() ? KeptRun() : *found;
    }
    bool ask(FrameType type, const std::string& payload)
    {
        const auto frame = m_client.ask(type, payload);
        m_refusal = frame && frame->type == FrameType::Failed ? parseError(frame->payload).message() : "";
        return frame && frame->type == FrameType::Done;
    }
    bool withdraw(const DeploymentReference& reference)
    {
        return ask(FrameType::Withdraw, toJson(reference));
    }

    /// A deployment as a desktop leaves it, with a program in it.
    DeploymentReference deploy(DeploymentKind kind, const std::string& manifest) const
    {
        const DeploymentReference reference{kind, sha256Of(manifest)};
        const std::string folder = pathOf(reference);
        fs::create_directories(folder + "/lib");
        std::ofstream(folder + "/MANIFEST.sha256") << manifest;
        fs::copy_file("/bin/sleep", folder + "/lib/sleep");
        return reference;
    }
    std::string pathOf(const DeploymentReference& reference) const
    {
        return m_home.path() + "/" + std::string(toString(reference.kind)) + "/" + reference.name;
    }

    TestHome m_home{"attach"};
    AttachClient m_client{m_home};
    std::string m_refusal;
};

TEST_F(AttachToHost, TellsRunsOfWhomeverWithTheirSizesAndProcesses)
{
    launch("*=loop");
    ASSERT_TRUE(eventually([&] { return kept("digits").state.phase == RunPhase::Training; }));
    const KeptRun training = kept("digits");
    EXPECT_EQ(training.state.name, "*=loop");
    EXPECT_EQ(training.state.ranks, (std::vector<int>{0, 1}));
    EXPECT_EQ(training.processes, 2);
    stop();
    const std::string folder = m_home.hostFolder("digits");
    fs::create_directories(folder + "/checkpoints/step-00000010/deep");
    std::ofstream(folder + "/checkpoints/step-00000010/deep/model") << std::string(3'000'000, 'x');
    fs::create_directory_symlink("/usr", folder + "/checkpoints/link"); // not followed
    const KeptRun ended = kept("digits");
    EXPECT_EQ(ended.state.phase, RunPhase::Finished);
    EXPECT_EQ(ended.processes, 0);
    EXPECT_EQ(ended.bytes, du(folder));
    EXPECT_GT(ended.bytes, 3'000'000u);
}

TEST(AttachToManyFiles, OthersAreAnsweredWhileTheyAreWeighed)
{
    const TestHome home("many");
    const std::string folder = home.hostFolder("many");
    fs::create_directories(folder);
    std::ofstream(folder + "/state.json") << "{";
    for (int i = 0; i < 5000; ++i)
        std::ofstream(folder + "/" + std::to_string(i));
    AttachClient client(home); // now, for it beats only while it is read from
    constexpr std::uint32_t first = 901, second = 902;
    client.sendBytes(encodeFrame({FrameType::Survey, first, "{}"}) +
                     encodeFrame({FrameType::Survey, second, "{}"}) +
                     encodeFrame({FrameType::Cancel, first, {}})); // at once, so that it comes in time
    const auto lastOf = [&client](std::uint32_t request) {
        auto frame = client.reply(request);
        while (frame && frame->type == FrameType::Progressed)
            frame = client.reply(request);
        return frame;
    };
    const auto cancelled = lastOf(first);
    EXPECT_TRUE(cancelled && cancelled->type == FrameType::Ended) << describe(cancelled);
    const auto listed = client.ask(FrameType::List, "{}");
    EXPECT_TRUE(listed && listed->type == FrameType::Runs) << describe(listed);
    const auto surveyed = lastOf(second);
    ASSERT_TRUE(surveyed && surveyed->type == FrameType::Surveyed) << describe(surveyed);
    EXPECT_EQ(parseMessage<HostInventory>(surveyed->payload)->runs.at(0).bytes, du(folder));
}

TEST_F(AttachToHost, ADeploymentGoesOnlyWhileNothingRunsFromIt)
{
    const DeploymentReference engine = deploy(DeploymentKind::Engine, "one");
    const DeploymentReference libraries = deploy(DeploymentKind::Libraries, "two");
    Sleeper conversation(pathOf(engine) + "/lib/sleep", "LOCKSTEP_HOME=" + m_home.path());
    Sleeper rank(pathOf(libraries) + "/lib/sleep", "LOCKSTEP_RUN_FOLDER=" + m_home.hostFolder("digits"));
    const auto found = [&](const DeploymentReference& reference) {
        const HostInventory inventory = survey();
        const auto one = std::ranges::find(inventory.deployments, reference, &Deployment::reference);
        EXPECT_NE(one, inventory.deployments.end());
        return one == inventory.deployments.end() ? Deployment() : *one;
    };
    ASSERT_TRUE(eventually([&] { return found(libraries).use == DeploymentUse::Running; }));
    EXPECT_EQ(found(libraries).runs, std::vector<std::string>{"digits"});
    ASSERT_TRUE(eventually([&] { return found(engine).use == DeploymentUse::Running; }));
    EXPECT_TRUE(found(engine).runs.empty());
    EXPECT_EQ(found(engine).bytes, du(pathOf(engine)));
    EXPECT_FALSE(withdraw(engine));
    EXPECT_NE(m_refusal.find("is using this deployment"), std::string::npos) << m_refusal;
    EXPECT_FALSE(withdraw(libraries));
    EXPECT_NE(m_refusal.find("The run digits uses"), std::string::npos) << m_refusal;
    conversation.end();
    rank.end();
    EXPECT_EQ(found(engine).use, DeploymentUse::None);
    EXPECT_TRUE(withdraw(engine)) << m_refusal;
    EXPECT_TRUE(withdraw(libraries)) << m_refusal;
    EXPECT_TRUE(survey().deployments.empty());
    EXPECT_TRUE(fs::is_empty(m_home.path() + "/engine") && fs::is_empty(m_home.path() + "/libraries"));
}

TEST_F(AttachToHost, WhatIsNotProvablyOursStays)
{
    const std::string outside = m_home.path() + "/outside";
    fs::create_directories(outside);
    std::ofstream(outside + "/MANIFEST.sha256") << "mine";
    const std::string linked = sha256Of("mine");
    fs::create_directories(m_home.path() + "/engine");
    fs::create_directory_symlink(outside, m_home.path() + "/engine/" + linked);
    const std::string misnamed(64, 'a');
    fs::create_directories(m_home.path() + "/engine/" + misnamed);
    std::ofstream(m_home.path() + "/engine/" + misnamed + "/MANIFEST.sha256") << "mine";
    fs::create_directories(m_home.path() + "/engine/.tmp-0123abcd");
    fs::create_directories(m_home.path() + "/runs/notes/host-0");
    std::ofstream(m_home.path() + "/runs/notes/host-0/diary") << "mine";
    fs::create_directories(m_home.path() + "/runs/elsewhere");
    fs::create_directory_symlink(outside, m_home.path() + "/runs/elsewhere/host-0");

    const HostInventory inventory = survey();
    EXPECT_TRUE(inventory.runs.empty());
    ASSERT_EQ(inventory.deployments.size(), 1u);
    EXPECT_EQ(inventory.deployments[0].use, DeploymentUse::Arriving);
    for (const std::string& name : {linked, misnamed, std::string(".tmp-0123abcd"), std::string(64, 'b')})
        EXPECT_FALSE(withdraw({DeploymentKind::Engine, name})) << name;
    EXPECT_FALSE(ask(FrameType::Withdraw, R"({"kind":"engine","name":"../runs"})"));
    EXPECT_FALSE(ask(FrameType::Remove, toJson(RunReference{"notes", 0})));
    EXPECT_NE(m_refusal.find("holds no run"), std::string::npos) << m_refusal;
    EXPECT_FALSE(ask(FrameType::Remove, toJson(RunReference{"elsewhere", 0})));
    EXPECT_TRUE(fs::exists(m_home.path() + "/runs/notes/host-0/diary"));
    EXPECT_TRUE(fs::exists(outside + "/MANIFEST.sha256"));

    // What never arrived goes when it is a day old.
    fs::last_write_time(m_home.path() + "/engine/.tmp-0123abcd",
                        fs::file_time_type::clock::now() - std::chrono::hours(25));
    EXPECT_TRUE(withdraw({DeploymentKind::Engine, ".tmp-0123abcd"})) << m_refusal;
}

TEST_F(AttachToHost, ProcessesThatARunLeftAreToldAndEndedAndNobodyElses)
{
    const TestHome other("other");
    const std::string mark = "LOCKSTEP_RUN_FOLDER=";
    Sleeper stray("/bin/sleep", mark + m_home.hostFolder("gone", 3));
    Sleeper anotherHome("/bin/sleep", mark + other.hostFolder("gone", 3));
    Sleeper anotherHost("/bin/sleep", mark + m_home.hostFolder("gone", 4));
    Sleeper stranger("/bin/sleep", "PATH=" + m_home.hostFolder("gone", 3));
    launch("*=loop");
    ASSERT_TRUE(eventually([&] { return survey().runs.size() == 3; }));
    const HostInventory inventory = survey();
    const auto left = std::ranges::find_if(
        inventory.runs, [](const KeptRun& one) { return one.state.run == "gone" && one.state.host == 3; });
    ASSERT_NE(left, inventory.runs.end());
    EXPECT_EQ(left->processes, 1);
    EXPECT_EQ(left->bytes, 0u);
    EXPECT_NE(left->state.message.english().find("folder of this run is gone"), std::string::npos);

    EXPECT_FALSE(ask(FrameType::Sweep, toJson(RunReference{"digits", 0})));
    EXPECT_NE(m_refusal.find("goes on here"), std::string::npos) << m_refusal;
    EXPECT_EQ(kept("digits").processes, 2);
    EXPECT_TRUE(ask(FrameType::Sweep, toJson(RunReference{"gone", 3}))) << m_refusal;
    EXPECT_FALSE(stray.runs());
    EXPECT_TRUE(anotherHome.runs() && anotherHost.runs() && stranger.runs());
    EXPECT_EQ(survey().runs.size(), 2u);
}

} // namespace
} // namespace lockstep::test
