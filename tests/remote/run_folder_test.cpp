// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/mirrors/run_folder.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <set>

namespace lockstep {

namespace {

Experiment experiment(const std::string& name)
{
    Experiment answer;
    answer.name = name;
    Host here;
    here.id = "host-1";
    here.name = "here";
    here.connection = Connection::Local;
    here.devices.resize(2);
    answer.topology.hosts.push_back(here);
    return answer;
}

} // namespace

class RunFolderTest : public QObject {
    Q_OBJECT
private slots:
    void keepsWhatItWasGiven();
    void keepsHowEarlierAttemptsEnded();
    void anAttemptMayHaveMoreEpochs();
    void anAttemptMayHaveFewerHosts();
    void idsAreRunIdsWhateverTheName_data();
    void idsAreRunIdsWhateverTheName();
    void idsDiffer();
    void pathsStayInside();
    void listsNewestFirstAndDamagedOnes();
    void damageIsNamed_data();
    void damageIsNamed();
    void defaultFolderFollowsXdg();
};

void RunFolderTest::keepsWhatItWasGiven()
{
    QTemporaryDir runs;
    auto made = RunFolder::create(runs.filePath("deep/runs"), experiment("Digits"));
    QVERIFY(made.ok());
    RunInfo info = made->info();
    info.attempt = 3;
    info.phase = RunPhase::Failed;
    info.exitCode = 6;
    info.reason = {"Rank %1 fell silent: %2", {"1", {"%1 \u2713", {"a"}}}};
    info.culprit = 1;
    info.culpritHosts = {2, 0};
    info.complete = true;
    info.bundles = {QString(), QString(64, u'a')};
    QVERIFY(made->setInfo(info).ok());
    const auto opened = RunFolder::open(made->path());
    QVERIFY2(opened.ok(), opened ? "" : opened.error().message().c_str());
    QVERIFY(opened->experiment() == made->experiment());
    const RunInfo& read = opened->info();
    QCOMPARE(read.id, info.id);
    QCOMPARE(read.name, QStringLiteral("Digits"));
    QCOMPARE(read.created.toMSecsSinceEpoch(), info.created.toMSecsSinceEpoch());
    QCOMPARE(read.attempt, 3);
    QVERIFY(read.phase == RunPhase::Failed);
    QCOMPARE(read.exitCode, 6);
    QVERIFY(read.reason == info.reason);
    QCOMPARE(read.message(), QStringLiteral("Rank 1 fell silent: a \u2713"));
    QCOMPARE(read.culprit, 1);
    QCOMPARE(read.culpritHosts, (QVector<int>{2, 0}));
    QVERIFY(read.complete);
    QCOMPARE(read.bundles, info.bundles);
    QCOMPARE(opened->journalPath(2), made->path() + "/attempt-3/rank-2.jsonl");
    QCOMPARE(opened->logPath(0), made->path() + "/attempt-3/rank-0.log");
    QCOMPARE(opened->hostJournalPath(1), made->path() + "/attempt-3/host-1.jsonl");
    QCOMPARE(opened->hostLogPath(1), made->path() + "/attempt-3/host-1.log");
}

void RunFolderTest::keepsHowEarlierAttemptsEnded()
{
    QTemporaryDir runs;
    auto made = RunFolder::create(runs.path(), experiment("Digits"));
    RunInfo info = made->info();
    info.phase = RunPhase::Failed;
    info.exitCode = 11;
    info.reason = {"Rank %1 ran out of memory.", {"1"}};
    info.culprit = 1;
    info.complete = true;
    info = nextAttempt(info, {});
    QCOMPARE(info.attempt, 2);
    QVERIFY(info.phase == RunPhase::Waiting && info.exitCode == 0 && info.culprit == -1);
    QVERIFY(info.reason.empty() && !info.complete);
    QVERIFY(made->setInfo(nextAttempt(info, {})).ok());
    const auto opened = RunFolder::open(made->path());
    QVERIFY(opened.ok());
    QCOMPARE(opened->info().attempt, 3);
    QCOMPARE(opened->info().id, made->info().id);
    QCOMPARE(opened->info().earlier.size(), 2);
    const AttemptInfo& first = opened->info().earlier[0];
    QCOMPARE(first.attempt, 1);
    QVERIFY(first.phase == RunPhase::Failed);
    QCOMPARE(first.exitCode, 11);
    QCOMPARE(first.culprit, 1);
    QCOMPARE(QString::fromStdString(first.reason.english()), QStringLiteral("Rank 1 ran out of memory."));
    QCOMPARE(opened->info().earlier[1].attempt, 2);
}

void RunFolderTest::anAttemptMayHaveMoreEpochs()
{
    QTemporaryDir runs;
    Experiment short3 = experiment("Digits");
    short3.training.epochs = 3;
    short3.training.earlyStop = 2;
    auto made = RunFolder::create(runs.path(), short3);
    QVERIFY(made->setInfo(nextAttempt(made->info(), {.epochs = 13})).ok());
    QCOMPARE(made->experiment().training.epochs, 13);
    const auto opened = RunFolder::open(made->path());
    QCOMPARE(opened->experiment().training.epochs, 13);
    QCOMPARE(opened->experiment().training.earlyStop, 0); // all of them are trained
    QFile document(made->path() + "/experiment.lockstep.json");
    QVERIFY(document.open(QIODevice::ReadOnly));
    QVERIFY(parseExperiment(document.readAll().toStdString()).value() == short3);
    QVERIFY(made->setInfo(nextAttempt(made->info(), {.fromStep = 600})).ok());
    QCOMPARE(RunFolder::open(made->path())->info().fromStep, std::optional<std::int64_t>(600));
    QVERIFY(!RunFolder::open(made->path())->info().earlier.last().fromStep);
    // The one after it has as many.
    QCOMPARE(nextAttempt(opened->info(), {}).epochs, 13);
}

void RunFolderTest::anAttemptMayHaveFewerHosts()
{
    QTemporaryDir runs;
    Experiment drawn = experiment("Digits");
    for (const char* id : {"host-2", "host-3"}) {
        drawn.topology.hosts.push_back(drawn.topology.hosts.front());
        drawn.topology.hosts.back().id = id;
    }
    auto made = RunFolder::create(runs.path(), drawn);
    RunInfo without = nextAttempt(made->info(), {});
    without.roster = {0, 2};
    QVERIFY(made->setInfo(without).ok());
    const auto opened = RunFolder::open(made->path());
    QVERIFY2(opened.ok(), opened ? "" : opened.error().message().c_str());
    QCOMPARE(opened->info().roster, (QVector<int>{0, 2}));
    QVERIFY(opened->info().earlier.at(0).roster.isEmpty());
    QVERIFY(opened->experiment().topology.hosts[1].devices.empty());
    QVERIFY(opened->drawn() == drawn);
    QCOMPARE(opened->ranksOn(2, {}), (std::set<int>{4, 5}));
    QCOMPARE(opened->ranksOn(2, without.roster), (std::set<int>{2, 3}));
    // A further attempt that a person begins has all of them again.
    QVERIFY(made->setInfo(nextAttempt(made->info(), {})).ok());
    QVERIFY(made->experiment() == drawn);
    QVERIFY(made->experimentOf(1) == drawn && made->experimentOf(3) == drawn);
    QVERIFY(made->experimentOf(2) == opened->experiment());
    QFile file(made->path() + "/run.json");
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    for (const char* damaged : {"[2,0]", "[-1]", "[1,1]"}) {
        QFile other(made->path() + "/run.json");
        QVERIFY(other.open(QIODevice::WriteOnly));
        other.write(QByteArray(text).replace("\"roster\": [\n    ]", QByteArray("\"roster\": ") + damaged));
        other.close();
        QVERIFY2(!RunFolder::open(made->path()).ok(), damaged);
    }
}

void RunFolderTest::idsAreRunIdsWhateverTheName_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("part");
    QTest::newRow("plain") << "Digits"
                           << "-digits-";
    QTest::newRow("empty") << ""
                           << "-run-";
    QTest::newRow("Chinese") << QString::fromUtf8("\u624b\u5199\u6570\u5b57") << "-run-";
    QTest::newRow("path") << "../../etc/passwd"
                          << "-etc-passwd-";
    QTest::newRow("shell") << "$(touch x); `id`"
                           << "-touch-x-id-";
    QTest::newRow("long") << QString(500, 'a') << "-" + QString(24, 'a') + "-";
    QTest::newRow("blanks") << "  My   first RUN! "
                            << "-my-first-run-";
}

void RunFolderTest::idsAreRunIdsWhateverTheName()
{
    QFETCH(QString, name);
    QFETCH(QString, part);
    QTemporaryDir runs;
    const auto made = RunFolder::create(runs.path(), experiment(name.toStdString()));
    QVERIFY(made.ok());
    QVERIFY2(isRunId(made->info().id.toStdString()), qPrintable(made->info().id));
    QVERIFY2(made->info().id.contains(part), qPrintable(made->info().id));
    QCOMPARE(QFileInfo(made->path()).absolutePath(), QFileInfo(runs.path()).absoluteFilePath());
}

void RunFolderTest::idsDiffer()
{
    QTemporaryDir runs;
    std::set<QString> ids;
    for (int i = 0; i < 50; ++i) {
        const auto made = RunFolder::create(runs.path(), experiment("same"));
        QVERIFY(made.ok());
        ids.insert(made->info().id);
    }
    QCOMPARE(ids.size(), 50u);
}

void RunFolderTest::pathsStayInside()
{
    QTemporaryDir runs;
    const auto made = RunFolder::create(runs.path(), experiment("x"));
    QVERIFY(made.ok());
    QCOMPARE(made->mirrorPath("attempt-1/rank-0.jsonl"), made->path() + "/attempt-1/rank-0.jsonl");
    for (const char* bad : {"", "/etc/passwd", "../x", "a/../../x", "a//b", "./a", "a/."})
        QVERIFY2(made->mirrorPath(bad).isEmpty(), bad);
}

void RunFolderTest::listsNewestFirstAndDamagedOnes()
{
    QTemporaryDir runs;
    QVERIFY(RunFolder::list(runs.filePath("none")).isEmpty());
    auto first = RunFolder::create(runs.path(), experiment("first"));
    auto second = RunFolder::create(runs.path(), experiment("second"));
    QVERIFY(first.ok() && second.ok());
    RunInfo info = first->info();
    info.created = info.created.addSecs(-60);
    QVERIFY(first->setInfo(info).ok());
    QVERIFY(QDir(runs.path()).mkdir("stray"));
    const auto found = RunFolder::list(runs.path());
    QCOMPARE(found.size(), 3);
    const std::set<QString> younger{found[0].id, found[1].id};
    QVERIFY(younger == (std::set<QString>{second->info().id, QStringLiteral("stray")}));
    QCOMPARE(found[2].id, first->info().id);
    for (const RunInfo& one : found)
        if (one.id == "stray")
            QVERIFY(!one.reason.empty() && one.phase == RunPhase::Failed);
}

void RunFolderTest::damageIsNamed_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("no run.json") << "run.json" << QByteArray();
    QTest::newRow("cut") << "run.json" << QByteArray("{\"version\":1,\"id\":\"abc");
    QTest::newRow("wrong id") << "run.json" << QByteArray("{\"version\":1,\"id\":\"../x\",\"attempt\":1}");
    QTest::newRow("negative attempt")
        << "run.json" << QByteArray("{\"version\":1,\"id\":\"a\",\"attempt\":-5}");
    QTest::newRow("negative epochs") << "run.json"
                                     << QByteArray(
                                            "{\"version\":1,\"id\":\"a\",\"attempt\":2,\"epochs\":-5}");
    QTest::newRow("too many epochs") << "run.json"
                                     << QByteArray(
                                            "{\"version\":1,\"id\":\"a\",\"attempt\":2,\"epochs\":100001}");
    QTest::newRow("negative earlier attempt")
        << "run.json"
        << QByteArray("{\"version\":1,\"id\":\"a\",\"attempt\":2,\"earlier\":[{\"attempt\":-1}]}");
    QTest::newRow("newer") << "run.json" << QByteArray("{\"version\":2,\"id\":\"a\",\"attempt\":1}");
    const auto bundle = [](const QByteArray& value) {
        return "{\"version\":1,\"id\":\"a\",\"attempt\":1,\"bundles\":[\"\"," + value + "]}";
    };
    QTest::newRow("bundle is a command") << "run.json" << bundle("\"x; touch /tmp/owned\"");
    QTest::newRow("bundle is a path") << "run.json" << bundle("\"../../../tmp/engine\"");
    QTest::newRow("bundle is short") << "run.json" << bundle('"' + QByteArray(63, 'a') + '"');
    QTest::newRow("bundle is long") << "run.json" << bundle('"' + QByteArray(65, 'a') + '"');
    QTest::newRow("bundle in capitals") << "run.json" << bundle('"' + QByteArray(64, 'A') + '"');
    QTest::newRow("bundle and a line") << "run.json" << bundle('"' + QByteArray(64, 'a') + "\\n\"");
    QTest::newRow("bundle is a number") << "run.json" << bundle("7");
    QTest::newRow("bundles are a text")
        << "run.json" << QByteArray("{\"version\":1,\"id\":\"a\",\"attempt\":1,\"bundles\":\"x\"}");
    QTest::newRow("huge") << "run.json" << QByteArray(2 << 20, ' ');
    QTest::newRow("experiment gone") << "experiment.lockstep.json" << QByteArray();
    QTest::newRow("experiment damaged") << "experiment.lockstep.json" << QByteArray("{\"version\":1,");
}

void RunFolderTest::damageIsNamed()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, content);
    QTemporaryDir runs;
    const auto made = RunFolder::create(runs.path(), experiment("x"));
    QVERIFY(made.ok());
    QFile target(made->path() + "/" + file);
    QVERIFY(target.remove());
    if (!content.isEmpty()) {
        QVERIFY(target.open(QIODevice::WriteOnly));
        target.write(content);
        target.close();
    }
    const auto opened = RunFolder::open(made->path());
    QVERIFY(!opened);
    QVERIFY2(opened.error().message().find(made->path().toStdString()) != std::string::npos,
             opened.error().message().c_str());
}

void RunFolderTest::defaultFolderFollowsXdg()
{
    ::setenv("XDG_DATA_HOME", "/tmp/xdg-data", 1);
    QCOMPARE(defaultRunsFolder(), QStringLiteral("/tmp/xdg-data/lockstep/runs"));
    ::unsetenv("XDG_DATA_HOME");
}

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::RunFolderTest)
#include "run_folder_test.moc"
