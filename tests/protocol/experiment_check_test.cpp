// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/experiment.h"
#include "engine/protocol/process_placement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep {
namespace {

Experiment runnable()
{
    return *parseExperiment(R"({"version":1,"topology":{
        "hosts":[{"id":"a","connection":"local","devices":["cpu"]},{"id":"b","address":"b.example","devices":["cpu"]}],
        "switches":[{"id":"s"}],"links":[{"from":"a","to":"s"},{"from":"s","to":"b"}]}})");
}

std::vector<std::string> problems(const Experiment& experiment)
{
    std::vector<std::string> messages;
    for (const Error& error : checkExperiment(experiment))
        messages.push_back(error.message());
    return messages;
}

TEST(ExperimentCheck, FindsNothingWrongWithAGoodOne)
{
    EXPECT_THAT(problems(runnable()), testing::IsEmpty());
}

TEST(ExperimentCheck, WantsARank)
{
    EXPECT_THAT(problems({}),
                testing::ElementsAre("topology.hosts: No host has a device, so nothing would train; give "
                                     "a host at least one device."));
    Experiment experiment = runnable();
    experiment.topology.hosts[0].devices.assign(1024, {});
    EXPECT_THAT(
        problems(experiment),
        testing::ElementsAre("topology.hosts: found 1025 devices on all hosts, expected at most 1024."));
}

TEST(ExperimentCheck, WantsAnAddressForSshHostsThatTrain)
{
    Experiment experiment = runnable();
    experiment.topology.hosts[1].address.clear();
    EXPECT_THAT(
        problems(experiment),
        testing::ElementsAre(
            "topology.hosts.1.address: The host \"b\" has no address; enter a host name or an IP address."));
    experiment.topology.hosts[1].devices.clear();
    EXPECT_THAT(problems(experiment), testing::IsEmpty());
}

TEST(ExperimentCheck, WantsAHostForEachCopy)
{
    Experiment experiment = runnable();
    experiment.restart.copies = 1;
    EXPECT_THAT(problems(experiment), testing::IsEmpty());
    experiment.restart.copies = 2;
    EXPECT_THAT(problems(experiment),
                testing::ElementsAre("restart.copies: found 2, expected at most 1: so many hosts take part "
                                     "besides that of rank 0."));
}

TEST(ExperimentCheck, WantsAStrategyWhoseRanksMayBeFewer)
{
    Experiment experiment = runnable();
    experiment.restart.elastic = true;
    for (const StrategyKind strategy : {StrategyKind::AllReduce, StrategyKind::LocalSteps}) {
        experiment.training.strategy = strategy;
        EXPECT_THAT(problems(experiment), testing::IsEmpty());
    }
    for (const StrategyKind strategy :
         {StrategyKind::ServerSync, StrategyKind::ServerAsync, StrategyKind::ModelParallel}) {
        experiment.training.strategy = strategy;
        EXPECT_THAT(problems(experiment),
                    testing::Contains(testing::StartsWith("restart.elastic: found true, but with \"" +
                                                          std::string(toString(strategy)) + "\" ")));
    }
}

TEST(ExperimentCheck, WantsIdsThatDiffer)
{
    Experiment experiment = runnable();
    experiment.topology.switches[0].id = "a";
    EXPECT_THAT(
        problems(experiment),
        testing::Contains("topology.switches.0.id: found \"a\", which another host or switch has already; "
                          "expected an id of its own."));
}

TEST(ExperimentCheck, WantsLinksBetweenTwoNodes)
{
    Experiment experiment = runnable();
    experiment.topology.links[0].to = "nowhere";
    experiment.topology.links[1].to = "s";
    EXPECT_THAT(
        problems(experiment),
        testing::ElementsAre(
            "topology.links.0.to: found \"nowhere\", expected the id of a host or switch.",
            "topology.links.1.to: found \"s\" at both ends, expected two different hosts or switches."));
}

TEST(ExperimentCheck, WantsAKnownModelAndAPathForData)
{
    Experiment experiment = runnable();
    experiment.model.name = "resnet";
    experiment.data.kind = DataKind::Mnist;
    EXPECT_THAT(
        problems(experiment),
        testing::ElementsAre(
            testing::EndsWith("known models. The nearest by name: resnet8, resnet18, resnet34, resnet50."),
            "data.path: found nothing, expected the folder that holds the four MNIST files."));
    experiment.model.name = "transformer";
    EXPECT_THAT(
        problems(experiment),
        testing::Contains(testing::StartsWith(
            "model.name: found \"transformer\", expected one of: mnist-cnn, lenet, alexnet, vgg11,")));
    experiment.model.name = "lenet";
    experiment.data.kind = DataKind::PaddleJson;
    EXPECT_THAT(problems(experiment),
                testing::ElementsAre("data.path: found nothing, expected the path of the .json.gz file."));
    experiment.data.path = "x";
    EXPECT_THAT(problems(experiment), testing::IsEmpty());
}

TEST(ExperimentCheck, WantsADocumentThatFitsTheConversation)
{
    Experiment experiment = runnable();
    experiment.topology.links.assign(40, experiment.topology.links[0]);
    for (Link& link : experiment.topology.links)
        link.note.assign(16000, 'n');
    EXPECT_EQ(problems(experiment).size(), 1u);
    EXPECT_THAT(problems(experiment)[0], testing::HasSubstr("at most 491520 can be sent"));
}

TEST(FreshId, TakesTheFirstFreeNumber)
{
    Topology topology;
    EXPECT_EQ(freshId(topology, "host"), "host-1");
    topology.hosts.resize(2);
    topology.hosts[0].id = "host-1";
    topology.hosts[1].id = "host-3";
    topology.switches.resize(1);
    topology.switches[0].id = "host-2";
    EXPECT_EQ(freshId(topology, "host"), "host-4");
    EXPECT_EQ(freshId(topology, "switch"), "switch-1");
}

TEST(ExperimentCheck, WantsGradientsToCompress)
{
    Experiment experiment = runnable();
    TrainingSpec& training = experiment.training;
    training.strategy = StrategyKind::LocalSteps;
    EXPECT_THAT(problems(experiment), testing::IsEmpty());
    training.compression = CompressionKind::BFloat16;
    EXPECT_THAT(
        problems(experiment),
        testing::ElementsAre("training.compression: found \"bf16\", but with local-steps no gradients "
                             "cross the network; expected none."));
    training.strategy = StrategyKind::ServerSync;
    EXPECT_THAT(
        problems(experiment),
        testing::ElementsAre("training.compression: found \"bf16\", but with server-sync gradients reach "
                             "the servers whole; expected none."));
}

TEST(ExperimentCheck, WantsDevicesForThePartsOfAModel)
{
    Experiment experiment = runnable();
    experiment.training.strategy = StrategyKind::ModelParallel;
    Topology& topology = experiment.topology;
    topology.hosts.resize(1);
    topology.links.clear();
    topology.hosts[0].name = "a";
    topology.hosts[0].devices = {Device{}};
    EXPECT_THAT(problems(experiment),
                testing::ElementsAre("topology.hosts.0.devices: found one device on the host \"a\", but with "
                                     "model-parallel the devices of a host hold the model between them; "
                                     "expected two or more."));
    topology.hosts[0].devices = {Device{}, Device{}};
    EXPECT_THAT(problems(experiment), testing::IsEmpty());
    experiment.training.cuts = {"features.3", "features.6"};
    EXPECT_THAT(problems(experiment),
                testing::ElementsAre("training.cuts: found 2 layers, expected one fewer than a host has "
                                     "devices: 1."));
    experiment.training.cuts = {};
    topology.hosts.push_back(topology.hosts[0]);
    topology.hosts[1].id = topology.hosts[1].name = "b";
    topology.hosts[1].devices.resize(3);
    EXPECT_THAT(
        problems(experiment),
        testing::ElementsAre("topology.hosts.1.devices: found 3 devices on the host \"b\", expected as "
                             "many as on the host \"a\", 2: with model-parallel the model is cut alike "
                             "everywhere."));
    topology.hosts[1].devices = {Device{}, Device{DeviceKind::Cuda, 0}};
    EXPECT_THAT(problems(experiment), testing::IsEmpty());
    experiment.training.strategy = StrategyKind::AllReduce;
    EXPECT_THAT(problems(experiment), testing::IsEmpty());
}

TEST(ExperimentCheck, WantsNoMemoryBesidesThatOfTopK)
{
    Experiment experiment = runnable();
    TrainingSpec& training = experiment.training;
    training.compression = CompressionKind::TopK;
    for (const OptimizerKind served : {OptimizerKind::Sgd, OptimizerKind::Momentum}) {
        training.optimizer = served;
        EXPECT_THAT(problems(experiment), testing::IsEmpty());
    }
    training.optimizer = OptimizerKind::Adam;
    training.clipNorm = 1;
    EXPECT_THAT(
        problems(experiment),
        testing::ElementsAre("training.optimizer: found \"adam\", which cannot be combined with top-k; "
                             "expected sgd or momentum.",
                             "training.clip_norm: Gradients cannot be clipped with top-k, which sends "
                             "parts of many steps together; expected 0."));
    training.compression = CompressionKind::PowerSgd;
    EXPECT_THAT(problems(experiment), testing::IsEmpty());
}

TEST(ExperimentCheck, WantsNoLossScaleWhereGradientsWait)
{
    Experiment experiment = runnable();
    TrainingSpec& training = experiment.training;
    training.precision = Precision::Float16;
    for (const CompressionKind served : {CompressionKind::None, CompressionKind::BFloat16,
                                         CompressionKind::Float16, CompressionKind::Int8}) {
        training.compression = served;
        EXPECT_THAT(problems(experiment), testing::IsEmpty());
    }
    for (const CompressionKind refused : {CompressionKind::PowerSgd, CompressionKind::TopK}) {
        training.compression = refused;
        EXPECT_THAT(problems(experiment),
                    testing::ElementsAre("training.precision: found \"fp16\", whose loss scale cannot be "
                                         "combined with " +
                                         std::string(toString(refused)) + "; expected f32 or bf16."));
    }
    training.compression = CompressionKind::None;
    for (const StrategyKind refused :
         {StrategyKind::LocalSteps, StrategyKind::ServerSync, StrategyKind::ServerAsync}) {
        training.strategy = refused;
        EXPECT_THAT(problems(experiment),
                    testing::ElementsAre("training.precision: found \"fp16\", whose loss scale cannot be "
                                         "combined with " +
                                         std::string(toString(refused)) + "; expected f32 or bf16."));
    }
}

/// A host without devices takes part where it has servers and the strategy uses them.
TEST(ExperimentCheck, WantsTheAddressOfAHostWithServers)
{
    Experiment experiment = runnable();
    Host& store = experiment.topology.hosts.emplace_back();
    store.id = "host-9";
    store.servers = 2;
    EXPECT_THAT(problems(experiment), testing::IsEmpty());
    experiment.training.strategy = StrategyKind::ServerSync;
    EXPECT_THAT(problems(experiment), testing::ElementsAre(testing::HasSubstr("\"host-9\" has no address")));
    store.address = "store.example";
    EXPECT_THAT(problems(experiment), testing::IsEmpty());
}

TEST(PlaceProcesses, CountsEachRoleByItself)
{
    Experiment experiment;
    experiment.topology.hosts.resize(3);
    experiment.topology.hosts[0].devices = {Device{}, Device{}};
    experiment.topology.hosts[2].devices = {Device{}};
    EXPECT_EQ(placeProcesses(experiment), placeRanks(experiment));
    experiment.training.strategy = StrategyKind::ServerAsync;
    std::vector<Placement> expected = placeRanks(experiment);
    expected.push_back({0, 0, 0, Device{}, Role::Server});
    expected.push_back({1, 0, 2, Device{}, Role::Server});
    EXPECT_EQ(placeProcesses(experiment), expected) << "one on each host with ranks";
    experiment.topology.hosts[1].servers = 2;
    expected.resize(3);
    expected.push_back({0, 0, 1, Device{}, Role::Server});
    expected.push_back({1, 1, 1, Device{}, Role::Server});
    EXPECT_EQ(placeProcesses(experiment), expected);
    EXPECT_EQ(hostsOf(expected), (std::set<std::size_t>{0, 1, 2}));
}

} // namespace
} // namespace lockstep
