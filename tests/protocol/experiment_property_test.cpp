// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/experiment.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <random>

namespace lockstep {
namespace {

/// Draws experiments that keep every rule of the document.
class ExperimentMaker {
public:
    explicit ExperimentMaker(unsigned seed) : m_random(seed) {}

    Experiment make()
    {
        Experiment experiment;
        experiment.name = text(40);
        experiment.topology = topology();
        experiment.model = {text(10), text(60), unknown()};
        experiment.data = data();
        experiment.training = training();
        experiment.restart.max = upTo(1000);
        experiment.restart.backoffSeconds = number(0, 3600);
        experiment.restart.copies = upTo(16);
        experiment.restart.elastic = upTo(1) == 1;
        experiment.restart.unknown = unknown();
        experiment.unknown = unknown();
        return experiment;
    }

private:
    int upTo(int n) { return std::uniform_int_distribution<int>(0, n)(m_random); }
    double number(double low, double high)
    {
        const double value = std::uniform_real_distribution<double>(low, high)(m_random);
        return upTo(3) == 0 ? std::round(value) + 0.0 : value; // no -0, which JSON need not keep
    }
    std::string text(int length)
    {
        static const std::vector<std::string> pieces = {"a", "Z", "9",    " ",          "\"", "\\",
                                                        "/", "é", "节点", "\U0001F600", "%1"};
        std::string text;
        for (int i = upTo(length / 4); i > 0; --i)
            text += pieces[static_cast<std::size_t>(upTo(static_cast<int>(pieces.size()) - 1))];
        return text;
    }
    std::string word() { return "w" + std::to_string(upTo(99999)) + ".é"; }
    UnknownFields unknown()
    {
        UnknownFields fields;
        static const std::vector<std::string> values = {"null",         "-0.10", "1e400", "[1,{\"a\":[]}]",
                                                        "\"\\u0001ü\"", "{}",    "true"};
        for (int i = upTo(2); i > 0; --i) {
            const std::string& value = values[static_cast<std::size_t>(upTo(6))];
            fields["future " + std::to_string(upTo(99))] = value == "1e400" ? "1e300" : value;
        }
        return fields;
    }
    Position position() { return {number(-1e6, 1e6), number(-1e6, 1e6), unknown()}; }
    Topology topology()
    {
        Topology topology;
        for (int i = upTo(4); i > 0; --i) {
            Host host;
            host.id = word();
            host.name = text(30);
            host.connection = static_cast<Connection>(upTo(1));
            host.address = word();
            host.port = 1 + upTo(65534);
            host.user = upTo(1) == 0 ? "" : word();
            host.interface = upTo(1) == 0 ? "" : "eth0";
            for (int d = upTo(4); d > 0; --d)
                host.devices.push_back(upTo(1) == 0 ? Device{} : Device{DeviceKind::Cuda, upTo(63)});
            host.servers = upTo(64);
            host.gpus = upTo(64);
            host.facts = text(60);
            host.region = text(10);
            host.image = text(10);
            host.position = position();
            host.unknown = unknown();
            topology.hosts.push_back(std::move(host));
        }
        for (int i = upTo(2); i > 0; --i)
            topology.switches.push_back({word(), text(20),
                                         upTo(1) == 0 ? std::optional(number(1, 1e5)) : std::nullopt,
                                         position(), unknown()});
        for (int i = upTo(2); i > 0; --i)
            topology.networks.push_back(
                {word(), text(20), position(), number(48, 1e6), number(48, 1e6), unknown()});
        for (int i = upTo(3); i > 0; --i) {
            Link link{word(), word(), std::nullopt, std::nullopt, text(50) + "\n\t\x01", unknown()};
            if (upTo(1) == 0)
                link.bandwidthMbps = number(1, 1e5);
            if (upTo(1) == 0)
                link.latencyMs = number(0, 1e3);
            topology.links.push_back(std::move(link));
        }
        topology.unknown = unknown();
        return topology;
    }
    std::vector<double> numbers(double low, double high)
    {
        std::vector<double> list;
        for (int i = upTo(3); i > 0; --i)
            list.push_back(number(low, high));
        return list;
    }
    DataSpec data()
    {
        DataSpec data;
        data.kind = static_cast<DataKind>(upTo(6));
        data.path = text(60);
        data.testList = text(60);
        data.frames = upTo(1024);
        data.mean = numbers(-2, 2);
        data.deviation = numbers(1, 3);
        data.augmentation = static_cast<Augmentation>(upTo(1));
        data.imageSize = 8 + upTo(1016);
        data.resize = upTo(4096);
        data.classes = 2 + upTo(99998);
        data.samples = 1 + upTo(2147483646);
        data.loaderThreads = upTo(256);
        data.prefetch = 1 + upTo(1023);
        data.cacheMegabytes = number(0, 1e6);
        data.diskCacheGigabytes = number(0, 1e6);
        data.damagedLimit = number(0, 1);
        data.unknown = unknown();
        return data;
    }
    ScheduleSpec schedule()
    {
        ScheduleSpec schedule;
        schedule.kind = static_cast<ScheduleKind>(upTo(3));
        schedule.every = number(1, 1e5);
        schedule.factor = std::exp(-number(0, 20));
        schedule.milestones = numbers(1, 1e5);
        schedule.rates = numbers(1, 1000);
        schedule.floor = number(0, 1000);
        schedule.warmupEpochs = number(0, 1e5);
        schedule.scaleWithWorldSize = upTo(1) == 0;
        schedule.unknown = unknown();
        return schedule;
    }
    TrainingSpec training()
    {
        TrainingSpec training;
        training.optimizer = static_cast<OptimizerKind>(upTo(4));
        training.learningRate = std::exp(number(-20, 6));
        training.momentum = number(0, 0.99) * 0.9;
        training.beta1 = number(0, 0.99) * 0.9;
        training.beta2 = number(0, 0.99) * 0.9;
        training.epsilon = std::exp(number(-40, -1));
        training.loss = static_cast<LossKind>(upTo(1));
        training.nesterov = upTo(1) == 0;
        training.weightDecay = number(0, 1);
        training.decayAll = upTo(1) == 0;
        training.schedule = schedule();
        training.labelSmoothing = number(0, 0.99) * 0.9;
        training.accumulate = 1 + upTo(65535);
        training.dropLast = upTo(1) == 0;
        training.clipNorm = number(0, 1e9);
        training.precision = static_cast<Precision>(upTo(2));
        training.tf32 = upTo(1) == 0;
        training.deterministic = upTo(1) == 0;
        training.keepBest = 1 + upTo(99999);
        training.keepBestAbove = number(0, 1);
        training.earlyStop = upTo(100000);
        training.batch = 1 + upTo(65535);
        training.epochs = 1 + upTo(99999);
        training.seed = std::uniform_int_distribution<std::uint64_t>(0, (1ull << 53) - 1)(m_random);
        training.strategy = kStrategies[static_cast<std::size_t>(upTo(4))];
        for (int cut = upTo(3); cut > 0; --cut)
            training.cuts.push_back("layer" + std::to_string(upTo(9)));
        training.compression = kCompressions[static_cast<std::size_t>(upTo(5))];
        training.compressionRank = 1 + upTo(63);
        training.compressionRatio = std::exp(number(-9, 0));
        training.localSteps = 1 + upTo(99999);
        training.outerLearningRate = std::exp(number(-3, 2));
        training.outerMomentum = number(0, 0.49);
        training.overlapMeetings = upTo(1) == 1;
        training.staleness = upTo(1001) - 1;
        training.dampen = upTo(1) == 1;
        training.outliveRanks = upTo(1) == 1;
        training.encryption = upTo(1) == 1;
        training.bucketMegabytes = std::exp(number(-5, 6));
        training.logEvery = 1 + upTo(999999999);
        training.checkpointEvery = 1 + upTo(99999);
        training.keepCheckpoints = 2 + upTo(99998);
        training.timeoutSeconds = number(1, 86400);
        training.unknown = unknown();
        return training;
    }

    std::mt19937 m_random;
};

TEST(ExperimentProperty, WhatIsWrittenReadsBackEqual)
{
    ExperimentMaker maker(1);
    for (int round = 0; round < 2000; ++round) {
        const Experiment experiment = maker.make();
        const std::string json = toJson(experiment);
        const Result<Experiment> again = parseExperiment(json);
        ASSERT_TRUE(again.ok()) << again.error().message() << '\n' << json;
        ASSERT_EQ(*again, experiment) << json;
        ASSERT_EQ(toJson(*again), json);
        ASSERT_TRUE(nlohmann::json::accept(json)); // another reader's opinion
    }
}

} // namespace
} // namespace lockstep
