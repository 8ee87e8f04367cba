// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What keeps GPUs from training, or from being of use.
#include "app/problems/find_problems.h"

#include <QTest>

using namespace lockstep;

namespace {

Experiment threeHosts()
{
    Experiment experiment;
    for (const char* id : {"a", "b", "c"}) {
        Host host;
        host.id = id;
        host.name = std::string("node ") + id;
        experiment.topology.hosts.push_back(host);
    }
    return experiment;
}

} // namespace

class GpuProblemsTest : public QObject {
    Q_OBJECT
private slots:
    void fp16NeedsGpusWhateverIsKnownOfAHost()
    {
        Experiment experiment = threeHosts();
        for (Host& host : experiment.topology.hosts)
            host.devices = {Device{DeviceKind::Cuda, 0}};
        experiment.training.precision = Precision::Float16;
        QVERIFY(precisionProblems(experiment, {}).empty());
        experiment.topology.hosts[1].devices = {Device{}};
        const Problems found = precisionProblems(experiment, {});
        QCOMPARE(found.size(), std::size_t(1));
        QVERIFY(found[0].severity == Severity::Error && found[0].error.key == "training.precision");
    }

    void tf32ThatChangesNothingIsAWarning()
    {
        Experiment experiment = threeHosts();
        for (Host& host : experiment.topology.hosts)
            host.devices = {Device{}};
        experiment.training.tf32 = true;
        const Problems found = precisionProblems(experiment, {});
        QCOMPARE(found.size(), std::size_t(3));
        QVERIFY(found[0].severity == Severity::Warning && found[0].error.key == "training.tf32");
    }

    void aGpuThatWasFoundTooSmallIsAnError()
    {
        Experiment experiment = threeHosts();
        for (Host& host : experiment.topology.hosts)
            host.devices = {Device{DeviceKind::Cuda, 0}, Device{DeviceKind::Cuda, 2}};
        experiment.topology.hosts[0].facts = "RTX 3080 10 GB";
        HostReport report;
        report.gpus = {{0, "RTX 3080", 10ll << 30, "580"}, {2, "GTX 1060", 6ll << 30, "580"}};
        ModelCosts costs;
        costs.memoryBytes = 8.0 * (1ll << 30);
        const HostReports reports{{"a", report}};
        const Problems found = costProblems(experiment, costs, reports);
        QCOMPARE(found.size(), std::size_t(1));
        QVERIFY(found[0].error.message().find("6.00 GiB") != std::string::npos);
        // Two ranks on one GPU share its memory.
        experiment.topology.hosts[0].devices = {Device{DeviceKind::Cuda, 0}, Device{DeviceKind::Cuda, 0}};
        QCOMPARE(costProblems(experiment, costs, reports).size(), std::size_t(1));
        costs.memoryBytes /= 2;
        QVERIFY(costProblems(experiment, costs, reports).empty());
    }

    /// What GPUs of several hosts exchange by NCCL; other worlds take connections that prove a secret.
    void gradientsThatNothingProtectsAreNoted()
    {
        Topology topology = threeHosts().topology;
        for (Host& host : topology.hosts)
            host.devices = {Device{DeviceKind::Cuda, 0}};
        const auto note = openExchangeNote(topology, StrategyKind::AllReduce);
        QVERIFY(note && note->english().find("unencrypted") != std::string::npos);
        QVERIFY(!openExchangeNote(topology, StrategyKind::ModelParallel));
        topology.hosts[2].devices = {Device{}};
        QVERIFY(!openExchangeNote(topology, StrategyKind::AllReduce));
        topology.hosts[2].devices = {Device{DeviceKind::Cuda, 0}};
        topology.hosts.resize(1);
        QVERIFY(!openExchangeNote(topology, StrategyKind::AllReduce));
    }
};

QTEST_MAIN(GpuProblemsTest)
#include "gpu_problems_test.moc"
