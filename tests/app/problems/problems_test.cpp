// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What would fail or disappoint, one rule after the other; nothing where nothing is wrong.
#include "app/problems/drawn_network.h"
#include "app/problems/find_problems.h"
#include "app/problems/gathered_problems.h"
#include "app/problems/host_memory.h"
#include "tests/app/problems/lab.h"

#include <QTest>
#include <algorithm>

using namespace lockstep;

class ProblemsTest : public QObject {
    Q_OBJECT

private slots:
    void nothingIsWrongWithASoundExperiment()
    {
        QVERIFY(findProblems(threeHosts(1000), resNet18Costs()).empty());
    }

    void errorsComeBeforeWarnings()
    {
        Experiment experiment = threeHosts(10);
        experiment.topology.hosts[2].address.clear();
        const Problems problems = findProblems(experiment, resNet18Costs());
        QCOMPARE(errorCount(problems), std::size_t(1));
        QVERIFY(problems.front().severity == Severity::Error);
        QCOMPARE(problems.front().error.key, std::string("topology.hosts.2.address"));
        QVERIFY(problems.size() > 1);
    }

    void linksLeadToRankZeroOrTheHostIsNamed()
    {
        Experiment experiment = threeHosts(1000);
        experiment.topology.links.pop_back();
        const Problem lonely = only(findProblems(experiment), "topology.hosts.2");
        QVERIFY(lonely.severity == Severity::Warning);
        QVERIFY(lonely.error.message().find("node c") != std::string::npos);
        QVERIFY(lonely.error.message().find("node a") != std::string::npos);
        experiment.topology.links.clear(); // a drawing without links says nothing about the network
        QVERIFY(findProblems(experiment).empty());
    }

    void whatSeveralHostsShareIsToldOnce()
    {
        Experiment experiment = threeHosts(1000);
        experiment.topology.links.clear();
        Switch apart;
        apart.id = "apart";
        experiment.topology.switches.push_back(apart);
        Link& link = experiment.topology.links.emplace_back();
        link.from = apart.id;
        link.to = experiment.topology.hosts[0].id;
        const Problems each = findProblems(experiment);
        QCOMPARE(each.size(), std::size_t(2));
        const Problems told = gathered(each);
        QCOMPARE(told.size(), std::size_t(1));
        QCOMPARE(told[0].error.key, each[0].error.key);
        QCOMPARE(told[0].furtherKeys, std::vector<std::string>{each[1].error.key});
        const std::string text = told[0].error.message();
        QVERIFY2(text.find("from node b, node c to node a") != std::string::npos, text.c_str());
        experiment.topology.hosts[1].name =
            experiment.topology.hosts[2].name; // told of each, as it is about it
        QCOMPARE(gathered(findProblems(experiment)).size(), std::size_t(2));
    }

    void linksToNowhereLeadNowhere()
    {
        Experiment experiment = threeHosts(1000);
        experiment.topology.links[2].to = "no such node";
        QCOMPARE(hostsWithoutWay(experiment.topology, hostsWithRanks(experiment.topology)),
                 std::vector<std::size_t>{2});
    }

    void twoHostsWithOneAddress()
    {
        Experiment experiment = threeHosts(1000);
        experiment.topology.hosts[0].address = "GPU-1.lab";
        experiment.topology.hosts[2].address = "gpu-1.lab";
        QVERIFY(only(findProblems(experiment), "topology.hosts.2.address").severity == Severity::Warning);
        experiment.topology.hosts[2].port = 2222;
        QVERIFY(findProblems(experiment).empty());
        for (const std::size_t i : {0, 2})
            experiment.topology.hosts[i].connection = Connection::Local;
        QVERIFY(only(findProblems(experiment), "topology.hosts.2.connection").severity == Severity::Warning);
    }

    void namesakesAndIdleHostsAndDoubledGpus()
    {
        Experiment experiment = threeHosts(1000);
        experiment.topology.hosts[1].name = "node a";
        QVERIFY(only(findProblems(experiment), "topology.hosts.1.name").severity == Severity::Warning);
        experiment = threeHosts(1000);
        experiment.topology.hosts[1].devices.clear();
        QVERIFY(only(findProblems(experiment), "topology.hosts.1.devices").severity == Severity::Warning);
        experiment.topology.hosts[1].devices = {{DeviceKind::Cuda, 1}, {DeviceKind::Cuda, 1}};
        QVERIFY(only(findProblems(experiment), "topology.hosts.1.devices").severity == Severity::Error);
        experiment.topology.hosts[1].devices = {{}, {}}; // two ranks share a processor
        QVERIFY(findProblems(experiment).empty());
    }

    void aBatchThatCannotBeDivided()
    {
        Experiment experiment = threeHosts(1000);
        experiment.training.batch = 50;
        experiment.training.accumulate = 4;
        QVERIFY(only(findProblems(experiment), "training.accumulate").severity == Severity::Warning);
        experiment.training.accumulate = 5;
        QVERIFY(findProblems(experiment).empty());
        experiment.data = {};
        experiment.data.kind = DataKind::Synthetic;
        experiment.data.samples = 149;
        QVERIFY(only(findProblems(experiment), "training.batch").severity == Severity::Warning);
        experiment.data.samples = 150;
        QVERIFY(findProblems(experiment).empty());
    }

    void aSetThatFillsNoBatchWhenShortOnesAreDropped()
    {
        Experiment experiment = threeHosts(1000);
        experiment.data.kind = DataKind::Synthetic;
        experiment.data.path.clear();
        experiment.data.samples = 149;
        experiment.training.dropLast = true;
        const Problem problem = only(findProblems(experiment), "training.drop_last");
        QVERIFY(problem.severity == Severity::Error);
        QVERIFY(problem.error.arguments == (std::vector<Sentence>{"3", "50", "150", "149"}));
        experiment.data.samples = 150;
        for (const Problem& each : findProblems(experiment))
            QVERIFY(each.error.key != "training.drop_last");
    }
    void aNetworkForLargeImagesOnSmallOnes()
    {
        Experiment experiment = threeHosts(1000);
        experiment.data = {};
        QVERIFY(only(findProblems(experiment), "model.name").severity == Severity::Warning);
        experiment.model.name = "lenet";
        QVERIFY(findProblems(experiment).empty());
        experiment = threeHosts(1000);
        experiment.data.imageSize = 64;
        QVERIFY(only(findProblems(experiment), "data.image_size").severity == Severity::Warning);
    }

    void schedulesThatNeverChange()
    {
        Experiment experiment = threeHosts(1000);
        experiment.training.epochs = 90;
        ScheduleSpec& schedule = experiment.training.schedule;
        schedule.kind = ScheduleKind::Step;
        QVERIFY(findProblems(experiment).empty());
        schedule.every = 90;
        QVERIFY(only(findProblems(experiment), "training.schedule.every").severity == Severity::Warning);
        schedule.kind = ScheduleKind::MultiStep;
        schedule.milestones = {30, 60, 90};
        QVERIFY(only(findProblems(experiment), "training.schedule.milestones").severity == Severity::Warning);
        schedule.kind = ScheduleKind::Constant;
        schedule.warmupEpochs = 90;
        QVERIFY(only(findProblems(experiment), "training.schedule.warmup_epochs").severity ==
                Severity::Warning);
    }

    void aModelThatDoesNotFit()
    {
        Experiment experiment = threeHosts(1000);
        experiment.topology.hosts[0].facts = "GTX1060 6 GB, 4 cores, 8 GB, 200 GB";
        ModelCosts costs = resNet18Costs();
        costs.memoryBytes = 5.9 * 1024 * 1024 * 1024;
        QVERIFY(findProblems(experiment, costs).empty());
        costs.memoryBytes = 6.1 * 1024 * 1024 * 1024;
        const Problem large = only(findProblems(experiment, costs), "topology.hosts.0.facts");
        QVERIFY(large.severity == Severity::Error);
        QVERIFY2(large.error.message().find("6.10 GiB") != std::string::npos, large.error.message().c_str());
        // Two ranks of the processor share 8 GB.
        experiment.topology.hosts[0].devices = {{}, {}};
        QVERIFY(only(findProblems(experiment, costs), "topology.hosts.0.facts").severity == Severity::Error);
        experiment.topology.hosts[0].devices = {{}};
        QVERIFY(findProblems(experiment, costs).empty());
    }

    /// AlexNet's 61 million numbers on a host of 1 GB: they fit, and what local steps keep beside them too,
    /// but not with momentum of the meetings, nor three ranks' pushes to one server.
    void aStrategyThatDoesNotFit()
    {
        Experiment experiment = threeHosts(1000);
        for (Host& host : experiment.topology.hosts) {
            host.devices = {Device{}};
            host.facts = "2 cores, 1 GB";
        }
        ModelCosts costs = resNet18Costs();
        constexpr std::int64_t kAlexNet = 61'100'840;
        costs.work = {{LayerWork{1, {{kAlexNet, 1}}}}};
        costs.memoryBytes = 0.5 * 1024 * 1024 * 1024;
        const auto isSaid = [&] {
            const Problems problems = findProblems(experiment, costs);
            return std::any_of(problems.begin(), problems.end(), [](const Problem& problem) {
                return problem.error.key == "topology.hosts.0.facts";
            });
        };
        QVERIFY(!isSaid());
        experiment.training.strategy = StrategyKind::LocalSteps;
        QVERIFY(!isSaid()); // 0.5 + 0.23 GiB
        experiment.training.outerMomentum = 0.9;
        QVERIFY(isSaid()); // three times that
        const std::string said =
            only(findProblems(experiment, costs), "topology.hosts.0.facts").error.message();
        QVERIFY2(said.find("699 MiB of it is what the strategy keeps") != std::string::npos, said.c_str());
        experiment.training.strategy = StrategyKind::ServerSync;
        QVERIFY(isSaid());
        // One server, elsewhere.
        Host store = experiment.topology.hosts[0];
        store.id = store.name = "store";
        store.devices.clear();
        store.servers = 1;
        store.facts = "2 cores, 1 GB";
        experiment.topology.hosts.push_back(store);
        QVERIFY(!isSaid()); // 0.5 + 2 x 0.23
        QVERIFY(only(findProblems(experiment, costs), "topology.hosts.3.facts").severity == Severity::Error);
    }

    void theEnginesRefusalIsAnError()
    {
        const Error refusal{"resnet18 cannot be built: too small", {}, "model.name"};
        QVERIFY(only(findProblems(threeHosts(1000), Result<ModelCosts>(refusal)), "model.name").severity ==
                Severity::Error);
        const Error unasked{"the engine is not there", {}, {}};
        QVERIFY(findProblems(threeHosts(1000), Result<ModelCosts>(unasked)).empty());
    }

    void facts_data()
    {
        QTest::addColumn<QString>("facts");
        QTest::addColumn<double>("gpu");
        QTest::addColumn<double>("main");
        QTest::newRow("none") << "" << 0.0 << 0.0;
        QTest::newRow("portal") << "RTX 3080, 4 cores, 8 GB, 200 GB" << 10.0 << 8.0;
        QTest::newRow("counted") << "3 x RTX 3080, 4 cores, 8 GB, 200 GB" << 10.0 << 8.0;
        QTest::newRow("own size") << "GTX1060 6 GB" << 6.0 << 0.0;
        QTest::newRow("ti") << "RTX 2080 Ti; 16GiB" << 11.0 << 16.0;
        QTest::newRow("chinese") << QStringLiteral("RTX 3080，4 核，8 GB") << 10.0 << 8.0;
        QTest::newRow("megabytes") << "512 MB" << 0.0 << 0.5;
        QTest::newRow("bare") << "8 G" << 0.0 << 8.0;
        QTest::newRow("no size") << "8 cores, 10 Gbps" << 0.0 << 0.0;
    }
    void facts()
    {
        QFETCH(QString, facts);
        QFETCH(double, gpu);
        QFETCH(double, main);
        Host host;
        host.facts = facts.toStdString();
        constexpr double kGibibyte = 1024.0 * 1024 * 1024;
        QCOMPARE(statedGpuMemory(host).value_or(0) / kGibibyte, gpu);
        QCOMPARE(statedMainMemory(host).value_or(0) / kGibibyte, main);
    }

    void whatAProcessorMakesOfBf16IsSaidWhereItIsKnown_data()
    {
        QTest::addColumn<QStringList>("instructionSets");
        QTest::addColumn<int>("errors");
        QTest::addColumn<int>("warnings");
        QTest::addColumn<QString>("words");
        QTest::newRow("AMX") << QStringList{"amx_bf16", "avx2", "avx512_bf16"} << 0 << 0 << QString();
        QTest::newRow("AVX-512 BF16 alone")
            << QStringList{"avx2", "avx512_bf16", "avx512f"} << 0 << 1 << "slower there than f32";
        QTest::newRow("neither") << QStringList{"avx2", "avx512f"} << 1 << 0 << "neither AMX nor AVX-512";
        QTest::newRow("an engine that says nothing of it") << QStringList{} << 0 << 0 << QString();
    }
    void whatAProcessorMakesOfBf16IsSaidWhereItIsKnown()
    {
        QFETCH(QStringList, instructionSets);
        QFETCH(int, errors);
        QFETCH(int, warnings);
        QFETCH(QString, words);
        Experiment experiment = threeHosts(1000);
        experiment.topology.hosts[0].devices = {Device{DeviceKind::Cpu, 0}};
        experiment.topology.hosts[1].devices = {Device{DeviceKind::Cpu, 0}};
        experiment.topology.hosts[2].devices = {Device{DeviceKind::Cuda, 0}};
        experiment.training.precision = Precision::BFloat16;
        HostReport report;
        report.deviceKinds = {"cpu", "cuda"};
        report.gpus = {{0, "RTX 3080", 10ll << 30, "535"}};
        for (const QString& set : instructionSets)
            report.instructionSets.push_back(set.toStdString());
        // "b" was never asked, and the processor of "c" computes nothing.
        const HostReports reports{{"a", report}, {"c", report}};
        const Problems found = precisionProblems(experiment, reports);
        QCOMPARE(static_cast<int>(found.size()), errors + warnings);
        QCOMPARE(static_cast<int>(errorCount(found)), errors);
        for (const Problem& problem : found) {
            QCOMPARE(problem.error.key, std::string("training.precision"));
            QVERIFY(problem.error.arguments == std::vector<Sentence>{"node a"});
            const QString message = QString::fromStdString(problem.error.message());
            QVERIFY2(message.contains(words) && message.contains(QStringLiteral("f32")), qPrintable(message));
        }
        QCOMPARE(errorCount(findProblems(experiment, std::nullopt, reports)) -
                     errorCount(findProblems(experiment)),
                 static_cast<std::size_t>(errors));
        experiment.training.precision = Precision::Float32;
        QVERIFY(precisionProblems(experiment, reports).empty());
    }

    void devicesThatNobodyServesAreErrors_data()
    {
        QTest::addColumn<QStringList>("kinds"); ///< of the engine; none: it has not answered
        QTest::addColumn<int>("gpus");          ///< that the host was found to have; -1: it was not asked
        QTest::addColumn<int>("device");        ///< cuda:N of "node a"
        QTest::addColumn<QStringList>("words"); ///< of the error; none: there is none
        const auto row = [](const char* title, const QStringList& kinds, int gpus, int device,
                            const QStringList& words) {
            QTest::newRow(title) << kinds << gpus << device << words;
        };
        row("nothing is known", {}, -1, 0, {});
        row("our engine knows processors alone", {"cpu"}, -1, 0, {"node a", "cuda:0", "device cpu"});
        row("so does the engine there", {"cpu"}, 2, 1, {"node a", "cuda:1", "device cpu"});
        row("the engine serves them and the host was not asked", {"cpu", "cuda"}, -1, 7, {});
        row("no driver", {"cpu", "cuda"}, 0, 0, {"node a", "cuda:0", "nvidia-smi"});
        row("too few", {"cpu", "cuda"}, 2, 2, {"node a", "cuda:2", "cuda:0, cuda:1"});
        row("enough", {"cpu", "cuda"}, 2, 1, {});
    }
    void devicesThatNobodyServesAreErrors()
    {
        QFETCH(QStringList, kinds);
        QFETCH(int, gpus);
        QFETCH(int, device);
        QFETCH(QStringList, words);
        Experiment experiment = threeHosts(1000);
        experiment.topology.hosts[0].devices = {Device{DeviceKind::Cuda, device}};
        experiment.topology.hosts[1].devices = experiment.topology.hosts[2].devices = {Device{}};
        HostReport engine;
        engine.deviceKinds.clear();
        for (const QString& kind : kinds)
            engine.deviceKinds.push_back(kind.toStdString());
        HostReports reports;
        if (gpus >= 0) {
            HostReport& report = reports["a"] = engine;
            for (int index = 0; index < gpus; ++index)
                report.gpus.push_back({index, "RTX 3080", 10ll << 30, "535"});
        }
        const HostReport* own = kinds.isEmpty() ? nullptr : &engine;
        const Problems found = findProblems(experiment, resNet18Costs(), reports, own);
        QCOMPARE(found.size(), words.isEmpty() ? std::size_t(0) : std::size_t(1));
        if (found.empty())
            return;
        QCOMPARE(found[0].error.key, std::string("topology.hosts.0.devices"));
        QVERIFY(found[0].severity == Severity::Error && found[0].remedy == Remedy::TrainOnProcessors);
        const QString message = QString::fromStdString(found[0].error.message());
        for (const QString& word : words)
            QVERIFY2(message.contains(word), qPrintable(message));
    }

    void sizes()
    {
        QCOMPARE(formatCount(11'689'512), QStringLiteral("11.7 M"));
        QCOMPARE(formatCount(20'350), QStringLiteral("20.4 k"));
        QCOMPARE(formatCount(999), QStringLiteral("999"));
        QVERIFY(!parseBytes(QStringLiteral("six GB")));
        QVERIFY(!parseBytes(QStringLiteral("6 GB and more")));
    }
};

QTEST_MAIN(ProblemsTest)
#include "problems_test.moc"
