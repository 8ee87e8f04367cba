// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/experiment.h"

#include <gtest/gtest.h>

namespace lockstep {
namespace {

Experiment sample()
{
    return *parseExperiment(R"({"version":1,"name":"x","extra":{"a":1},"topology":{
        "hosts":[{"id":"h","connection":"local","devices":["cpu"]}],"links":[{"from":"h","to":"h"}]}})");
}

Experiment changed(std::string_view key, std::string_view value)
{
    const Result<Experiment> experiment = withValue(sample(), key, value);
    EXPECT_TRUE(experiment.ok()) << (experiment.ok() ? "" : experiment.error().message());
    return experiment.ok() ? *experiment : Experiment{};
}

std::string refusal(std::string_view key, std::string_view value)
{
    const Result<Experiment> experiment = withValue(sample(), key, value);
    return experiment.ok() ? "accepted" : experiment.error().message();
}

TEST(WithValue, SetsEveryKindOfValueAndNothingElse)
{
    Experiment expected = sample();
    expected.training.batch = 128;
    EXPECT_EQ(changed("training.batch", "128"), expected);
    EXPECT_EQ(changed("training.learning_rate", "1e-3").training.learningRate, 1e-3);
    EXPECT_EQ(changed("training.optimizer", "adam").training.optimizer, OptimizerKind::Adam);
    EXPECT_EQ(changed("data.kind", "paddle-json").data.kind, DataKind::PaddleJson);
    EXPECT_EQ(changed("topology.links.0.latency_ms", "0.5").topology.links[0].latencyMs, 0.5);
    EXPECT_EQ(changed("topology.links.0.latency_ms", "null").topology.links[0].latencyMs, std::nullopt);
    EXPECT_EQ(changed("topology.hosts.0.position.x", "-7").topology.hosts[0].position.x, -7);
    EXPECT_EQ(changed("extra.a", "[2]").unknown.at("extra"), "{\"a\":[2]}");
}

TEST(WithValue, KeepsTextsAsTheyAre)
{
    EXPECT_EQ(changed("data.path", "/a=b/c d").data.path, "/a=b/c d");
    EXPECT_EQ(changed("name", "007").name, "007");
    EXPECT_EQ(changed("name", "true").name, "true");
    EXPECT_EQ(changed("name", "").name, "");
    EXPECT_EQ(changed("name", "\"quoted\"").name, "quoted");
    EXPECT_EQ(changed("name", "{\"a\":1}").name, "{\"a\":1}");
}

TEST(WithValue, TakesDeviceLists)
{
    const Device cpu{};
    const auto cuda = [](int index) { return Device{DeviceKind::Cuda, index}; };
    const auto devices = [](const char* text) {
        return changed("topology.hosts.0.devices", text).topology.hosts[0].devices;
    };
    EXPECT_EQ(devices("cpu,cpu"), (std::vector{cpu, cpu}));
    EXPECT_EQ(devices("0,2"), (std::vector{cuda(0), cuda(2)}));
    EXPECT_EQ(devices("[\"cuda:1\"]"), (std::vector{cuda(1)}));
    EXPECT_TRUE(devices("").empty());
    EXPECT_EQ(changed("topology.hosts.0.devices.1", "cuda:3").topology.hosts[0].devices,
              (std::vector{cpu, cuda(3)}));
}

TEST(WithValue, TakesNamesAsTheyAreTyped)
{
    const auto cuts = [](const char* typed) { return changed("training.cuts", typed).training.cuts; };
    EXPECT_EQ(cuts("features.6"), std::vector<std::string>{"features.6"});
    EXPECT_EQ(cuts("layer2.0.conv1, fc"), (std::vector<std::string>{"layer2.0.conv1", "fc"}));
    EXPECT_EQ(cuts("[\"7\"]"), std::vector<std::string>{"7"});
    EXPECT_EQ(cuts("7"), std::vector<std::string>{"7"});
    EXPECT_TRUE(cuts(" , ").empty());
}

TEST(WithValue, AddsTheNextItemOfAList)
{
    const Experiment experiment = changed("topology.hosts.1.address", "gpu-2.example");
    ASSERT_EQ(experiment.topology.hosts.size(), 2u);
    EXPECT_EQ(experiment.topology.hosts[1].id, "host-1");
    EXPECT_EQ(experiment.topology.hosts[1].address, "gpu-2.example");
    EXPECT_EQ(experiment.topology.hosts[1].connection, Connection::Ssh);
    EXPECT_EQ(changed("topology.hosts.1", R"({"name":"n","port":23})").topology.hosts[1].port, 23);
    EXPECT_EQ(changed("topology.hosts.1.devices", "cpu").topology.hosts[1].devices.size(), 1u);
    EXPECT_EQ(changed("topology.switches.0.name", "Lab").topology.switches[0].name, "Lab");
}

TEST(WithValue, ListsTheKeysAtTheUnknownPlace)
{
    EXPECT_EQ(
        refusal("training.batchsize", "3"),
        "training.batchsize: There is no such key; the keys here "
        "are: optimizer, learning_rate, momentum, nesterov, beta1, "
        "beta2, epsilon, weight_decay, decay_all, schedule, loss, "
        "label_smoothing, batch, accumulate, drop_last, clip_norm, epochs, seed, "
        "precision, tf32, deterministic, strategy, compression, compression_rank, "
        "compression_ratio, local_steps, outer_learning_rate, outer_momentum, overlap_meetings, staleness, "
        "dampen, outlive_ranks, cuts, encryption, shares, bucket_mb, log_every, checkpoint_every, "
        "keep_checkpoints, "
        "keep_best, "
        "keep_best_above, early_stop, timeout_seconds.");
    EXPECT_EQ(refusal("", "3"),
              "There is no such key; the keys here are: version, name, topology, model, data, "
              "training, restart, extra.");
    EXPECT_EQ(refusal("topology.links.0.speed", "3"), "topology.links.0.speed: There is no such key; the "
                                                      "keys here are: from, to, bandwidth_mbps, latency_ms, "
                                                      "note.");
    EXPECT_EQ(refusal("training.batch.x", "3"),
              "training.batch.x: There is no such key; training.batch is a single "
              "value.");
}

TEST(WithValue, RefusesPlacesThatAreNotThere)
{
    const std::string hint =
        ": There is no such place in the list, which has 1; the next free place has the same number.";
    EXPECT_EQ(refusal("topology.hosts.2.port", "3"), "topology.hosts.2" + hint);
    EXPECT_EQ(refusal("topology.hosts.x.port", "3"), "topology.hosts.x" + hint);
    EXPECT_EQ(refusal("topology.hosts.-1.port", "3"), "topology.hosts.-1" + hint);
    EXPECT_EQ(refusal("topology.hosts.", "3"), "topology.hosts" + hint);
    EXPECT_EQ(refusal("topology.hosts.99999999999999999999", "3"),
              "topology.hosts.99999999999999999999" + hint);
}

TEST(WithValue, ChecksWhatWasSet)
{
    EXPECT_EQ(refusal("training.batch", "-3"),
              "training.batch: found -3, expected a whole number from 1 to 65536.");
    EXPECT_EQ(refusal("training.batch", "many"),
              "training.batch: found \"many\", expected a whole number from 1 to 65536.");
    EXPECT_EQ(refusal("topology.hosts.0.devices", "tpu"),
              "topology.hosts.0.devices: found \"tpu\", expected the device cpu, or cuda:0 to cuda:63.");
    EXPECT_EQ(refusal("topology.hosts.0.user", "-root"),
              "topology.hosts.0.user: found \"-root\", expected text that does not begin with a hyphen.");
    EXPECT_EQ(refusal("training", "3"), "training: found 3, expected an object.");
}

} // namespace
} // namespace lockstep
