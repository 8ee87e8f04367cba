// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/attach_messages.h"
#include "engine/protocol/frame.h"
#include "engine/protocol/host_inventory.h"
#include "engine/protocol/rank_launch.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <type_traits>

namespace lockstep {
namespace {

const std::string kRun = "20261120-235959-digits-3f9a";
const std::string kToken(64, 'a');

HostReport sampleReport()
{
    HostReport report{"0.1.0",
                      "gpu-2",
                      "Debian \"12\"",
                      "6.1",
                      "x86",
                      8,
                      1 << 30,
                      1 << 29,
                      1ll << 50,
                      {"avx2"},
                      {{"eth0", {"192.0.2.7", "2001:db8::7"}}},
                      {{1, "GTX", 6ll << 30, "535"}},
                      "192.0.2.7",
                      {"cpu", "cuda"},
                      "GPU-5d3f,0",
                      3,
                      {"13.0", {"7.5", "9.0"}, {"%1 is missing.", {"libcudnn.so.9"}}}};
    GpuReport& gpu = report.gpus[0];
    gpu.hostIndex = 2;
    gpu.uuid = "GPU-5d3fc2d1";
    gpu.capability = "8.6";
    gpu.cuda = "12.4";
    gpu.state = {.busy = 0.5, .usedBytes = 0.0, .powerWatts = 38.5, .throttle = throttle::kNone};
    gpu.processes = {{4711, 1e9}, {4712, std::nullopt}};
    return report;
}

SubmittedReply sampleReply()
{
    SubmittedReply reply;
    reply.lease = {"10.0.0.1", 65535};
    reply.ranks = {{"10.0.0.1", 1}, {"fe80::1", 2}};
    return reply;
}

RunState sampleState()
{
    return {kRun,
            2,
            1,
            RunPhase::Stopping,
            137,
            {"Rank %1 failed: %2", {"1", {"It was\nkilled by %1.", {"节"}}}},
            1,
            {2, 3},
            {"attempt-2/rank-2.jsonl", "checkpoints/step-00000600/model.safetensors"},
            "Digits 节",
            1795219200000};
}

RankLaunch sampleLaunch()
{
    return {kRun,
            2,
            1,
            2,
            0,
            1,
            "{\"version\":1}\n",
            "/runs/x",
            "latest",
            kToken,
            {{"127.0.0.1", 4000}, {"::1", 4001}},
            5,
            2,
            Role::Rank,
            {}};
}

template <typename Message>
void expectRoundTrip(const Message& message)
{
    const std::string json = toJson(message);
    EXPECT_TRUE(nlohmann::json::accept(json)) << json;
    EXPECT_EQ(json.find('\n'), json.npos);
    const Result<Message> again = parseMessage<Message>(json);
    ASSERT_TRUE(again.ok()) << json << again.error().message();
    EXPECT_EQ(*again, message);
}

TEST(Messages, ReadBackWhatWasWritten)
{
    expectRoundTrip(AttachHello{1, "lockstep 0.1.0"});
    expectRoundTrip(AttachWelcome{1, sampleReport()});
    expectRoundTrip(SubmitRequest{kRun, 3, 2, "{\"version\":1,\n\"name\":\"\\u0001\"}", "::1", "latest"});
    expectRoundTrip(sampleReply());
    expectRoundTrip(StartRequest{kRun, 1, kToken, {{"10.0.0.1", 5}, {"", 0}}, {{"10.0.0.1", 1}}, {}});
    expectRoundTrip(StopRequest{kRun, -1, 2.5});
    expectRoundTrip(RunReference{kRun, 3});
    expectRoundTrip(FollowRequest{kRun, 0, "attempt-1/rank-0.jsonl", 1ull << 40});
    expectRoundTrip(EndedMessage{1ull << 40});
    expectRoundTrip(sampleState());
    expectRoundTrip(std::vector<RunState>{sampleState(), sampleState()});
    expectRoundTrip(std::vector<RunState>{});
    EXPECT_EQ(*parseHostReport(toJson(sampleReport())), sampleReport());
    EXPECT_EQ(*parseRankLaunch(toJson(sampleLaunch())), sampleLaunch());
    const Error error{"found %1.", {"x", "\n"}, "training.batch"};
    EXPECT_EQ(parseError(toJson(error)), error);
}

TEST(Messages, AnInventoryReadsBackAndNamesOnlyWhatMayBeADeployment)
{
    const DeploymentReference engine{DeploymentKind::Engine, std::string(64, 'f')};
    const DeploymentReference unfinished{DeploymentKind::Libraries, ".tmp-01ab"};
    HostInventory inventory;
    inventory.runs = {{sampleState(), 3, 1ull << 40}, {sampleState(), 0, 0}};
    inventory.omitted = 7;
    inventory.deployments = {{engine, 1ull << 30, 1795219200000, DeploymentUse::Running, {kRun}},
                             {unfinished, 0, 0, DeploymentUse::Arriving, {}}};
    expectRoundTrip(inventory);
    expectRoundTrip(HostInventory{});
    expectRoundTrip(engine);
    for (const char* name : {"", "..", "../x", ".tmp-", ".tmp-../x", ".tmp-xy", "abc", "F"})
        EXPECT_FALSE(
            parseMessage<DeploymentReference>(R"({"kind":"engine","name":")" + std::string(name) + "\"}")
                .ok())
            << name;
}

TEST(Messages, HostMayBeLeftOut)
{
    EXPECT_EQ(parseMessage<RunReference>(R"({"run":"a"})")->host, -1);
    EXPECT_FALSE(parseMessage<RunReference>(R"({"run":"a","host":-2})").ok());
}

TEST(Messages, AReportOfBeforeIsOfAnEngineForProcessors)
{
    nlohmann::json before = nlohmann::json::parse(toJson(sampleReport()));
    EXPECT_EQ(before.erase("device_kinds"), 1u);
    const Result<HostReport> report = parseHostReport(before.dump());
    ASSERT_TRUE(report.ok()) << report.error().message();
    EXPECT_EQ(report->deviceKinds, std::vector<std::string>{"cpu"});
}

TEST(Messages, AReportOfBeforeKnowsLittleOfItsGpus)
{
    nlohmann::json before = nlohmann::json::parse(toJson(sampleReport()));
    before["gpus"][0] = {{"index", 1}, {"name", "GTX"}, {"memory_bytes", 6}, {"driver", "535"}};
    EXPECT_EQ(before.erase("gpu_support"), 1u);
    const Result<HostReport> report = parseHostReport(before.dump());
    ASSERT_TRUE(report.ok()) << report.error().message();
    EXPECT_EQ(report->gpus, (std::vector<GpuReport>{{1, "GTX", 6, "535"}}));
    EXPECT_EQ(report->gpuSupport, GpuSupport());
}

TEST(Messages, AStateOfBeforeHasItsWholeMessageAsText)
{
    nlohmann::json before = nlohmann::json::parse(toJson(sampleState()));
    before.erase("arguments");
    before["message"] = "Rank 1 was killed by signal 9.";
    const Result<RunState> state = parseMessage<RunState>(before.dump());
    ASSERT_TRUE(state.ok()) << state.error().message();
    EXPECT_EQ(state->message, Sentence("Rank 1 was killed by signal 9."));
}

TEST(Messages, NameServersNextToRanks)
{
    SubmittedReply reply = sampleReply();
    reply.servers = {{"10.0.0.1", 3}};
    expectRoundTrip(reply);
    expectRoundTrip(StartRequest{kRun, 1, kToken, {{"10.0.0.1", 5}}, {{"10.0.0.1", 1}}, {{"10.0.0.1", 3}}});

    RankLaunch server = sampleLaunch();
    server.role = Role::Server;
    server.servers = {{"127.0.0.1", 4002}};
    server.rank = 1;
    EXPECT_EQ(parseRankLaunch(toJson(server)).error().message(),
              "rank: found 1, which is not below the number of servers.");
    server.rank = 0;
    EXPECT_EQ(*parseRankLaunch(toJson(server)), server);

    // One rank that has a server is not alone.
    RankLaunch rank = sampleLaunch();
    rank.rank = 0;
    rank.worldSize = 1;
    rank.ranks.resize(1);
    rank.servers = server.servers;
    EXPECT_EQ(*parseRankLaunch(toJson(rank)), rank);
    rank.token.clear();
    EXPECT_EQ(parseRankLaunch(toJson(rank)).error().key, "token");
}

/// What was written before there were roles.
TEST(Messages, WithoutRolesAndServersAreAboutRanks)
{
    nlohmann::json launch = nlohmann::json::parse(toJson(sampleLaunch()));
    ASSERT_EQ(launch.erase("role") + launch.erase("servers"), 2u);
    EXPECT_EQ(*parseRankLaunch(launch.dump()), sampleLaunch());
    nlohmann::json reply = nlohmann::json::parse(toJson(sampleReply()));
    ASSERT_EQ(reply.erase("servers"), 1u);
    EXPECT_EQ(*parseMessage<SubmittedReply>(reply.dump()), sampleReply());
    const StartRequest request{kRun, 1, kToken, {{"10.0.0.1", 5}}, {{"10.0.0.1", 1}}, {}};
    nlohmann::json start = nlohmann::json::parse(toJson(request));
    ASSERT_EQ(start.erase("servers"), 1u);
    EXPECT_EQ(*parseMessage<StartRequest>(start.dump()), request);
}

TEST(Messages, AnUnknownRoleIsRefused)
{
    nlohmann::json launch = nlohmann::json::parse(toJson(sampleLaunch()));
    launch["role"] = "worker";
    EXPECT_EQ(parseRankLaunch(launch.dump()).error().message(),
              "role: found \"worker\", expected one of: rank, server.");
}

TEST(Messages, UnknownMembersAreIgnored)
{
    EXPECT_EQ(parseMessage<EndedMessage>(R"({"size":3,"later":[{}]})")->size, 3u);
}

template <typename Message>
std::string refusal(const std::string& json)
{
    const Result<Message> message = parseMessage<Message>(json);
    return message.ok() ? "accepted" : message.error().message();
}

TEST(Messages, SentencesAreBounded)
{
    const auto refusalOf = [](const std::string& arguments) {
        return refusal<Sentence>(R"({"text":"a","arguments":)" + arguments + "}");
    };
    EXPECT_EQ(refusalOf(R"([{"text":"%1","arguments":[{"text":"b"}]},"c"])"), "accepted");
    EXPECT_EQ(refusalOf(R"(["1","2","3","4","5","6","7","8","9","10"])"),
              "arguments: found a list of 10, expected at most 9.");
    EXPECT_EQ(refusalOf(R"([{"arguments":[]}])"), "arguments.0.text: found nothing, expected this member.");
    EXPECT_EQ(refusalOf("[3]"), "arguments.0: found 3, expected text.");
    std::string deep = R"(["x"])";
    for (int i = 0; i < kMaxSentenceDepth; ++i)
        deep = R"([{"text":"a","arguments":)" + deep + "}]";
    EXPECT_TRUE(refusalOf(deep).ends_with("found a list of 1, expected at most 0.")) << refusalOf(deep);
}

/// Each member in turn is taken away, or given a value of every other type.
template <typename Message>
void expectStrict(const Message& message)
{
    const nlohmann::json good = nlohmann::json::parse(toJson(message));
    for (const auto& [key, value] : good.items()) {
        const bool mayBeAbsent = key == "servers" || key == "role" || key == "arguments" || key == "hosts";
        const bool hostMay = !std::is_same_v<Message, SubmitRequest> && !std::is_same_v<Message, RunState>;
        if (!mayBeAbsent && (key != "host" || !hostMay)) {
            nlohmann::json without = good;
            without.erase(key);
            EXPECT_EQ(refusal<Message>(without.dump()), key + ": found nothing, expected this member.");
        }
        for (const nlohmann::json& other :
             {nlohmann::json(nullptr), nlohmann::json(true), nlohmann::json(1e300), nlohmann::json("\x01"),
              nlohmann::json::array({nlohmann::json::array()}), nlohmann::json::object()}) {
            if (std::string(other.type_name()) == value.type_name() && !other.is_array() &&
                !other.is_number())
                continue;
            nlohmann::json wrong = good;
            wrong[key] = other;
            EXPECT_TRUE(refusal<Message>(wrong.dump()).starts_with(key))
                << key << other << refusal<Message>(wrong.dump());
        }
    }
    const std::string text = good.dump();
    for (std::size_t length = 0; length < text.size(); length += 3)
        EXPECT_NE(refusal<Message>(text.substr(0, length)), "accepted");
}

TEST(Messages, EveryMemberIsChecked)
{
    expectStrict(AttachHello{1, "x"});
    expectStrict(SubmitRequest{kRun, 1, 0, "{}", "", ""});
    expectStrict(sampleReply());
    expectStrict(StartRequest{kRun, 0, kToken, {}, {}, {}});
    expectStrict(StopRequest{kRun, 0, 3});
    expectStrict(FollowRequest{kRun, 0, "a", 0});
    expectStrict(EndedMessage{3});
    expectStrict(CheckpointReference{kRun, 0, "checkpoints/step-00000600"});
    expectStrict(ProgressMessage{1, 3});
    expectStrict(CheckedMessage{{"%1 is damaged.", {"a"}}, "/home/a", 3});
    expectStrict(sampleState());
}

TEST(Messages, ValuesOutOfRangeAreNamed)
{
    EXPECT_EQ(refusal<RunReference>(R"({"run":"../etc"})"),
              "run: found \"../etc\", expected 1 to 64 of a-z, 0-9 and hyphen.");
    EXPECT_EQ(refusal<FollowRequest>(R"({"run":"a","file":"../x","offset":0})"),
              "file: found \"../x\", expected a relative path without \"..\".");
    EXPECT_EQ(refusal<FollowRequest>(R"({"run":"a","file":"x","offset":-1})"),
              "offset: found -1, expected a whole number from 0 to 4611686018427387904.");
    EXPECT_EQ(refusal<StopRequest>(R"({"run":"a","grace_seconds":3601})"),
              "grace_seconds: found 3601, expected a number from 0 to 3600.");
    EXPECT_EQ(refusal<SubmittedReply>(R"({"lease":{"address":"gpu-2","port":1},"ranks":[]})"),
              "lease.address: found \"gpu-2\", expected a numeric IPv4 or IPv6 address.");
    EXPECT_EQ(refusal<SubmittedReply>(R"({"lease":{"address":"::1","port":65536},"ranks":[]})"),
              "lease.port: found 65536, expected a whole number from 0 to 65535.");
    EXPECT_EQ(refusal<SubmitRequest>(
                  R"({"run":"a","attempt":1,"host":0,"experiment":"{}","address":"","resume":"oldest"})"),
              "resume: found \"oldest\", expected \"latest\", step-<8 digits> or empty text.");
    EXPECT_TRUE(parseMessage<SubmitRequest>(R"({"run":"a","attempt":2,"host":0,"experiment":"{}",)"
                                            R"("address":"","resume":"step-00000600"})"));
    for (const char* wrong : {"step-00000600", "checkpoints/", "checkpoints/../a", "checkpoints/step-600",
                              "checkpoints/step-00000600/model.safetensors"})
        EXPECT_EQ(refusal<CheckpointReference>(R"({"run":"a","checkpoint":")" + std::string(wrong) + "\"}"),
                  "checkpoint: found \"" + std::string(wrong) + "\", expected checkpoints/step-<8 digits>.");
}

TEST(Messages, ASecretIsNeverShown)
{
    for (const char* token : {"tooshort-secret", "\\n-secret-with-control",
                              "secretsecretsecretsecretsecretsecretsecretsecretsecretsecretsecr"}) {
        const std::string message = refusal<StartRequest>(R"({"run":"a","token":")" + std::string(token) +
                                                          R"(","leases":[],"ranks":[]})");
        EXPECT_TRUE(message.starts_with("token: found text of ")) << message;
        EXPECT_EQ(message.find("secret"), message.npos) << message;
    }
}

TEST(Messages, AFailedFrameAlwaysYieldsAnError)
{
    EXPECT_EQ(parseError("?").message(), "Line 1, column 1: found \"?\", which is not JSON there.");
    EXPECT_EQ(parseError("{}").message(), "text: found nothing, expected this member.");
}

TEST(Messages, PayloadsAreBounded)
{
    EXPECT_FALSE(parseMessage<AttachHello>(std::string(kMaxFramePayload + 1, ' ')).ok());
}

TEST(RankLaunchMessage, MustFitTogether)
{
    const auto refusalOf = [](const RankLaunch& launch) {
        const Result<RankLaunch> parsed = parseRankLaunch(toJson(launch));
        return parsed.ok() ? "accepted" : parsed.error().message();
    };
    RankLaunch launch = sampleLaunch();
    launch.rank = 2;
    EXPECT_EQ(refusalOf(launch), "rank: found 2, which is not below the world size.");
    launch = sampleLaunch();
    launch.localRank = 1;
    EXPECT_EQ(refusalOf(launch), "local_rank: found 1, which does not fit the sizes.");
    launch = sampleLaunch();
    launch.ranks.pop_back();
    EXPECT_EQ(refusalOf(launch), "ranks: found 1 addresses, expected one for each rank.");
    launch = sampleLaunch();
    launch.runFolder = "runs";
    EXPECT_EQ(refusalOf(launch), "run_folder: found \"runs\", expected an absolute path.");
    launch = sampleLaunch();
    launch.token.pop_back();
    EXPECT_EQ(refusalOf(launch), "token: found text of 63 bytes, expected 64 hexadecimal digits.");
    launch = sampleLaunch();
    launch.worldSize = 1;
    launch.rank = 0;
    launch.token.clear();
    launch.ranks.clear();
    EXPECT_EQ(refusalOf(launch), "accepted");
}

TEST(RunNames, RunIdsAreSafeEverywhere)
{
    for (const char* id : {"a", "20261120-235959-digits-3f9a"})
        EXPECT_TRUE(isRunId(id)) << id;
    for (const std::string& id :
         {std::string(), std::string("-a"), std::string("A"), std::string("a/b"), std::string("a b"),
          std::string(".."), std::string(65, 'a'), std::string("a\0b", 3), std::string("é")})
        EXPECT_FALSE(isRunId(id)) << id;
}

TEST(RunNames, FilesStayWithinTheRun)
{
    for (const char* file : {"a", "attempt-1/rank-0.jsonl", "...", "a..b", ".x", "节"})
        EXPECT_TRUE(isRunFile(file)) << file;
    for (const std::string& file :
         {std::string(), std::string("/a"), std::string("a/"), std::string("a//b"), std::string("."),
          std::string(".."), std::string("a/../b"), std::string("a/.."), std::string("./a"),
          std::string("a\0b", 3), std::string("a\nb"), std::string(257, 'a')})
        EXPECT_FALSE(isRunFile(file)) << file;
    EXPECT_TRUE(isRunFile(std::string(256, 'a')));
}

} // namespace
} // namespace lockstep
