// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whole runs of the real engine, over real SSH servers.
#include "engine/protocol/evaluation_report.h"
#include "engine/protocol/journal.h"
#include "tests/remote/controller_helpers.h"
#include "tests/support/tcp_relay.h"

#include <QDir>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <algorithm>
#include <csignal>
#include <set>

namespace lockstep {

namespace {

QString engine()
{
    return QStringLiteral(LOCKSTEP_BINARY_DIR "/bin/lockstep-engine");
}
QString bundle()
{
    return QStringLiteral(LOCKSTEP_BINARY_DIR "/lib/lockstep/bundle");
}

/// Processes whose command line names this run folder or home.
QList<pid_t> processesOf(const QString& needle)
{
    QList<pid_t> found;
    const auto entries = QDir(QStringLiteral("/proc")).entryList(QDir::Dirs);
    for (const QString& entry : entries) {
        bool number = false;
        const pid_t process = entry.toInt(&number);
        if (number && process != ::getpid() &&
            (contentOf("/proc/" + entry + "/environ").contains(needle.toUtf8()) ||
             contentOf("/proc/" + entry + "/cmdline").contains(needle.toUtf8())))
            found.append(process);
    }
    return found;
}

} // namespace

class RealRunsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void init() { m_runs = std::make_unique<QTemporaryDir>(); }
    void cleanup();
    void thisComputer();
    void twoHostsTrainTheSameWeights();
    void stoppedAndResumed();
    void moreEpochsGoOnWhereTheRunEnded();
    void checkpointsAreCheckedDeletedAndBegunAt();
    void killedDesktopAndCutCable();
    void killedRankIsNamed();

private:
    Experiment experiment(std::vector<Host> hosts, int epochs) const;
    std::unique_ptr<RunController> make() const
    {
        return std::make_unique<RunController>(remoteOptions(m_runs->path(), engine(), bundle(), m_a.get()));
    }
    void verifyRank(const Listener& heard, int rank) const;
    void verifyCopy(RunController& controller, const QString& checkpoint);

    std::unique_ptr<LocalSshd> m_a, m_b;
    std::unique_ptr<QTemporaryDir> m_runs;
    QTemporaryDir m_home;
};

void RealRunsTest::initTestCase()
{
    m_a = std::make_unique<LocalSshd>();
    LocalSshd::Options options;
    options.address = "127.0.0.3";
    m_b = std::make_unique<LocalSshd>(options);
    QVERIFY2(m_a->error().isEmpty() && m_b->error().isEmpty(), qPrintable(m_a->error() + m_b->error()));
    m_b->authorize(QString::fromUtf8(contentOf(m_a->identityFile() + ".pub").trimmed()));
    ::setenv("LOCKSTEP_HOME", qPrintable(m_home.path()), 1);
}

/// After every run nothing of ours is left on the hosts.
void RealRunsTest::cleanup()
{
    for (const QString& home : {m_a->home(), m_b->home(), m_home.path()})
        QTRY_VERIFY2_WITH_TIMEOUT(processesOf(home).isEmpty(), qPrintable("a process was left on " + home),
                                  20'000);
}

Experiment RealRunsTest::experiment(std::vector<Host> hosts, int epochs) const
{
    Experiment answer;
    answer.name = "Real";
    answer.training.epochs = epochs;
    answer.training.batch = 100;
    answer.training.optimizer = OptimizerKind::Adam;
    answer.training.learningRate = 0.001;
    answer.topology.hosts = std::move(hosts);
    for (std::size_t i = 0; i < answer.topology.hosts.size(); ++i)
        answer.topology.hosts[i].id = "host-" + std::to_string(i + 1);
    return answer;
}

void RealRunsTest::verifyRank(const Listener& heard, int rank) const
{
    QCOMPARE(heard.gaps, 0);
    const auto* end = std::get_if<RankFinished>(&heard.last.at(rank).event);
    QVERIFY(end != nullptr);
    QCOMPARE(end->weightHash, std::get<RankFinished>(heard.last.at(0).event).weightHash);
    QCOMPARE(end->weightHash.size(), 64u);
}

void RealRunsTest::thisComputer()
{
    auto controller = make();
    Listener heard(*controller);
    QVERIFY(controller->start(experiment({localHost(2)}, 1)).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 120'000);
    QVERIFY2(heard.result.phase == RunPhase::Finished,
             qPrintable(heard.result.message() + heard.errors.join('\n')));
    QVERIFY(heard.result.complete);
    verifyRank(heard, 1);
    QVERIFY(contentOf(controller->folder().logPath(1)).contains("epoch: 1"));
    QVERIFY(contentOf(controller->folder().hostJournalPath(0)).size() > 0);
}

void RealRunsTest::twoHostsTrainTheSameWeights()
{
    auto controller = make();
    Listener heard(*controller);
    QSignalSpy reported(controller.get(), &RunController::hostReported);
    Experiment copied = experiment({hostFor(*m_a, 1), hostFor(*m_b, 1)}, 1);
    copied.restart.copies = 1;
    QVERIFY(controller->start(copied).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 120'000);
    std::set<std::string> reporting;
    for (const QList<QVariant>& report : reported)
        reporting.insert(report.at(0).value<Host>().address);
    QCOMPARE(reporting, (std::set<std::string>{hostFor(*m_a, 1).address, hostFor(*m_b, 1).address}));
    QVERIFY2(heard.result.phase == RunPhase::Finished,
             qPrintable(heard.result.message() + heard.errors.join('\n')));
    verifyRank(heard, 1);
    for (int rank = 0; rank < 2; ++rank) {
        const QString there = (rank == 0 ? m_a : m_b)->home() + "/.lockstep/runs/" +
                              controller->folder().info().id + "/host-" + QString::number(rank) +
                              "/attempt-1/rank-" + QString::number(rank);
        QVERIFY(contentOf(controller->folder().journalPath(rank)) == contentOf(there + ".jsonl"));
        QVERIFY(contentOf(controller->folder().logPath(rank)) == contentOf(there + ".log"));
    }
    QSignalSpy fetched(controller.get(), &RunController::checkpointFinished);
    const QByteArray journal = contentOf(controller->folder().journalPath(0));
    const auto at = journal.indexOf("\"path\":\"") + 8;
    const QString checkpoint = QString::fromUtf8(journal.mid(at, journal.indexOf('"', at) - at));
    controller->orderCheckpoint(CheckpointDeed::Fetch, checkpoint);
    QTRY_COMPARE_WITH_TIMEOUT(fetched.size(), 1, 20'000);
    QVERIFY(!fetched[0][0].value<CheckpointOutcome>().error);
    for (const char* name : {"/model.safetensors", "/optimizer.safetensors", "/manifest.json"}) {
        const QString there = m_a->home() + "/.lockstep/runs/" + controller->folder().info().id + "/host-0/" +
                              checkpoint + name;
        QVERIFY(contentOf(controller->folder().path() + "/" + checkpoint + name) == contentOf(there));
    }
    verifyCopy(*controller, checkpoint);
}

/// Where the host of rank 0 is out of reach, the one with the copy is asked; what is deleted goes from both.
void RealRunsTest::verifyCopy(RunController& controller, const QString& checkpoint)
{
    const QString id = controller.folder().info().id;
    const QString own = m_a->home() + "/.lockstep/runs/" + id + "/host-0/" + checkpoint;
    const QString copy = m_b->home() + "/.lockstep/runs/" + id + "/host-1/" + checkpoint;
    m_a->stop();
    QSignalSpy finished(&controller, &RunController::checkpointFinished);
    controller.orderCheckpoint(CheckpointDeed::Check, checkpoint);
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 60'000);
    QVERIFY(m_a->start());
    const auto checked = finished[0][0].value<CheckpointOutcome>();
    QVERIFY2(!checked.error, checked.error ? checked.error->message().c_str() : "");
    QVERIFY(checked.checked.damage.empty());
    QCOMPARE(QString::fromStdString(checked.checked.folder), copy);
    QVERIFY(QDir(own).exists() && QDir(copy).exists());
    controller.orderCheckpoint(CheckpointDeed::Discard, checkpoint);
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 2, 60'000);
    QVERIFY(!finished[1][0].value<CheckpointOutcome>().error);
    QVERIFY(!QDir(own).exists() && !QDir(copy).exists());
}

void RealRunsTest::stoppedAndResumed()
{
    auto controller = make();
    auto heard = std::make_unique<Listener>(*controller);
    QVERIFY(controller->start(experiment({hostFor(*m_a, 1), hostFor(*m_b, 1)}, 50)).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard->records[0] > 20 || heard->finished, 120'000);
    controller->stop();
    QTRY_VERIFY_WITH_TIMEOUT(heard->finished, 60'000);
    QCOMPARE(heard->result.exitCode, int(ExitCode::Stopped));
    const QString folder = controller->folder().path();
    const auto end = std::get<RankFinished>(heard->last[0].event).step;
    controller = make();
    heard = std::make_unique<Listener>(*controller);
    QVERIFY(controller->resume(folder).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard->records[0] > 5 || heard->finished, 120'000);
    const QByteArray journal = contentOf(controller->folder().journalPath(0));
    QVERIFY2(journal.contains("\"first_step\":" + QByteArray::number(qint64(end))),
             journal.left(600).constData());
    controller->stop();
    QTRY_VERIFY_WITH_TIMEOUT(heard->finished, 60'000);
    QCOMPARE(heard->result.attempt, 2);
    QVERIFY(!heard->phases.contains(RunPhase::Submitted)); // as when the hosts restart a run by themselves
    QVERIFY2(heard->errors.isEmpty(), qPrintable(heard->errors.join('\n')));
}

/// One epoch and then one more come to the same weights as two.
void RealRunsTest::moreEpochsGoOnWhereTheRunEnded()
{
    const auto hashAfter = [](const Listener& heard) {
        return std::get<RankFinished>(heard.last.at(0).event).weightHash;
    };
    auto controller = make();
    auto heard = std::make_unique<Listener>(*controller);
    QVERIFY(controller->start(experiment({localHost(2)}, 2)).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard->finished, 120'000);
    const std::string two = hashAfter(*heard);
    controller = make();
    heard = std::make_unique<Listener>(*controller);
    QVERIFY(controller->start(experiment({localHost(2)}, 1)).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard->finished, 120'000);
    const QString folder = controller->folder().path();
    QVERIFY(hashAfter(*heard) != two);
    controller = make();
    QVERIFY(!controller->resume(folder, {.epochs = 100'001}).ok());
    QCOMPARE(RunFolder::open(folder)->info().attempt, 1);
    heard = std::make_unique<Listener>(*controller);
    QVERIFY(controller->resume(folder, {.epochs = 2}).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard->finished, 120'000);
    QVERIFY2(heard->result.phase == RunPhase::Finished, qPrintable(heard->result.message()));
    QCOMPARE(hashAfter(*heard), two);
    const auto kept = RunFolder::open(folder);
    QCOMPARE(kept->info().epochs, 2);
    QCOMPARE(kept->info().earlier.size(), 1);
    QVERIFY(kept->info().earlier[0].phase == RunPhase::Finished && kept->info().earlier[0].epochs == 0);
}

/// On a host over SSH: what is wrong with a checkpoint is found there, one goes, and from an older one the
/// training comes to the weights that it came to before.
void RealRunsTest::checkpointsAreCheckedDeletedAndBegunAt()
{
    auto controller = make();
    auto heard = std::make_unique<Listener>(*controller);
    QVERIFY(controller->start(experiment({hostFor(*m_a, 1)}, 3)).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard->finished, 120'000);
    const std::string hash = std::get<RankFinished>(heard->last.at(0).event).weightHash;
    const QString folder = controller->folder().path();
    const QString there = m_a->home() + "/.lockstep/runs/" + controller->folder().info().id + "/host-0/";
    const QStringList names = QDir(there + "checkpoints").entryList({"step-*"}, QDir::Dirs, QDir::Name);
    QCOMPARE(names.size(), 3);
    const auto order = [&](CheckpointDeed deed, const QString& name) {
        QSignalSpy finished(controller.get(), &RunController::checkpointFinished);
        controller->orderCheckpoint(deed, "checkpoints/" + name);
        return finished.wait(30'000)
                   ? finished[0][0].value<CheckpointOutcome>()
                   : CheckpointOutcome{CheckpointDeed::Check, {}, Error{"too late", {}, {}}};
    };
    // One that has ended is asked anew.
    controller = make();
    QVERIFY(controller->attach(folder).ok());
    CheckpointOutcome checked = order(CheckpointDeed::Check, names[1]);
    QVERIFY2(!checked.error, checked.error ? checked.error->message().c_str() : "");
    QVERIFY(checked.checked.damage.empty());
    QCOMPARE(QString::fromStdString(checked.checked.folder), there + "checkpoints/" + names[1]);
    QFile model(there + "checkpoints/" + names[2] + "/model.safetensors");
    QVERIFY(model.open(QIODevice::ReadWrite) && model.seek(model.size() / 2));
    const char byte = static_cast<char>(model.peek(1)[0] ^ 4);
    QCOMPARE(model.write(&byte, 1), 1);
    model.close();
    checked = order(CheckpointDeed::Check, names[2]);
    QVERIFY(!checked.error && checked.checked.damage.english().starts_with("model.safetensors is damaged"));
    QVERIFY(order(CheckpointDeed::Check, "step-99999999").error.has_value());
    QVERIFY(order(CheckpointDeed::Evaluate, "step-99999999").error.has_value());
    // Measured there, a checkpoint is as good as the training said when it saved it.
    const CheckpointOutcome measured = order(CheckpointDeed::Evaluate, names[0]);
    QVERIFY2(!measured.error, measured.error ? measured.error->message().c_str() : "");
    const Result<EvaluationReport> report = parseEvaluationReport(measured.report.toStdString());
    QVERIFY(report.ok());
    const JournalReader::Chunk journaled =
        JournalReader().feed(contentOf(controller->folder().journalPath(0)).toStdString());
    const auto validation = std::ranges::find_if(journaled.records, [](const Record& record) {
        return std::holds_alternative<Evaluated>(record.event);
    });
    QVERIFY(validation != journaled.records.end());
    const auto& told = std::get<Evaluated>(validation->event);
    QCOMPARE(report->top1, told.top1);
    QCOMPARE(report->images, told.samples);
    QVERIFY(!report->samples.empty());
    QVERIFY(!order(CheckpointDeed::Discard, names[2]).error);
    QVERIFY(!QDir(there + "checkpoints/" + names[2]).exists());

    const std::int64_t first = names[0].mid(5).toLongLong();
    controller = make();
    heard = std::make_unique<Listener>(*controller);
    QVERIFY(controller->resume(folder, {.fromStep = first}).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard->finished, 120'000);
    QVERIFY2(heard->result.phase == RunPhase::Finished, qPrintable(heard->result.message()));
    QCOMPARE(std::get<RankFinished>(heard->last.at(0).event).weightHash, hash);
    const QByteArray journal = contentOf(controller->folder().journalPath(0));
    QVERIFY(journal.contains("\"first_step\":" + QByteArray::number(qint64(first))));
    QVERIFY(journal.contains("\"kind\":\"removed\"")); // the second one, before it was saved anew
    QCOMPARE(QDir(there + "checkpoints").entryList({"step-*"}, QDir::Dirs, QDir::Name), names);
    QCOMPARE(RunFolder::open(folder)->info().fromStep, std::optional(first));
}

void RealRunsTest::killedDesktopAndCutCable()
{
    TcpRelay relay(m_a->address(), m_a->port());
    auto controller = make();
    auto heard = std::make_unique<Listener>(*controller);
    QVERIFY(controller->start(experiment({hostFor(*m_a, 1, relay.port()), hostFor(*m_b, 1)}, 8)).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard->records[0] > 20 || heard->finished, 120'000);
    const QString folder = controller->folder().path();
    controller.reset(); // training goes on
    QTest::qWait(1000);
    controller = make();
    heard = std::make_unique<Listener>(*controller);
    QVERIFY(controller->attach(folder).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard->records[0] > 30 || heard->finished, 60'000);
    relay.blackHole();
    QTRY_VERIFY_WITH_TIMEOUT(heard->states[0].contains(RunPhase::Reconnecting) || heard->finished, 15'000);
    QTest::qWait(3000);
    relay.pass();
    QTRY_VERIFY_WITH_TIMEOUT(heard->finished, 180'000);
    QVERIFY2(heard->result.phase == RunPhase::Finished, qPrintable(heard->result.message()));
    verifyRank(*heard, 1);
    QCOMPARE(heard->sequences[0], quint64(heard->records[0]));
    const QString there =
        m_a->home() + "/.lockstep/runs/" + QFileInfo(folder).fileName() + "/host-0/attempt-1/rank-0.jsonl";
    QVERIFY(contentOf(controller->folder().journalPath(0)) == contentOf(there));
}

void RealRunsTest::killedRankIsNamed()
{
    auto controller = make();
    Listener heard(*controller);
    QVERIFY(controller->start(experiment({hostFor(*m_a, 1), hostFor(*m_b, 1)}, 50)).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.records[1] > 20 || heard.finished, 120'000);
    const auto* started = std::get_if<StepFinished>(&heard.last[1].event);
    QVERIFY(started != nullptr || heard.records[1] > 0);
    const QByteArray journal = contentOf(controller->folder().journalPath(1));
    const auto at = journal.indexOf("\"process_id\":") + 13;
    const pid_t victim = journal.mid(at, journal.indexOf(',', at) - at).toInt();
    QVERIFY(victim > 1);
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(::kill(victim, SIGKILL), 0);
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 30'000);
    qInfo("the run ended %lld ms after the kill: %s", timer.elapsed(), qPrintable(heard.result.message()));
    QVERIFY(heard.result.phase == RunPhase::Failed);
    QCOMPARE(heard.result.culprit, 1);
    QCOMPARE(heard.result.culpritHosts, QVector<int>{1});
    const QVector<HostStatus> hosts = controller->hosts();
    QVERIFY(hosts.at(0).state == RunPhase::EndedWithOthers);
    QVERIFY(hosts.at(1).state == RunPhase::Failed);
    QVERIFY2(timer.elapsed() < 8'000, qPrintable(heard.result.message()));
}

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::RealRunsTest)
#include "real_runs_test.moc"
