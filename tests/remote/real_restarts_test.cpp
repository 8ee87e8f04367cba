// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs of the real engine that go on by themselves after an error, over real SSH servers.
#include "engine/protocol/run_files.h"
#include "tests/remote/controller_helpers.h"

#include <QFileInfo>
#include <QTemporaryDir>
#include <csignal>

namespace lockstep {

namespace {

/// The process that a journal was begun by; 0: none has begun it yet.
pid_t processIn(const QString& path)
{
    const QByteArray journal = contentOf(path);
    const auto at = journal.indexOf("\"process_id\":");
    return at < 0 ? 0 : journal.mid(at + 13, journal.indexOf(',', at) - at - 13).toInt();
}

QString journalOf(const RunFolder& folder, int rank, int attempt)
{
    return folder.mirrorPath(QString::fromStdString(rankJournal(attempt, rank)));
}

} // namespace

class RealRestartsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void init() { m_runs = std::make_unique<QTemporaryDir>(); }
    void anAttemptOfTheHostsOwnIsShown();
    void attemptsOfAnAbsentDesktopAreShown();
    void anAttemptWithoutALostHostIsShown();
    void aKilledSupervisorIsStartedAgain();
    void aHostThatIsRestartedIsWaitedFor();
    void aStopInThePauseBeforeThatEndsTheRun();
    void whoOnlyWatchesStartsNoSupervisor();

private:
    /// Of the second host, once its rank trains. False: it does not, or is not found.
    bool killSupervisor(const RunController& controller, Listener& heard);
    Experiment experiment(double backoffSeconds) const;
    std::unique_ptr<RunController> make() const
    {
        return std::make_unique<RunController>(
            remoteOptions(m_runs->path(), QStringLiteral(LOCKSTEP_BINARY_DIR "/bin/lockstep-engine"),
                          QStringLiteral(LOCKSTEP_BINARY_DIR "/lib/lockstep/bundle"), m_a.get()));
    }
    void verify(const Listener& heard, const RunFolder& folder, int attempts) const;

    std::unique_ptr<LocalSshd> m_a, m_b;
    std::unique_ptr<QTemporaryDir> m_runs;
};

void RealRestartsTest::initTestCase()
{
    m_a = std::make_unique<LocalSshd>();
    LocalSshd::Options options;
    options.address = "127.0.0.3";
    m_b = std::make_unique<LocalSshd>(options);
    QVERIFY2(m_a->error().isEmpty() && m_b->error().isEmpty(), qPrintable(m_a->error() + m_b->error()));
    m_b->authorize(QString::fromUtf8(contentOf(m_a->identityFile() + ".pub").trimmed()));
}

Experiment RealRestartsTest::experiment(double backoffSeconds) const
{
    Experiment answer;
    answer.name = "Restarts";
    answer.training.epochs = 6;
    answer.training.batch = 100;
    answer.topology.hosts = {hostFor(*m_a, 1), hostFor(*m_b, 1)};
    for (std::size_t i = 0; i < 2; ++i)
        answer.topology.hosts[i].id = "host-" + std::to_string(i + 1);
    answer.restart.max = 3;
    answer.restart.backoffSeconds = backoffSeconds;
    return answer;
}

void RealRestartsTest::verify(const Listener& heard, const RunFolder& folder, int attempts) const
{
    QVERIFY2(heard.result.phase == RunPhase::Finished,
             qPrintable(heard.result.message() + heard.errors.join('\n')));
    QVERIFY(heard.result.complete);
    QCOMPARE(heard.gaps, 0);
    QCOMPARE(std::get<RankFinished>(heard.last.at(1).event).weightHash,
             std::get<RankFinished>(heard.last.at(0).event).weightHash);
    const RunInfo& info = folder.info();
    QCOMPARE(info.attempt, attempts);
    QCOMPARE(info.earlier.size(), attempts - 1);
    for (const AttemptInfo& ended : info.earlier) {
        QVERIFY(ended.phase == RunPhase::Failed);
        QCOMPARE(ended.exitCode, 128 + SIGKILL);
        QCOMPARE(ended.culprit, 1);
        QCOMPARE(ended.culpritHosts, QVector<int>{1});
    }
    for (int rank = 0; rank < 2; ++rank)
        for (int attempt = 1; attempt <= attempts; ++attempt)
            QVERIFY(processIn(journalOf(folder, rank, attempt)) > 0);
}

void RealRestartsTest::anAttemptOfTheHostsOwnIsShown()
{
    auto controller = make();
    Listener heard(*controller);
    QSignalSpy restarted(controller.get(), &RunController::restarted);
    QVector<RunPhase> kept;
    connect(controller.get(), &RunController::phaseChanged, this,
            [&] { kept.append(RunFolder::infoOf(controller->folder().path()).phase); });
    QVERIFY(controller->start(experiment(4)).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.records[1] > 20 || heard.finished, 120'000);
    QCOMPARE(::kill(processIn(journalOf(controller->folder(), 1, 1)), SIGKILL), 0);
    QTRY_COMPARE_WITH_TIMEOUT(restarted.size(), 1, 30'000);
    QCOMPARE(restarted[0][0].value<RunInfo>().attempt, 2);
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 120'000);
    verify(heard, controller->folder(), 2);
    QVERIFY(heard.phases.contains(RunPhase::Submitted)); // while the hosts waited
    QVERIFY(kept.contains(RunPhase::Submitted));
    QVERIFY2(!heard.errors.filter("Attempt 2 begins by itself after a pause. Attempt 1 ended: Rank 1 on ")
                  .isEmpty(),
             qPrintable(heard.errors.join('\n')));
}

void RealRestartsTest::attemptsOfAnAbsentDesktopAreShown()
{
    QString folder;
    {
        auto controller = make();
        const Listener heard(*controller);
        QVERIFY(controller->start(experiment(0.5)).ok());
        QTRY_VERIFY_WITH_TIMEOUT(heard.records.contains(1) || heard.finished, 120'000);
        folder = controller->folder().path();
    }
    const auto onHost = [&](int attempt) {
        return m_b->home() + "/.lockstep/runs/" + QFileInfo(folder).fileName() + "/host-1/attempt-" +
               QString::number(attempt) + "/rank-1.jsonl";
    };
    for (int attempt = 1; attempt <= 2; ++attempt) {
        QTRY_VERIFY_WITH_TIMEOUT(contentOf(onHost(attempt)).count('\n') > 20, 30'000);
        QCOMPARE(::kill(processIn(onHost(attempt)), SIGKILL), 0);
    }
    QTRY_VERIFY_WITH_TIMEOUT(contentOf(onHost(3)).count('\n') > 20, 30'000);
    auto again = make();
    Listener heard(*again);
    QSignalSpy restarted(again.get(), &RunController::restarted);
    QVERIFY(again->attach(folder).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 120'000);
    QCOMPARE(restarted.size(), 2);
    verify(heard, again->folder(), 3);
}

bool RealRestartsTest::killSupervisor(const RunController& controller, Listener& heard)
{
    const auto trains = [&heard] { return heard.records[1] > 20 || heard.finished; };
    if (!QTest::qWaitFor(trains, 120'000) || heard.finished)
        return false;
    const pid_t supervisor = processIn(controller.folder().hostJournalPath(1));
    return supervisor > 0 && ::kill(supervisor, SIGKILL) == 0;
}

void RealRestartsTest::aKilledSupervisorIsStartedAgain()
{
    auto controller = make();
    Listener heard(*controller);
    QSignalSpy restarted(controller.get(), &RunController::restarted);
    QVector<RunPhase> kept; // what a list of runs reads
    connect(controller.get(), &RunController::phaseChanged, this,
            [&] { kept.append(RunFolder::infoOf(controller->folder().path()).phase); });
    QVERIFY(controller->start(experiment(0.5)).ok());
    QVERIFY(killSupervisor(*controller, heard));
    QTRY_COMPARE_WITH_TIMEOUT(restarted.size(), 1, 60'000);
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 120'000);
    const RunInfo& result = heard.result;
    QVERIFY2(result.phase == RunPhase::Finished, qPrintable(result.message() + heard.errors.join('\n')));
    QVERIFY(result.complete);
    QCOMPARE(result.attempt, 2);
    QCOMPARE(result.earlier.at(0).culpritHosts, QVector<int>{1});
    QVERIFY(kept.indexOf(RunPhase::Submitted) > kept.indexOf(RunPhase::Training)); // during the pause
    QVERIFY2(!heard.errors.filter("Attempt 2 begins by itself after a pause. Attempt 1 ended: On ").isEmpty(),
             qPrintable(heard.errors.join('\n')));
    QCOMPARE(std::get<RankFinished>(heard.last.at(0).event).weightHash,
             std::get<RankFinished>(heard.last.at(1).event).weightHash);
}

/// It takes longer than a host that is merely out of reach is waited for.
void RealRestartsTest::aHostThatIsRestartedIsWaitedFor()
{
    auto controller = make();
    Listener heard(*controller);
    QSignalSpy restarted(controller.get(), &RunController::restarted);
    QVERIFY(controller->start(experiment(0)).ok());
    QVERIFY(killSupervisor(*controller, heard));
    m_b->stop();
    const bool isGivenUp = QTest::qWaitFor([&heard] { return heard.finished; }, 65'000);
    QVERIFY(m_b->start());
    QVERIFY(!isGivenUp);
    QTRY_COMPARE_WITH_TIMEOUT(restarted.size(), 1, 60'000);
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 120'000);
    QVERIFY2(heard.result.phase == RunPhase::Finished,
             qPrintable(heard.result.message() + heard.errors.join('\n')));
    QCOMPARE(heard.result.attempt, 2);
}

void RealRestartsTest::aStopInThePauseBeforeThatEndsTheRun()
{
    auto controller = make();
    Listener heard(*controller);
    QSignalSpy restarted(controller.get(), &RunController::restarted);
    QVERIFY(controller->start(experiment(3600)).ok());
    QVERIFY(killSupervisor(*controller, heard));
    QTRY_COMPARE_WITH_TIMEOUT(restarted.size(), 1, 60'000);
    controller->stop();
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 20'000);
    QVERIFY(shownPhase(heard.result.phase, heard.result.exitCode) == RunPhase::Stopped);
    QCOMPARE(heard.result.attempt, 2);
    QCOMPARE(heard.result.message(), QStringLiteral("Stopped before attempt 2 began."));
    // A person may have it go on still.
    auto again = make();
    Listener heardAgain(*again);
    QVERIFY(again->resume(controller->folder().path()).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heardAgain.finished, 120'000);
    QVERIFY2(heardAgain.result.phase == RunPhase::Finished, qPrintable(heardAgain.result.message()));
    QCOMPARE(heardAgain.result.attempt, 3);
}

void RealRestartsTest::whoOnlyWatchesStartsNoSupervisor()
{
    QString folder;
    {
        auto controller = make();
        Listener heard(*controller);
        QVERIFY(controller->start(experiment(0)).ok());
        QTRY_VERIFY_WITH_TIMEOUT(heard.records[1] > 20 || heard.finished, 120'000);
        folder = controller->folder().path();
    }
    auto again = make();
    Listener heard(*again);
    QSignalSpy restarted(again.get(), &RunController::restarted);
    QVERIFY(again->attach(folder).ok());
    QVERIFY(killSupervisor(*again, heard));
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 60'000);
    QVERIFY(restarted.isEmpty());
    QVERIFY(heard.result.phase == RunPhase::Failed);
    QVERIFY2(heard.result.message().contains("ended without a last word"),
             qPrintable(heard.result.message()));
}

/// Of two hosts, the second loses its supervisor; the first goes on alone.
void RealRestartsTest::anAttemptWithoutALostHostIsShown()
{
    auto controller = make();
    Listener heard(*controller);
    QSignalSpy restarted(controller.get(), &RunController::restarted);
    Experiment elastic = experiment(0.5);
    elastic.training.epochs = 2;
    elastic.restart.elastic = true;
    QVERIFY(controller->start(elastic).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.records[1] > 20 || heard.finished, 120'000);
    const pid_t supervisor = processIn(controller->folder().hostJournalPath(1));
    QVERIFY(supervisor > 0);
    QCOMPARE(::kill(supervisor, SIGKILL), 0);
    QTRY_COMPARE_WITH_TIMEOUT(restarted.size(), 1, 120'000);
    QCOMPARE(restarted[0][0].value<RunInfo>().roster, QVector<int>{0});
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 120'000);
    QVERIFY2(heard.result.phase == RunPhase::Finished,
             qPrintable(heard.result.message() + heard.errors.join('\n')));
    QVERIFY(heard.result.complete);
    QCOMPARE(heard.result.attempt, 2);
    QVERIFY(heard.result.earlier.at(0).phase == RunPhase::Failed);
    QVERIFY(heard.result.earlier.at(0).roster.isEmpty());
    QVERIFY(!heard.errors.filter("Attempt 2 was begun without this host. Attempt 1 ended: On ").isEmpty());
    QVERIFY(controller->hosts()[1].state == RunPhase::EndedWithOthers);
    // As one that opens it later sees it.
    const auto later = RunFolder::open(controller->folder().path());
    QVERIFY(later.ok());
    QVERIFY(later->experiment().topology.hosts[1].devices.empty());
    QCOMPARE(later->drawn().topology.hosts[1].devices.size(), 1u);
    auto again = make();
    QVERIFY(again->attach(later->path()).ok());
    QVERIFY(again->hosts()[1].state == RunPhase::EndedWithOthers);
    QVERIFY(again->hosts()[1].error == controller->hosts()[1].error);
}

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::RealRestartsTest)
#include "real_restarts_test.moc"
