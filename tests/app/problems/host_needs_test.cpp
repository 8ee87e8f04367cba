// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What an experiment needs of its hosts, from the engine's count of its model.
#include "app/problems/host_needs.h"

#include <QTest>

namespace lockstep {

namespace {

constexpr double kGiga = 1e9;

/// One rank on the processor of each of three hosts; a run of 30 epochs.
Experiment threeHosts()
{
    Experiment experiment;
    experiment.topology.hosts.resize(3);
    for (Host& host : experiment.topology.hosts)
        host.devices = {Device{}};
    experiment.training.epochs = 30;
    return experiment;
}

ModelCosts costs()
{
    ModelCosts costs;
    costs.memoryBytes = 2 * kGiga;
    costs.checkpointBytes = kGiga;
    return costs;
}

} // namespace

class HostNeedsTest : public QObject {
    Q_OBJECT
private slots:
    void memoryIsThatOfAllRanksOnADevice()
    {
        Experiment experiment = threeHosts();
        experiment.topology.hosts[1].devices = {Device{}, Device{}, Device{DeviceKind::Cuda, 2}};
        experiment.topology.hosts[2].devices = {Device{DeviceKind::Cuda, 0}, Device{DeviceKind::Cuda, 0}};
        const NeedsOfHosts needs = needsOfHosts(experiment, costs());
        QCOMPARE(needs.size(), 3u);
        QCOMPARE(needs.at(0).memoryBytes, 2'000'000'000);
        QVERIFY(needs.at(0).gpuBytes.empty());
        QCOMPARE(needs.at(1).memoryBytes, 4'000'000'000);
        QVERIFY((needs.at(1).gpuBytes == std::map<int, std::int64_t>{{2, 2'000'000'000}}));
        QCOMPARE(needs.at(2).memoryBytes, 0);
        QVERIFY((needs.at(2).gpuBytes == std::map<int, std::int64_t>{{0, 4'000'000'000}}));
    }

    void thePartsOfOneModelShareItsMemory()
    {
        Experiment experiment = threeHosts();
        experiment.topology.hosts.resize(1);
        experiment.topology.hosts[0].devices = {Device{}, Device{}};
        experiment.training.strategy = StrategyKind::ModelParallel;
        QCOMPARE(needsOfHosts(experiment, costs()).at(0).memoryBytes, 2'000'000'000);
        experiment.topology.hosts[0].devices = {Device{DeviceKind::Cuda, 0}, Device{DeviceKind::Cuda, 1}};
        QVERIFY(needsOfHosts(experiment, costs()).at(0).gpuBytes.empty());
    }

    /// FORMAT.md: three of the latest and one of the best stay, and one is being written meanwhile.
    void checkpointsStandWhereRankZeroIsAndWhereCopiesGo()
    {
        Experiment experiment = threeHosts();
        const auto disk = [&](int host) {
            return needsOfHosts(experiment, costs()).at(host).checkpointBytes;
        };
        QCOMPARE(disk(0), 5'000'000'000);
        QCOMPARE(disk(1), 0);
        experiment.restart.copies = 1;
        QCOMPARE(disk(1), 5'000'000'000);
        QCOMPARE(disk(2), 0);
        experiment.training.keepCheckpoints = 10;
        experiment.training.keepBest = 5;
        QCOMPARE(disk(0), 16'000'000'000);
        experiment.training.epochs = 2; // no more than two are ever saved
        QCOMPARE(disk(0), 3'000'000'000);
        experiment.topology.hosts[0].devices.clear(); // rank 0 is on the second host
        experiment.restart.copies = 0;
        QCOMPARE(disk(0), 0);
        QCOMPARE(disk(1), 3'000'000'000);
    }

    /// What `lockstep-engine describe resnet18 --json` says, its layers left out, of momentum in f32.
    void aCheckpointHoldsWeightsStatisticsAndTheOptimizersState()
    {
        const QByteArray answer = R"({"parameters": 11689512, "flops": 3636275200, "layers": [],
            "training_memory": {"parameters": 46758048, "gradients": 46758048, "optimizer_state": 46758048,
                                "buffers": 38480, "total": 830799920}})";
        const Result<ModelCosts> read = parseModelCosts(answer);
        QVERIFY2(read.ok(), read ? "" : read.error().message().c_str());
        QCOMPARE(read->checkpointBytes, 2 * 46'758'048.0 + 38'480);
    }
};

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::HostNeedsTest)
#include "host_needs_test.moc"
