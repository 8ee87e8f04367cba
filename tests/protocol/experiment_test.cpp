// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/experiment.h"

#include <gtest/gtest.h>

namespace lockstep {
namespace {

Experiment parsed(std::string_view json)
{
    Result<Experiment> experiment = parseExperiment(json);
    EXPECT_TRUE(experiment.ok()) << (experiment.ok() ? "" : experiment.error().message());
    return experiment.ok() ? *experiment : Experiment{};
}

TEST(ExperimentDocument, MissingMembersTakeTheDefaults)
{
    EXPECT_EQ(parsed(R"({"version":1})"), Experiment{});
    const Experiment experiment = parsed(R"({"version":1,"topology":{"hosts":[{"name":"a"},{"id":"b"}]}})");
    EXPECT_EQ(experiment.topology.hosts[0].id, "a");
    EXPECT_EQ(experiment.topology.hosts[1].name, "b");
    EXPECT_EQ(experiment.topology.hosts[0].port, 22);
    EXPECT_EQ(experiment.topology.hosts[0].connection, Connection::Ssh);
}

TEST(ExperimentDocument, KeepsUnknownMembersOfEveryObject)
{
    const std::string json = R"({"version":1,"a":1.50,"topology":{"b":[null,{"c":"é\n"}],
        "hosts":[{"id":"h","d":true,"position":{"x":1,"y":2,"z":3e5}}],"switches":[{"id":"s","e":"x"}],
        "links":[{"from":"h","to":"s","f":18446744073709551616}]},
        "model":{"g":{}},"data":{"h":[]},"training":{"i":-0.0}})";
    const Experiment experiment = parsed(json);
    EXPECT_EQ(experiment.unknown.at("a"), "1.50");
    EXPECT_EQ(experiment.topology.unknown.at("b"), "[null,{\"c\":\"é\\n\"}]");
    EXPECT_EQ(experiment.topology.hosts[0].unknown.at("d"), "true");
    EXPECT_EQ(experiment.topology.hosts[0].position.unknown.at("z"), "3e5");
    EXPECT_EQ(experiment.topology.switches[0].unknown.at("e"), "\"x\"");
    EXPECT_EQ(experiment.topology.links[0].unknown.at("f"), "18446744073709551616");
    EXPECT_EQ(experiment.model.unknown.at("g"), "{}");
    EXPECT_EQ(experiment.data.unknown.at("h"), "[]");
    EXPECT_EQ(experiment.training.unknown.at("i"), "-0.0");
    EXPECT_EQ(parsed(toJson(experiment)), experiment);
    EXPECT_EQ(toJson(parsed(toJson(experiment))), toJson(experiment));
}

TEST(ExperimentDocument, IsWrittenInTheOrderOfTheSpecification)
{
    Experiment experiment;
    experiment.name = "x";
    experiment.topology.links.push_back({"a", "b", 10.5, std::nullopt, "", {}});
    const std::string json = toJson(experiment);
    EXPECT_TRUE(json.starts_with(
        "{\n  \"version\": 1,\n  \"name\": \"x\",\n  \"topology\": {\n    \"hosts\": [],\n"));
    EXPECT_TRUE(json.ends_with("  \"restart\": {\n    \"max\": 0,\n    \"backoff_seconds\": 5,\n    "
                               "\"elastic\": false,\n    \"copies\": 0\n  }\n}\n"));
    EXPECT_NE(json.find("\"bandwidth_mbps\": 10.5"), json.npos);
    EXPECT_EQ(json.find("latency_ms"), json.npos);
}

TEST(ExperimentDocument, KeepsTheLargestSeedExact)
{
    Experiment experiment;
    experiment.training.seed = (std::uint64_t{1} << 53) - 1;
    EXPECT_EQ(parsed(toJson(experiment)).training.seed, 9007199254740991u);
}

TEST(ExperimentDocument, TakesWholeNumbersHoweverTheyAreWritten)
{
    const Experiment experiment =
        parsed(R"({"version":1.0,"training":{"batch":5e1,"epochs":3.0,"learning_rate":1}})");
    EXPECT_EQ(experiment.training.batch, 50);
    EXPECT_EQ(experiment.training.epochs, 3);
    EXPECT_EQ(experiment.training.learningRate, 1.0);
}

TEST(ExperimentDocument, WritesUtf8EvenFromDamagedText)
{
    Experiment experiment;
    experiment.name = "\xC3\x28 ok \xF0\x9F\x98\x80";
    EXPECT_EQ(parsed(toJson(experiment)).name, "\xEF\xBF\xBD( ok \xF0\x9F\x98\x80");
}

struct Refusal {
    const char* json;
    const char* message;
};

class ExperimentRefusal : public testing::TestWithParam<Refusal> {};

TEST_P(ExperimentRefusal, NamesKeyFoundAndExpected)
{
    const Result<Experiment> experiment = parseExperiment(GetParam().json);
    ASSERT_FALSE(experiment.ok());
    EXPECT_EQ(experiment.error().message(), GetParam().message);
}

std::vector<Refusal> refusals();
INSTANTIATE_TEST_SUITE_P(All, ExperimentRefusal, testing::ValuesIn(refusals()));

#define TRAINING(member) R"({"version":1,"training":{)" member "}}"
#define HOST(member) R"({"version":1,"topology":{"hosts":[{"id":"h",)" member "}]}}"
#define LINK(member) R"({"version":1,"topology":{"links":[{"from":"a","to":"b",)" member "}]}}"

std::vector<Refusal> refusals()
{
    return {
        {"{}", "version: found nothing, expected this member."},
        {R"({"version":0})", "version: found 0, expected a whole number from 1 to 2147483647."},
        {R"({"version":"1"})", "version: found \"1\", expected a whole number from 1 to 2147483647."},
        {R"({"version":2,"training":7})", "This experiment was written in version 2 of the format, but this "
                                          "Lockstep reads versions up to 1: please use "
                                          "a newer Lockstep."},
        {"[]", "found a list, expected an object."},
        {"3", "found 3, expected an object."},
        {R"({"version":1,"name":7})", "name: found 7, expected text."},
        {R"({"version":1,"name":"a\nb"})",
         "name: found a control character in \"a?b\", expected one line of text."},
        {R"({"version":1,"name":"a\u0000b"})",
         "name: found a NUL character in \"a?b\", expected text without."},
        {R"({"version":1,"topology":[]})", "topology: found a list, expected an object."},
        {R"({"version":1,"topology":{"hosts":{}}})", "topology.hosts: found an object, expected a list."},
        {R"({"version":1,"topology":{"hosts":[1]}})", "topology.hosts.0: found 1, expected an object."},
        {R"({"version":1,"topology":{"hosts":[{}]}})",
         "topology.hosts.0.id: found nothing, expected an id or a name."},
        {R"({"version":1,"topology":{"hosts":[{"id":"a"},{"id":""}]}})",
         "topology.hosts.1.id: found empty text, expected at least one character."},
        {R"({"version":1,"topology":{"switches":[{"id":null}]}})",
         "topology.switches.0.id: found nothing, expected text."},
        {HOST(R"("connection":"telnet")"),
         "topology.hosts.0.connection: found \"telnet\", expected one of: local, ssh."},
        {HOST(R"("port":0)"), "topology.hosts.0.port: found 0, expected a whole number from 1 to 65535."},
        {HOST(R"("port":65536)"),
         "topology.hosts.0.port: found 65536, expected a whole number from 1 to 65535."},
        {HOST(R"("port":22.5)"),
         "topology.hosts.0.port: found 22.5, expected a whole number from 1 to 65535."},
        {HOST(R"("port":99999999999999999999)"),
         "topology.hosts.0.port: found 99999999999999999999, expected a whole number from 1 to 65535."},
        {HOST(R"("address":"-oProxyCommand=x")"),
         "topology.hosts.0.address: found \"-oProxyCommand=x\", expected text "
         "that does not begin with a hyphen."},
        {HOST(R"("address":"a b")"),
         "topology.hosts.0.address: found a blank in \"a b\", expected text without."},
        {HOST(R"("user":"a\tb")"),
         "topology.hosts.0.user: found a control character in \"a?b\", expected one line of text."},
        {HOST(R"("user":"-l")"),
         "topology.hosts.0.user: found \"-l\", expected text that does not begin with a hyphen."},
        {HOST(R"("interface":"0123456789abcdef")"),
         "topology.hosts.0.interface: found text of 16 bytes, expected at most 15."},
        {HOST(R"("devices":"cpu")"), "topology.hosts.0.devices: found \"cpu\", expected a list."},
        {HOST(R"("devices":["cpu",0])"), "topology.hosts.0.devices.1: found 0, expected text."},
        {HOST(R"("devices":["cpu","gpu"])"),
         "topology.hosts.0.devices.1: found \"gpu\", expected the device cpu, or cuda:0 to cuda:63."},
        {HOST(R"("position":{"x":1e10})"),
         "topology.hosts.0.position.x: found 1e10, expected a number from -1e+09 to 1e+09."},
        {LINK(R"("bandwidth_mbps":0)"),
         "topology.links.0.bandwidth_mbps: found 0, expected a number above 0 and at most 1e+09."},
        {LINK(R"("latency_ms":-1)"),
         "topology.links.0.latency_ms: found -1, expected a number from 0 to 1e+06."},
        {LINK(R"("note":false)"), "topology.links.0.note: found false, expected text."},
        {R"({"version":1,"model":{"name":null}})", "model.name: found nothing, expected text."},
        {R"({"version":1,"data":{"kind":"MNIST"}})",
         "data.kind: found \"MNIST\", expected one of: synthetic-digits, mnist, paddle-json, cifar10, "
         "image-folder, clips, synthetic."},
        {TRAINING(R"("optimizer":"sgdd")"),
         "training.optimizer: found \"sgdd\", expected one of: sgd, momentum, adagrad, adam, adamw."},
        {TRAINING(R"("learning_rate":0)"),
         "training.learning_rate: found 0, expected a number above 0 and at most 1000."},
        {TRAINING(R"("learning_rate":1000.1)"),
         "training.learning_rate: found 1000.1, expected a number above 0 and at most 1000."},
        {TRAINING(R"("momentum":1)"), "training.momentum: found 1, expected a number from 0 to below 1."},
        {TRAINING(R"("beta1":-0.1)"), "training.beta1: found -0.1, expected a number from 0 to below 1."},
        {TRAINING(R"("beta2":1.5)"), "training.beta2: found 1.5, expected a number from 0 to below 1."},
        {TRAINING(R"("epsilon":-1)"), "training.epsilon: found -1, expected a number from 0 to 1."},
        {TRAINING(R"("loss":"mse")"),
         "training.loss: found \"mse\", expected one of: cross-entropy, squared-error."},
        {TRAINING(R"("batch":-3)"), "training.batch: found -3, expected a whole number from 1 to 65536."},
        {TRAINING(R"("batch":"50")"),
         "training.batch: found \"50\", expected a whole number from 1 to 65536."},
        {TRAINING(R"("batch":null)"),
         "training.batch: found nothing, expected a whole number from 1 to 65536."},
        {TRAINING(R"("epochs":0)"), "training.epochs: found 0, expected a whole number from 1 to 100000."},
        {TRAINING(R"("seed":9007199254740992)"),
         "training.seed: found 9007199254740992, expected a whole number from 0 to 9007199254740991."},
        {TRAINING(R"("seed":-1)"),
         "training.seed: found -1, expected a whole number from 0 to 9007199254740991."},
        {TRAINING(R"("precision":"f64")"),
         "training.precision: found \"f64\", expected one of: f32, bf16, fp16."},
        {TRAINING(R"("strategy":"none")"),
         "training.strategy: found \"none\", expected one of: all-reduce, server-sync, "
         "server-async, local-steps, model-parallel."},
        {TRAINING(R"("compression":"zip")"),
         "training.compression: found \"zip\", expected one of: none, bf16, fp16, int8, top-k, powersgd."},
        {TRAINING(R"("compression_rank":65)"),
         "training.compression_rank: found 65, expected a whole number from 1 to 64."},
        {TRAINING(R"("compression_ratio":0)"),
         "training.compression_ratio: found 0, expected a number above 0 and at most 1."},
        {TRAINING(R"("local_steps":0)"),
         "training.local_steps: found 0, expected a whole number from 1 to 100000."},
        {TRAINING(R"("outer_learning_rate":0)"),
         "training.outer_learning_rate: found 0, expected a number above 0 and at most 10."},
        {TRAINING(R"("outer_momentum":1)"),
         "training.outer_momentum: found 1, expected a number from 0 to below 1."},
        {TRAINING(R"("bucket_mb":0)"),
         "training.bucket_mb: found 0, expected a number above 0 and at most 1024."},
        {TRAINING(R"("log_every":0)"),
         "training.log_every: found 0, expected a whole number from 1 to 1000000000."},
        {TRAINING(R"("checkpoint_every":0)"),
         "training.checkpoint_every: found 0, expected a whole number from 1 to 100000."},
        {TRAINING(R"("keep_checkpoints":1)"),
         "training.keep_checkpoints: found 1, expected a whole number from 2 to 100000."},
        {TRAINING(R"("timeout_seconds":0.5)"),
         "training.timeout_seconds: found 0.5, expected a number from 1 to 86400."},
    };
}

} // namespace
} // namespace lockstep
