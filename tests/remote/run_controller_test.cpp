// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whole runs over real SSH servers with an engine that only talks.
#include "tests/remote/fake_hosts.h"
#include "tests/support/tcp_relay.h"

#include <QTimer>
#include <csignal>

namespace lockstep {

class RunControllerTest : public QObject, private FakeHosts {
    Q_OBJECT
private slots:
    void initTestCase() { startHosts(); }
    void init() { freshRuns(); }
    void threeHostsFromStartToEnd();
    void mixedWithThisComputer();
    void twelveRanksBehindTwoChannels();
    void stopsInMidRun();
    void stopsBeforeItBegan();
    void oneUnreachableHostEndsTheLaunch();
    void oneRefusingHostStopsTheOthers_data();
    void oneRefusingHostStopsTheOthers();
    void refusedHostKeyIsAnErrorWithTheHost();
    void noBundleIsADeployFailure();
    void noRanksIsAnErrorAtOnce();
    void failureOfTheRunIsReported();
    void passphraseIsAskedOnceForAllHosts();
    void hostilePathsStayOut();
    void otherVersionIsRefused();
    void aRefusedFileIsSaidAndMissing();
    void aHostThatCannotBeWatchedStopsNobody();
    void aHostOutOfReachIsShownWithWhatIsKnown();
    void listsOfOpenSshAreRead_data();
    void listsOfOpenSshAreRead();
};

void RunControllerTest::threeHostsFromStartToEnd()
{
    LocalSshd::Options options;
    options.address = "127.0.0.4";
    options.startUpFile = "echo Welcome; head -c 100000 /dev/urandom\n";
    LocalSshd noisy(options);
    QVERIFY2(noisy.error().isEmpty(), qPrintable(noisy.error()));
    noisy.authorize(QString::fromUtf8(contentOf(m_a->identityFile() + ".pub").trimmed()));
    configure(noisy.home(), "records=300 seconds=1");
    auto controller = make();
    Listener heard(*controller);
    Host idle = hostFor(*m_a, 0);
    const auto begun =
        controller->start(experiment({hostFor(*m_a, 2), hostFor(*m_b, 1), idle, hostFor(noisy, 1)}));
    QVERIFY2(begun.ok(), begun ? "" : begun.error().message().c_str());
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 60'000);
    QVERIFY2(heard.result.phase == RunPhase::Finished,
             qPrintable(heard.result.message() + heard.errors.join('\n')));
    QCOMPARE(heard.result.exitCode, 0);
    QVERIFY(heard.result.complete);
    QCOMPARE(heard.keyQuestions, 3);
    for (int rank = 0; rank < 4; ++rank)
        QCOMPARE(heard.records[rank], 301);
    QCOMPARE(heard.gaps, 0);
    QCOMPARE(heard.damage, 0);
    verifyMirrors(*controller, {{0, m_a->home()}, {1, m_b->home()}, {3, noisy.home()}});
    QVERIFY(heard.phases == (QVector<RunPhase>{RunPhase::Connecting, RunPhase::Deploying, RunPhase::Launching,
                                               RunPhase::Training, RunPhase::Finished}));
    QVERIFY(heard.states[0].contains(RunPhase::Deploying) && heard.states[0].last() == RunPhase::Finished);
    QVERIFY(heard.states[2].isEmpty());
    const auto saved = RunFolder::open(controller->folder().path());
    QVERIFY(saved.ok() && saved->info().phase == RunPhase::Finished);
    QCOMPARE(saved->info().bundles.size(), 4);
    QCOMPARE(saved->info().bundles[0].size(), 64);
    QVERIFY(saved->info().bundles[2].isEmpty());
}

void RunControllerTest::mixedWithThisComputer()
{
    auto controller = make();
    Listener heard(*controller);
    QVERIFY(controller->start(experiment({localHost(2), hostFor(*m_a, 1)})).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 60'000);
    QVERIFY2(heard.result.phase == RunPhase::Finished, qPrintable(heard.result.message()));
    verifyMirrors(*controller, {{0, m_home}, {1, m_a->home()}});
    QCOMPARE(heard.gaps, 0);
    QVERIFY(controller->folder().info().bundles[0].isEmpty());
}

/// From the deployment on; where every rank had a channel of its own, ten would be too few.
void RunControllerTest::twelveRanksBehindTwoChannels()
{
    LocalSshd::Options options;
    options.address = "127.0.0.5";
    options.maxSessions = 2;
    LocalSshd narrow(options);
    QVERIFY2(narrow.error().isEmpty(), qPrintable(narrow.error()));
    narrow.authorize(QString::fromUtf8(contentOf(m_a->identityFile() + ".pub").trimmed()));
    configure(narrow.home(), "records=300 seconds=1");
    auto controller = make();
    Listener heard(*controller);
    QVERIFY(controller->start(experiment({hostFor(narrow, 12)})).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 120'000);
    QVERIFY2(heard.result.phase == RunPhase::Finished,
             qPrintable(heard.result.message() + heard.errors.join('\n')));
    QCOMPARE(heard.records.size(), 12u);
    verifyMirrors(*controller, {{0, narrow.home()}});
}

void RunControllerTest::stopsInMidRun()
{
    for (const QString& home : {m_a->home(), m_b->home()})
        configure(home, "records=100000 seconds=60");
    auto controller = make();
    Listener heard(*controller);
    QVERIFY(controller->start(experiment({hostFor(*m_a, 1), hostFor(*m_b, 1)})).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.records[0] > 100 && heard.records[1] > 100, 60'000);
    controller->stop();
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 20'000);
    QVERIFY(heard.result.phase == RunPhase::Finished);
    QCOMPARE(heard.result.exitCode, int(ExitCode::Stopped));
    QVERIFY(heard.phases.contains(RunPhase::Stopping));
    QVERIFY(heard.result.complete);
    QVERIFY(std::holds_alternative<RankFinished>(heard.last[0].event));
}

void RunControllerTest::stopsBeforeItBegan()
{
    auto controller = make();
    Listener heard(*controller);
    QVERIFY(controller->start(experiment({hostFor(*m_a, 1), hostFor(*m_b, 1)})).ok());
    controller->stop();
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 15'000);
    QVERIFY(heard.result.phase == RunPhase::Finished);
    QCOMPARE(heard.result.exitCode, int(ExitCode::Stopped));
}

void RunControllerTest::oneUnreachableHostEndsTheLaunch()
{
    auto controller = make();
    Listener heard(*controller);
    Host gone = hostFor(*m_b, 1);
    gone.name = "gone";
    gone.port = 1;
    QVERIFY(controller->start(experiment({hostFor(*m_a, 1), gone})).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 30'000);
    QVERIFY(heard.result.phase == RunPhase::Failed);
    QCOMPARE(heard.result.exitCode, int(ExitCode::HostUnreachable));
    QVERIFY2(heard.result.message().contains("Host gone") && heard.result.message().contains("127.0.0.3:1"),
             qPrintable(heard.result.message()));
    QVERIFY(controller->hosts()[1].state == RunPhase::Failed && controller->hosts()[1].error);
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
    auto controller = make();
    Listener heard(*controller);
    QVERIFY(controller->start(experiment({hostFor(*m_a, 1), hostFor(*m_b, 1)})).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 40'000);
    QVERIFY(heard.result.phase == RunPhase::Failed);
    QVERIFY2(heard.result.message().contains("at-127.0.0.3"), qPrintable(heard.result.message()));
    // The other one knows that it is over.
    const QString folder = m_a->home() + "/.lockstep/runs/" + controller->folder().info().id + "/host-0";
    QTRY_VERIFY(contentOf(folder + "/state.json").contains("finished"));
}

void RunControllerTest::refusedHostKeyIsAnErrorWithTheHost()
{
    auto controller = make();
    Listener heard(*controller, false);
    QVERIFY(controller->start(experiment({hostFor(*m_a, 1)})).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 30'000);
    QCOMPARE(heard.result.exitCode, int(ExitCode::HostUnreachable));
    QVERIFY2(heard.result.message().contains("not accepted"), qPrintable(heard.result.message()));
}

void RunControllerTest::noBundleIsADeployFailure()
{
    RemoteOptions settings = FakeHosts::options();
    settings.bundleFolder = "/no/such/bundle";
    RunController controller(settings);
    Listener heard(controller);
    QVERIFY(controller.start(experiment({hostFor(*m_a, 1)})).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 30'000);
    QCOMPARE(heard.result.exitCode, int(ExitCode::DeployFailed));
    QVERIFY(heard.result.message().contains("/no/such/bundle"));
}

void RunControllerTest::noRanksIsAnErrorAtOnce()
{
    auto controller = make();
    QVERIFY(!controller->start(experiment({hostFor(*m_a, 0)})));
    QVERIFY(!controller->attach("/no/such/run"));
    QVERIFY(!controller->resume("/no/such/run"));
}

void RunControllerTest::failureOfTheRunIsReported()
{
    configure(m_a->home(), "records=50 seconds=0.5 exit=4");
    auto controller = make();
    Listener heard(*controller);
    QVERIFY(controller->start(experiment({hostFor(*m_a, 1)})).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 30'000);
    QVERIFY(heard.result.phase == RunPhase::Failed);
    QCOMPARE(heard.result.exitCode, 4);
    QCOMPARE(heard.result.message(), QStringLiteral("The fake run ended."));
    QCOMPARE(heard.records[0], 51);
    QVERIFY(heard.result.complete);
}

void RunControllerTest::passphraseIsAskedOnceForAllHosts()
{
    const QString encrypted = m_a->scratch("encrypted");
    QCOMPARE(runProgram("ssh-keygen", {"-q", "-t", "ed25519", "-N", "open", "-a", "4", "-f", encrypted}), 0);
    for (const auto* server : {&m_a, &m_b})
        (*server)->authorize(QString::fromUtf8(contentOf(encrypted + ".pub").trimmed()));
    RemoteOptions settings = FakeHosts::options();
    settings.identityFiles = QStringList{encrypted};
    RunController controller(settings);
    Listener heard(controller);
    int questions = 0;
    QObject::connect(
        &controller, &RunController::secretNeeded, &controller, [&](const SecretQuestion& question) {
            ++questions;
            QCOMPARE(question.prompt, encrypted);
            // A person takes a moment, in which the other host gets to the same point.
            QTimer::singleShot(1500, &controller,
                               [&controller, question] { controller.answerSecret(question.host, "open"); });
        });
    QVERIFY(controller.start(experiment({hostFor(*m_a, 1), hostFor(*m_b, 1)})).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 40'000);
    QVERIFY2(heard.result.phase == RunPhase::Finished, qPrintable(heard.result.message()));
    QCOMPARE(questions, 1);
    // Nowhere on this computer's disk.
    QByteArray found;
    QCOMPARE(runProgram("grep", {"-rl", "open-sesame", m_runs->path()}, &found), 1);
}

void RunControllerTest::hostilePathsStayOut()
{
    configure(m_a->home(),
              "records=50 seconds=0.5 files=attempt-1/rank-7.jsonl:attempt-1/host-9.log:run.json");
    auto controller = make();
    Listener heard(*controller);
    QVERIFY(controller->start(experiment({hostFor(*m_a, 1)})).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 30'000);
    QVERIFY(heard.result.phase == RunPhase::Finished);
    QCOMPARE(QDir(controller->folder().path() + "/attempt-1").entryList(QDir::Files),
             (QStringList{"rank-0.jsonl", "rank-0.log"}));
    QVERIFY(RunFolder::open(controller->folder().path()).ok());
}

void RunControllerTest::otherVersionIsRefused()
{
    configure(m_a->home(), "version=2");
    auto controller = make();
    Listener heard(*controller);
    QVERIFY(controller->start(experiment({hostFor(*m_a, 1)})).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 30'000);
    QVERIFY2(heard.result.message().contains("version 2"), qPrintable(heard.result.message()));
}

/// The run went well, but not all of it is here: nobody may take the mirrors for the whole.
void RunControllerTest::aRefusedFileIsSaidAndMissing()
{
    configure(m_a->home(), "records=50 seconds=0.5 refuse=follow");
    auto controller = make();
    Listener heard(*controller);
    QVERIFY(controller->start(experiment({hostFor(*m_a, 1)})).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 30'000);
    QVERIFY(heard.result.phase == RunPhase::Finished);
    QVERIFY(!heard.result.complete);
    QVERIFY2(heard.errors.join(' ').contains("attempt-1/rank-0.") &&
                 heard.errors.join(' ').contains("The fake engine refuses."),
             qPrintable(heard.errors.join('\n')));
}

void RunControllerTest::aHostThatCannotBeWatchedStopsNobody()
{
    configure(m_a->home(), "records=300 seconds=3");
    configure(m_b->home(), "records=300 seconds=3 refuse=watch");
    auto controller = make();
    Listener heard(*controller);
    QVERIFY(controller->start(experiment({hostFor(*m_a, 1), hostFor(*m_b, 1)})).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 60'000);
    QCOMPARE(heard.records[0], 301);
    const QString runs = "/.lockstep/runs/" + controller->folder().info().id;
    QVERIFY(!QFile::exists(m_a->home() + runs + "/host-0/stop"));
    QVERIFY(!QFile::exists(m_b->home() + runs + "/host-1/stop"));
    QVERIFY(heard.states[1].contains(RunPhase::Failed));
    QVERIFY(!heard.result.complete);
}

/// The cable to one host is cut; the other one trains on for a while, and then ends because it lost its peer:
/// then nobody may say that training goes on at the first.
void RunControllerTest::aHostOutOfReachIsShownWithWhatIsKnown()
{
    configure(m_a->home(), "records=4000 seconds=40 exit=6");
    configure(m_b->home(), "records=100000 seconds=600");
    TcpRelay relay(m_b->address(), m_b->port());
    auto controller = make();
    Listener heard(*controller);
    QVector<OutOfReach> known;
    QObject::connect(controller.get(), &RunController::hostChanged, controller.get(),
                     [&known](const HostStatus& status) {
                         if (status.host == 1 && status.state == RunPhase::Reconnecting &&
                             (known.isEmpty() || known.last() != status.outOfReach))
                             known.append(status.outOfReach);
                     });
    QVERIFY(controller->start(experiment({hostFor(*m_a, 1), hostFor(*m_b, 1, relay.port())})).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.records[0] > 10 && heard.records[1] > 10, 60'000);
    relay.blackHole();
    QTRY_VERIFY_WITH_TIMEOUT(known.contains(OutOfReach::HasEnded), 60'000);
    QCOMPARE(known, (QVector<OutOfReach>{OutOfReach::Unknown, OutOfReach::Trains, OutOfReach::HasEnded}));
    QVERIFY(controller->hosts()[0].state == RunPhase::Failed);
    // The cable is mended: what the host says itself takes the place of what was known.
    relay.pass();
    QTRY_VERIFY_WITH_TIMEOUT(controller->hosts()[1].state == RunPhase::Training, 60'000);
    controller->stop();
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 60'000);
}

void RunControllerTest::listsOfOpenSshAreRead_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("word");
    const QByteArray wrong = "[127.0.0.2]:PORT ssh-ed25519 "
                             "AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f\n";
    QTest::newRow("known_hosts2") << "known_hosts2" << wrong << "has changed";
    QTest::newRow("UserKnownHostsFile") << "lab_hosts" << wrong << "has changed";
    QTest::newRow("RevokedHostKeys") << "revoked" << QByteArray("KEY\n") << "is revoked";
}

/// What ~/.ssh/config names is heeded as by ssh: none of these hosts becomes a question.
void RunControllerTest::listsOfOpenSshAreRead()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, text);
    QFETCH(QString, word);
    const QString ssh = m_home + "/.ssh";
    QVERIFY(QDir().mkpath(ssh));
    const auto write = [&ssh](const QString& name, const QByteArray& content) {
        QFile target(ssh + "/" + name);
        QVERIFY(target.open(QIODevice::WriteOnly));
        target.write(content);
    };
    text.replace("PORT", QByteArray::number(m_a->port())).replace("KEY", m_a->hostKey().toUtf8());
    write(file, text);
    if (file != "known_hosts2")
        write("config", "Host 127.0.0.*\n  " +
                            (file == "revoked" ? QByteArray("RevokedHostKeys") : "UserKnownHostsFile") +
                            " ~/.ssh/" + file.toUtf8() + "\n");
    RemoteOptions settings = FakeHosts::options();
    settings.knownHostsFiles.clear();
    RunController controller(settings);
    Listener heard(controller);
    QVERIFY(controller.start(experiment({hostFor(*m_a, 1)})).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 30'000);
    QVERIFY(QDir(ssh).removeRecursively());
    QCOMPARE(heard.keyQuestions, 0);
    QCOMPARE(heard.result.exitCode, int(ExitCode::HostUnreachable));
    QVERIFY2(heard.result.message().contains(word), qPrintable(heard.result.message()));
}

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::RunControllerTest)
#include "run_controller_test.moc"
