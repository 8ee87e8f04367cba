// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One experiment with several values: what its runs are, and what is left of them.
#include "app/catalogue/index/run_labels.h"
#include "app/catalogue/sweep/sweep_file.h"
#include "app/catalogue/sweep/sweep_runner.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;

namespace {

Experiment digits(int hosts = 1)
{
    Experiment experiment;
    experiment.name = "Digits";
    experiment.data.kind = DataKind::Synthetic;
    experiment.data.samples = 64;
    experiment.data.imageSize = 28;
    experiment.training.epochs = 1;
    experiment.training.batch = 32;
    for (int i = 1; i <= hosts; ++i) {
        Host host;
        host.id = "host-" + std::to_string(i);
        host.name = "gpu-" + std::to_string(i);
        host.connection = hosts == 1 ? Connection::Local : Connection::Ssh;
        host.address = hosts == 1 ? "" : "10.0.0." + std::to_string(i);
        host.devices = {Device{}};
        experiment.topology.hosts.push_back(host);
        if (i > 1) {
            Link link;
            link.from = "host-1";
            link.to = host.id;
            experiment.topology.links.push_back(link);
        }
    }
    return experiment;
}

Sweep sweepOf(const QStringList& assignments, SweepMode mode = SweepMode::Grid)
{
    Sweep sweep;
    sweep.id = QStringLiteral("sweep-20261120-120000-0001");
    sweep.experiment = digits();
    sweep.mode = mode;
    for (const QString& assignment : assignments)
        sweep.axes.append(sweepAxisIn(assignment).value());
    return sweep;
}

std::vector<std::string> hostsOf(const Experiment& experiment)
{
    std::vector<std::string> names;
    for (const Host& host : experiment.topology.hosts)
        names.push_back(host.name);
    return names;
}

/// A home folder in which an engine that trains nothing runs what it is told.
class Home {
public:
    explicit Home(const QByteArray& configuration)
    {
        qputenv("HOME", m_folder.path().toUtf8());
        configure(configuration);
    }
    void configure(const QByteArray& configuration)
    {
        QFile file(m_folder.filePath(QStringLiteral("fake.conf")));
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(configuration);
    }
    QString runs() const { return m_folder.filePath(QStringLiteral("runs")); }
    RemoteOptions options() const
    {
        RemoteOptions options;
        options.runsFolder = runs();
        options.engine = QStringLiteral(LOCKSTEP_BINARY_DIR "/tests/lockstep-fake-engine");
        return options;
    }

private:
    QTemporaryDir m_folder;
};

/// A sweep on its way.
struct Carried {
    Carried(const RemoteOptions& options, const Sweep& sweep) : runner(options, sweep)
    {
        isStarted = runner.start().ok();
    }
    bool hasEnded()
    {
        return isStarted && QTest::qWaitFor([&] { return done.count() > 0; }, 90'000);
    }

    SweepRunner runner;
    QSignalSpy began{&runner, &SweepRunner::pointBegan};
    QSignalSpy ended{&runner, &SweepRunner::pointEnded};
    QSignalSpy done{&runner, &SweepRunner::ended};
    bool isStarted = false;
};

} // namespace

class SweepTest : public QObject {
    Q_OBJECT
private slots:
    void listsAndRangesAreRead_data()
    {
        QTest::addColumn<QString>("assignment");
        QTest::addColumn<QStringList>("values");
        QTest::newRow("list") << "training.batch=16, 32" << QStringList{"16", "32"};
        QTest::newRow("one") << "training.batch=16" << QStringList{"16"};
        QTest::newRow("lists") << "data.mean=[0.1,0.2],[0.3]" << QStringList{"[0.1,0.2]", "[0.3]"};
        QTest::newRow("quoted") << "name=\"a,b\",c" << QStringList{"\"a,b\"", "c"};
        QTest::newRow("range") << "training.batch=16..64:4" << QStringList{"16", "32", "48", "64"};
        QTest::newRow("falling") << "k=1..-1:3" << QStringList{"1", "0", "-1"};
        QTest::newRow("log") << "k=1e-4..0.1:4:log" << QStringList{"0.0001", "0.001", "0.01", "0.1"};
        QTest::newRow("path") << "data.path=../a,../b" << QStringList{"../a", "../b"};
    }
    void listsAndRangesAreRead()
    {
        QFETCH(QString, assignment);
        const Result<SweepAxis> axis = sweepAxisIn(assignment);
        QVERIFY(axis.ok());
        QTEST(axis->values, "values");
        QCOMPARE(axis->key, assignment.section(u'=', 0, 0));
    }

    void whatCannotBeIsRefused()
    {
        for (const char* assignment :
             {"", "=1", "training.batch", "k=0..1:3:log", "k=1..2:1", "k=1..2:99999"})
            QVERIFY2(!sweepAxisIn(assignment).ok(), assignment);
        const auto errorOf = [](const Sweep& sweep) {
            const auto points = sweepPoints(sweep);
            return points ? std::string() : points.error().message();
        };
        QVERIFY(errorOf(sweepOf({"training.batch=16,many"})).find("training.batch") != std::string::npos);
        QVERIFY(errorOf(sweepOf({"training.bach=16"})).find("bach") != std::string::npos);
        QVERIFY(!errorOf(sweepOf({"training.batch=16", "training.batch=32"})).empty());
        QVERIFY(!errorOf(sweepOf({"training.batch=1,2", "training.seed=1"}, SweepMode::Paired)).empty());
        QVERIFY(!errorOf(sweepOf({"training.seed=1..1000:1000", "training.batch=1..100:100"})).empty());
        Sweep crowded = sweepOf({"training.batch=16"});
        crowded.atOnce = 2; // on one host
        QVERIFY(!errorOf(crowded).empty());
    }

    void aGridHasEveryValueWithEveryOther()
    {
        const auto points = sweepPoints(
            sweepOf({"training.learning_rate=0.1,0.01", "training.batch=16,32,48", "training.seed=7"}));
        QVERIFY(points.ok());
        QCOMPARE(points->size(), 6);
        QCOMPARE((*points)[1].values, (QStringList{"0.1", "32", "7"}));
        QCOMPARE((*points)[3].experiment.training.learningRate, 0.01);
        QCOMPARE((*points)[3].experiment.training.batch, 16);
        QCOMPARE((*points)[5].experiment.training.seed, 7u);
        QCOMPARE((*points)[5].experiment.name, std::string("Digits [learning_rate=0.01, batch=48]"));
    }

    void pairedValuesGoTogether()
    {
        const auto points = sweepPoints(
            sweepOf({"training.learning_rate=0.1,0.2", "training.batch=16,32"}, SweepMode::Paired));
        QVERIFY(points.ok());
        QCOMPARE(points->size(), 2);
        QCOMPARE((*points)[1].values, (QStringList{"0.2", "32"}));
    }

    void runsAtOnceShareNoHost()
    {
        const Experiment all = digits(5);
        QCOMPARE(hostsTakingPart(all), 5);
        const Experiment first = onHostsOfGroup(all, 0, 2);
        const Experiment second = onHostsOfGroup(all, 1, 2);
        QCOMPARE(hostsOf(first), (std::vector<std::string>{"gpu-1", "gpu-2"}));
        QCOMPARE(hostsOf(second), (std::vector<std::string>{"gpu-3", "gpu-4", "gpu-5"}));
        QCOMPARE(first.topology.links.size(), 1u);
        QVERIFY(second.topology.links.empty()); // all of them led to the first host
        QVERIFY(onHostsOfGroup(all, 0, 1) == all);
    }

    void aSweepIsKeptAndFound()
    {
        QTemporaryDir runs;
        Sweep sweep = sweepOf({"training.learning_rate=0.1,0.01", "training.seed=1,2"}, SweepMode::Paired);
        sweep.runs = {"20261120-120000-digits-0001", ""};
        QVERIFY(writeSweep(runs.path(), sweep).ok());
        QVERIFY(readSweep(runs.path(), sweep.id).value() == sweep);
        QVERIFY(readSweep(runs.path(), "last").value() == sweep);
        QVERIFY(readSweep(runs.path(), "sweep-2026").value() == sweep);
        QVERIFY(!readSweep(runs.path(), "sweep-2027").ok());
        sweep.id = QStringLiteral("sweep-20261121-120000-0002");
        QVERIFY(writeSweep(runs.path(), sweep).ok());
        QVERIFY(!readSweep(runs.path(), "sweep-2026").ok()); // which of them?
        QCOMPARE(readSweep(runs.path(), "last")->id, sweep.id);
        QFile file(runs.filePath(QStringLiteral(".sweeps/sweep-20261122-evil.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"version\": 1, \"runs\": [\"../../etc\"]}");
        file.close();
        QVERIFY(!readSweep(runs.path(), "last").ok());
    }

    void aFailureDoesNotEndASweepAndItsRunsCarryItsName()
    {
        Home home(QByteArrayLiteral("records=5 seconds=0.1 exit=5"));
        const Sweep sweep = sweepOf({"training.learning_rate=0.1,0.01"});
        Carried carried(home.options(), sweep);
        QVERIFY(!SweepRunner(home.options(), sweep).start().ok()); // one at a time
        QVERIFY(carried.hasEnded());
        QCOMPARE(carried.ended.count(), 2);
        for (const QList<QVariant>& end : carried.ended)
            QVERIFY(end[1].value<RunInfo>().phase == RunPhase::Failed);
        const Sweep kept = readSweep(home.runs(), "last").value();
        QCOMPARE(kept.runs.size(), 2);
        const Result<RunFolder> second = RunFolder::open(home.runs() + u'/' + kept.runs[1]);
        QVERIFY(second.ok());
        QCOMPARE(second->experiment().training.learningRate, 0.01);
        QCOMPARE(readLabels(second->path()).sweep, sweep.id);
        QVERIFY(readLabels(second->path()).tags.contains(sweep.id));
    }

    /// What was stopped and what was never begun is left; what has finished is not run again.
    void whatIsLeftOfASweepIsRunAtAnotherTime()
    {
        Home home(QByteArrayLiteral("records=5 seconds=0.1"));
        const Sweep sweep = sweepOf({"training.seed=1,2,3"});
        {
            Carried carried(home.options(), sweep);
            QVERIFY(QTest::qWaitFor([&] { return carried.ended.count() == 1; }, 60'000));
            home.configure(QByteArrayLiteral("records=100000 seconds=600"));
            QVERIFY(QTest::qWaitFor([&] { return carried.began.count() == 2; }, 60'000));
            carried.runner.stop();
            QVERIFY(carried.hasEnded());
            QCOMPARE(carried.began.count(), 2);
        }
        home.configure(QByteArrayLiteral("records=5 seconds=0.1"));
        Carried rest(home.options(), readSweep(home.runs(), sweep.id).value());
        QVERIFY(rest.runner.keptPhase(0).has_value());
        QVERIFY(rest.hasEnded());
        QVERIFY(rest.began.count() >= 1 && rest.began.count() <= 2);
        QVERIFY(rest.began[rest.began.count() - 1][0].toInt() == 2);
        QVERIFY(RunFolder::infoOf(home.runs() + u'/' + readSweep(home.runs(), "last")->runs[2]).phase ==
                RunPhase::Finished);
    }
};

QTEST_GUILESS_MAIN(SweepTest)
#include "sweep_test.moc"
