// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whole runs over real SSH servers with an engine that only talks.
#include "tests/remote/controller_helpers.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTimer>
#include <csignal>

namespace lockstep {

namespace {

const QString kEngine = QStringLiteral(LOCKSTEP_BINARY_DIR "/tests/lockstep-fake-engine");
const QString kBundle = QStringLiteral(LOCKSTEP_BINARY_DIR "/tests/fake-bundle");
using Phase = RunController::Phase;
using HostState = HostStatus::State;

} // namespace

class RunControllerTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void threeHostsFromStartToEnd();
    void mixedWithThisComputer();
    void stopsInMidRun();
    void stopsBeforeItBegan();
    void oneUnreachableHostEndsTheLaunch();
    void oneRefusingHostStopsTheOthers_data();
    void oneRefusingHostStopsTheOthers();
    void refusedHostKeyIsAnErrorWithTheHost();
    void noBundleIsADeployFailure();
    void noRanksIsAnErrorAtOnce();
    void failureOfTheRunIsReported();
    void attachesToARunInProgress();
    void attachesToAFinishedRun();
    void attachToARunThatTheHostForgot();
    void resumesWithAFurtherAttempt();
    void fetchesFiles();
    void passphraseIsAskedOnceForAllHosts();
    void hostilePathsStayOut();
    void destructionLeavesTheRunAlone();
    void otherVersionIsRefused();

private:
    Experiment experiment(std::vector<Host> hosts) const;
    void configure(const QString& home, const QByteArray& text) const;
    RunController* make() { return new RunController(remoteOptions(m_runs->path(), kEngine, kBundle, m_a.get())); }
    void verifyMirrors(const RunController& controller, const std::map<int, QString>& homes);

    std::unique_ptr<LocalSshd> m_a, m_b;
    std::unique_ptr<QTemporaryDir> m_runs;
    QString m_home; ///< of this computer, as the local engine sees it
};

Experiment RunControllerTest::experiment(std::vector<Host> hosts) const
{
    Experiment answer;
    answer.name = "Fake";
    answer.topology.hosts = std::move(hosts);
    for (std::size_t i = 0; i < answer.topology.hosts.size(); ++i)
        answer.topology.hosts[i].id = "host-" + std::to_string(i + 1);
    return answer;
}

void RunControllerTest::configure(const QString& home, const QByteArray& text) const
{
    QFile file(home + "/fake.conf");
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

void RunControllerTest::initTestCase()
{
    m_a = std::make_unique<LocalSshd>();
    LocalSshd::Options options;
    options.address = "127.0.0.3";
    m_b = std::make_unique<LocalSshd>(options);
    QVERIFY2(m_a->error().isEmpty() && m_b->error().isEmpty(), qPrintable(m_a->error() + m_b->error()));
    m_b->authorize(QString::fromUtf8(contentOf(m_a->identityFile() + ".pub").trimmed()));
    m_home = m_a->scratch("this-computer");
    QVERIFY(QDir().mkpath(m_home));
    ::setenv("HOME", qPrintable(m_home), 1);
}

void RunControllerTest::init()
{
    m_runs = std::make_unique<QTemporaryDir>();
    for (const QString& home : {m_a->home(), m_b->home(), m_home})
        configure(home, "records=300 seconds=1");
}

/// Every journal and log of the mirror is byte for byte what the host has.
void RunControllerTest::verifyMirrors(const RunController& controller, const std::map<int, QString>& homes)
{
    int rank = 0;
    const auto& hosts = controller.folder().experiment().topology.hosts;
    for (std::size_t h = 0; h < hosts.size(); ++h)
        for (std::size_t i = 0; i < hosts[h].devices.size(); ++i, ++rank) {
            const QString folder = homes.at(static_cast<int>(h)) + "/.lockstep/runs/" + controller.folder().info().id +
                                   "/host-" + QString::number(h) + "/attempt-1/rank-" + QString::number(rank);
            const QByteArray journal = contentOf(folder + ".jsonl");
            QVERIFY(journal.size() > 1000);
            QVERIFY(contentOf(controller.folder().journalPath(rank)) == journal);
            QVERIFY(contentOf(controller.folder().logPath(rank)) == contentOf(folder + ".log"));
        }
}

void RunControllerTest::threeHostsFromStartToEnd()
{
    LocalSshd::Options options;
    options.address = "127.0.0.4";
    options.startUpFile = "echo Welcome; head -c 100000 /dev/urandom\n";
    LocalSshd noisy(options);
    QVERIFY2(noisy.error().isEmpty(), qPrintable(noisy.error()));
    noisy.authorize(QString::fromUtf8(contentOf(m_a->identityFile() + ".pub").trimmed()));
    configure(noisy.home(), "records=300 seconds=1");
    std::unique_ptr<RunController> controller(make());
    Listener heard(*controller);
    Host idle = hostFor(*m_a, 0);
    const auto begun = controller->start(experiment({hostFor(*m_a, 2), hostFor(*m_b, 1), idle, hostFor(noisy, 1)}));
    QVERIFY2(begun.ok(), begun ? "" : begun.error().message().c_str());
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 60'000);
    QVERIFY2(heard.result.phase == RunPhase::Finished, qPrintable(heard.result.message + heard.errors.join('\n')));
    QCOMPARE(heard.result.exitCode, 0);
    QVERIFY(heard.result.complete);
    QCOMPARE(heard.keyQuestions, 3);
    for (int rank = 0; rank < 4; ++rank)
        QCOMPARE(heard.records[rank], 301);
    QCOMPARE(heard.gaps, 0);
    QCOMPARE(heard.damage, 0);
    verifyMirrors(*controller, {{0, m_a->home()}, {1, m_b->home()}, {3, noisy.home()}});
    QVERIFY(heard.phases ==
            (QVector<Phase>{Phase::Connecting, Phase::Deploying, Phase::Launching, Phase::Training, Phase::Finished}));
    QVERIFY(heard.states[0].contains(HostState::Deploying) && heard.states[0].last() == HostState::Finished);
    QVERIFY(heard.states[2].isEmpty());
    const auto saved = RunFolder::open(controller->folder().path());
    QVERIFY(saved.ok() && saved->info().phase == RunPhase::Finished);
    QCOMPARE(saved->info().bundles.size(), 4);
    QCOMPARE(saved->info().bundles[0].size(), 64);
    QVERIFY(saved->info().bundles[2].isEmpty());
}

void RunControllerTest::mixedWithThisComputer()
{
    std::unique_ptr<RunController> controller(make());
    Listener heard(*controller);
    QVERIFY(controller->start(experiment({localHost(2), hostFor(*m_a, 1)})).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 60'000);
    QVERIFY2(heard.result.phase == RunPhase::Finished, qPrintable(heard.result.message));
    verifyMirrors(*controller, {{0, m_home}, {1, m_a->home()}});
    QCOMPARE(heard.gaps, 0);
    QVERIFY(controller->folder().info().bundles[0].isEmpty());
}

void RunControllerTest::stopsInMidRun()
{
    for (const QString& home : {m_a->home(), m_b->home()})
        configure(home, "records=100000 seconds=60");
    std::unique_ptr<RunController> controller(make());
    Listener heard(*controller);
    QVERIFY(controller->start(experiment({hostFor(*m_a, 1), hostFor(*m_b, 1)})).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.records[1] > 100, 60'000);
    controller->stop();
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 20'000);
    QVERIFY(heard.result.phase == RunPhase::Finished);
    QCOMPARE(heard.result.exitCode, int(ExitCode::Stopped));
    QVERIFY(heard.phases.contains(Phase::Stopping));
    QVERIFY(heard.result.complete);
    QVERIFY(std::holds_alternative<RankFinished>(heard.last[0].event));
}

void RunControllerTest::stopsBeforeItBegan()
{
    std::unique_ptr<RunController> controller(make());
    Listener heard(*controller);
    QVERIFY(controller->start(experiment({hostFor(*m_a, 1), hostFor(*m_b, 1)})).ok());
    controller->stop();
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 15'000);
    QVERIFY(heard.result.phase == RunPhase::Finished);
    QCOMPARE(heard.result.exitCode, int(ExitCode::Stopped));
}

void RunControllerTest::oneUnreachableHostEndsTheLaunch()
{
    std::unique_ptr<RunController> controller(make());
    Listener heard(*controller);
    Host gone = hostFor(*m_b, 1);
    gone.name = "gone";
    gone.port = 1;
    QVERIFY(controller->start(experiment({hostFor(*m_a, 1), gone})).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 30'000);
    QVERIFY(heard.result.phase == RunPhase::Failed);
    QCOMPARE(heard.result.exitCode, int(ExitCode::HostUnreachable));
    QVERIFY2(heard.result.message.contains("Host gone") && heard.result.message.contains("127.0.0.3:1"),
             qPrintable(heard.result.message));
    QVERIFY(controller->hosts()[1].state == HostState::Failed && controller->hosts()[1].error);
}

void RunControllerTest::oneRefusingHostStopsTheOthers_data()
{
    QTest::addColumn<QByteArray>("when");
    QTest::newRow("submit") << QByteArray("submit");
    QTest::newRow("start") << QByteArray("start");
}

void RunControllerTest::oneRefusingHostStopsTheOthers()
{
    QFETCH(QByteArray, when);
    configure(m_a->home(), "records=100000 seconds=60");
    configure(m_b->home(), "refuse=" + when);
    std::unique_ptr<RunController> controller(make());
    Listener heard(*controller);
    QVERIFY(controller->start(experiment({hostFor(*m_a, 1), hostFor(*m_b, 1)})).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 40'000);
    QVERIFY(heard.result.phase == RunPhase::Failed);
    QVERIFY2(heard.result.message.contains("at-127.0.0.3"), qPrintable(heard.result.message));
    // The other one knows that it is over.
    const QString folder = m_a->home() + "/.lockstep/runs/" + controller->folder().info().id + "/host-0";
    QTRY_VERIFY(contentOf(folder + "/state.json").contains("finished"));
}

void RunControllerTest::refusedHostKeyIsAnErrorWithTheHost()
{
    std::unique_ptr<RunController> controller(make());
    Listener heard(*controller, false);
    QVERIFY(controller->start(experiment({hostFor(*m_a, 1)})).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 30'000);
    QCOMPARE(heard.result.exitCode, int(ExitCode::HostUnreachable));
    QVERIFY2(heard.result.message.contains("not accepted"), qPrintable(heard.result.message));
}

void RunControllerTest::noBundleIsADeployFailure()
{
    RemoteOptions options = remoteOptions(m_runs->path(), kEngine, "/no/such/bundle", m_a.get());
    RunController controller(options);
    Listener heard(controller);
    QVERIFY(controller.start(experiment({hostFor(*m_a, 1)})).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 30'000);
    QCOMPARE(heard.result.exitCode, int(ExitCode::DeployFailed));
    QVERIFY(heard.result.message.contains("/no/such/bundle"));
}

void RunControllerTest::noRanksIsAnErrorAtOnce()
{
    std::unique_ptr<RunController> controller(make());
    QVERIFY(!controller->start(experiment({hostFor(*m_a, 0)})));
    QVERIFY(!controller->attach("/no/such/run"));
    QVERIFY(!controller->resume("/no/such/run"));
}

void RunControllerTest::failureOfTheRunIsReported()
{
    configure(m_a->home(), "records=50 seconds=0.5 exit=4");
    std::unique_ptr<RunController> controller(make());
    Listener heard(*controller);
    QVERIFY(controller->start(experiment({hostFor(*m_a, 1)})).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 30'000);
    QVERIFY(heard.result.phase == RunPhase::Failed);
    QCOMPARE(heard.result.exitCode, 4);
    QCOMPARE(heard.result.message, QStringLiteral("The fake run ended."));
    QCOMPARE(heard.records[0], 51);
    QVERIFY(heard.result.complete);
}

void RunControllerTest::attachesToARunInProgress()
{
    for (const QString& home : {m_a->home(), m_b->home()})
        configure(home, "records=4000 seconds=4");
    std::unique_ptr<RunController> controller(make());
    auto first = std::make_unique<Listener>(*controller);
    QVERIFY(controller->start(experiment({hostFor(*m_a, 1), hostFor(*m_b, 1)})).ok());
    QTRY_VERIFY_WITH_TIMEOUT(first->records[0] > 500 && first->records[1] > 500, 60'000);
    const QString folder = controller->folder().path();
    controller.reset();
    QTest::qWait(700);
    controller.reset(make());
    Listener heard(*controller);
    QVERIFY(controller->attach(folder).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 30'000);
    QVERIFY2(heard.result.phase == RunPhase::Finished, qPrintable(heard.result.message));
    // From the first record on: what the mirror held, and what came since.
    QCOMPARE(heard.records[0], 4001);
    QCOMPARE(heard.records[1], 4001);
    QCOMPARE(heard.gaps, 0);
    QCOMPARE(heard.keyQuestions, 0);
    verifyMirrors(*controller, {{0, m_a->home()}, {1, m_b->home()}});
}

void RunControllerTest::attachesToAFinishedRun()
{
    std::unique_ptr<RunController> controller(make());
    auto first = std::make_unique<Listener>(*controller);
    QVERIFY(controller->start(experiment({hostFor(*m_a, 2)})).ok());
    QTRY_VERIFY_WITH_TIMEOUT(first->finished, 30'000);
    const QString folder = controller->folder().path();
    controller.reset();
    m_a->stop(); // not needed any more
    controller.reset(make());
    Listener heard(*controller);
    QVERIFY(controller->attach(folder).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 5'000);
    QVERIFY(m_a->start());
    QCOMPARE(heard.records[0], 301);
    QCOMPARE(heard.records[1], 301);
    QVERIFY(heard.result.phase == RunPhase::Finished);
    QVERIFY(controller->hosts()[0].state == HostState::Finished);
}

void RunControllerTest::attachToARunThatTheHostForgot()
{
    std::unique_ptr<RunController> controller(make());
    auto first = std::make_unique<Listener>(*controller);
    configure(m_a->home(), "records=100000 seconds=20");
    QVERIFY(controller->start(experiment({hostFor(*m_a, 1)})).ok());
    QTRY_VERIFY_WITH_TIMEOUT(first->records[0] > 100, 30'000);
    const QString folder = controller->folder().path();
    const QString there = m_a->home() + "/.lockstep/runs/" + controller->folder().info().id;
    controller.reset();
    QVERIFY(QDir(there).removeRecursively());
    controller.reset(make());
    Listener heard(*controller);
    QVERIFY(controller->attach(folder).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 20'000);
    QVERIFY(heard.result.phase == RunPhase::Failed && !heard.result.complete);
    QVERIFY2(heard.result.message.contains("no such run"), qPrintable(heard.result.message));
    QVERIFY(heard.records[0] > 100);
}

void RunControllerTest::resumesWithAFurtherAttempt()
{
    std::unique_ptr<RunController> controller(make());
    auto first = std::make_unique<Listener>(*controller);
    configure(m_a->home(), "records=100000 seconds=60");
    QVERIFY(controller->start(experiment({hostFor(*m_a, 1)})).ok());
    QTRY_VERIFY_WITH_TIMEOUT(first->records[0] > 100, 30'000);
    const QString folder = controller->folder().path();
    controller->stop();
    QTRY_VERIFY_WITH_TIMEOUT(first->finished, 20'000);
    controller.reset(make());
    configure(m_a->home(), "records=200 seconds=0.5");
    QVERIFY(QFile::remove(m_a->home() + "/.lockstep/runs/" + QFileInfo(folder).fileName() + "/host-0/stop"));
    Listener heard(*controller);
    QVERIFY(controller->resume(folder).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 30'000);
    QVERIFY2(heard.result.phase == RunPhase::Finished, qPrintable(heard.result.message));
    QCOMPARE(heard.result.attempt, 2);
    QCOMPARE(heard.records[0], 201);
    QVERIFY(QFile::exists(folder + "/attempt-1/rank-0.jsonl") && QFile::exists(folder + "/attempt-2/rank-0.jsonl"));
}

void RunControllerTest::fetchesFiles()
{
    std::unique_ptr<RunController> controller(make());
    Listener heard(*controller);
    QVERIFY(controller->start(experiment({hostFor(*m_a, 1), hostFor(*m_b, 1)})).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 30'000);
    const QString there = m_a->home() + "/.lockstep/runs/" + controller->folder().info().id + "/host-0/";
    QVERIFY(QDir().mkpath(there + "checkpoints/step-00000300"));
    QFile checkpoint(there + "checkpoints/step-00000300/model.safetensors");
    QVERIFY(checkpoint.open(QIODevice::WriteOnly));
    checkpoint.write(QByteArray(3'000'000, 'c'));
    checkpoint.close();
    QSignalSpy fetched(controller.get(), &RunController::fetchFinished);
    controller->fetch("checkpoints/step-00000300/model.safetensors");
    QTRY_COMPARE_WITH_TIMEOUT(fetched.size(), 1, 20'000);
    QVERIFY(!fetched[0][1].value<std::optional<Error>>());
    QCOMPARE(contentOf(controller->folder().path() + "/checkpoints/step-00000300/model.safetensors").size(), 3'000'000);
    for (const char* bad : {"checkpoints/none", "../x", "/etc/passwd"})
        controller->fetch(bad);
    QTRY_COMPARE_WITH_TIMEOUT(fetched.size(), 4, 20'000);
    for (int i = 1; i < 4; ++i)
        QVERIFY(fetched[i][1].value<std::optional<Error>>());
}

void RunControllerTest::passphraseIsAskedOnceForAllHosts()
{
    const QString encrypted = m_a->scratch("encrypted");
    QCOMPARE(runProgram("ssh-keygen", {"-q", "-t", "ed25519", "-N", "open", "-a", "4", "-f", encrypted}), 0);
    for (const auto* server : {&m_a, &m_b})
        (*server)->authorize(QString::fromUtf8(contentOf(encrypted + ".pub").trimmed()));
    RemoteOptions options = remoteOptions(m_runs->path(), kEngine, kBundle, m_a.get());
    options.identityFiles = QStringList{encrypted};
    RunController controller(options);
    Listener heard(controller);
    int questions = 0;
    QObject::connect(&controller, &RunController::secretNeeded, &controller, [&](const SecretQuestion& question) {
        ++questions;
        QCOMPARE(question.prompt, encrypted);
        // A person takes a moment, in which the other host gets to the same point.
        QTimer::singleShot(1500, &controller, [&controller, question] { controller.answerSecret(question.host, "open"); });
    });
    QVERIFY(controller.start(experiment({hostFor(*m_a, 1), hostFor(*m_b, 1)})).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 40'000);
    QVERIFY2(heard.result.phase == RunPhase::Finished, qPrintable(heard.result.message));
    QCOMPARE(questions, 1);
    // Nowhere on this computer's disk.
    QByteArray found;
    QCOMPARE(runProgram("grep", {"-rl", "open-sesame", m_runs->path()}, &found), 1);
}

void RunControllerTest::hostilePathsStayOut()
{
    configure(m_a->home(), "records=50 seconds=0.5 files=attempt-1/rank-7.jsonl:attempt-1/host-9.log:run.json");
    std::unique_ptr<RunController> controller(make());
    Listener heard(*controller);
    QVERIFY(controller->start(experiment({hostFor(*m_a, 1)})).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 30'000);
    QVERIFY(heard.result.phase == RunPhase::Finished);
    QCOMPARE(QDir(controller->folder().path() + "/attempt-1").entryList(QDir::Files),
             (QStringList{"rank-0.jsonl", "rank-0.log"}));
    QVERIFY(RunFolder::open(controller->folder().path()).ok());
}

void RunControllerTest::destructionLeavesTheRunAlone()
{
    configure(m_a->home(), "records=2000 seconds=3");
    std::unique_ptr<RunController> controller(make());
    auto heard = std::make_unique<Listener>(*controller);
    QVERIFY(controller->start(experiment({hostFor(*m_a, 1)})).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard->records[0] > 10, 30'000);
    const QString there = m_a->home() + "/.lockstep/runs/" + controller->folder().info().id + "/host-0/";
    QElapsedTimer timer;
    timer.start();
    controller.reset();
    QVERIFY(timer.elapsed() < 2000);
    QTRY_VERIFY_WITH_TIMEOUT(contentOf(there + "state.json").contains("finished"), 15'000);
    QCOMPARE(contentOf(there + "attempt-1/rank-0.jsonl").count('\n'), 2001);
}

void RunControllerTest::otherVersionIsRefused()
{
    configure(m_a->home(), "version=2");
    std::unique_ptr<RunController> controller(make());
    Listener heard(*controller);
    QVERIFY(controller->start(experiment({hostFor(*m_a, 1)})).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 30'000);
    QVERIFY2(heard.result.message.contains("version 2"), qPrintable(heard.result.message));
}

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::RunControllerTest)
#include "test_run_controller.moc"
