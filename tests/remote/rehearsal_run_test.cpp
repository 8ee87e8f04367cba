// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rehearsals of the real engine.
#include "remote/mirrors/run_watch.h"
#include "remote/rehearsal/rehearsal.h"
#include "remote/rehearsal/rehearsal_mark.h"
#include "tests/remote/controller_helpers.h"

#include <QTemporaryDir>
#include <algorithm>

namespace lockstep {

namespace {

const std::string kStage = LOCKSTEP_BINARY_DIR "/bin/lockstep-stage";
constexpr double kLenetBytes = 431'080 * 4;

/// Three hosts with a rank each, a - b - c, as somebody would draw them who has a lab.
Experiment chain(double rate, int epochs)
{
    Experiment experiment;
    experiment.name = "Chain";
    for (const char* id : {"a", "b", "c"}) {
        Host host;
        host.id = host.name = id;
        host.address = std::string("192.0.2.") + id;
        host.interface = "ib0";
        host.devices = {Device{DeviceKind::Cuda, 0}};
        experiment.topology.hosts.push_back(host);
    }
    for (const auto& [from, to] : {std::pair("a", "b"), std::pair("b", "c")}) {
        Link link;
        link.from = from;
        link.to = to;
        link.bandwidthMbps = rate;
        experiment.topology.links.push_back(link);
    }
    experiment.model.name = "lenet";
    experiment.data.kind = DataKind::Synthetic;
    experiment.data.imageSize = 28;
    experiment.data.classes = 10;
    experiment.data.samples = 8 * 3 * 8;
    experiment.training.batch = 8;
    experiment.training.epochs = epochs;
    return rehearsedExperiment(experiment);
}

} // namespace

class RehearsalRunTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void aChainTrainsAtTheDrawnRate();
    void aHostThatIsKilledIsNamed_data();
    void aHostThatIsKilledIsNamed();
    void theLoopbackStageTrainsWithoutLinks();
    void nothingGoesOnFromARehearsal();
    void aRehearsalThatWasLeftHasEnded();

private:
    std::unique_ptr<RunController> make() const
    {
        return std::make_unique<RunController>(remoteOptions(
            m_runs.path(), QStringLiteral(LOCKSTEP_BINARY_DIR "/bin/lockstep-engine"), m_runs.path()));
    }
    static std::shared_ptr<Rehearsal> stageFor(const Experiment& experiment,
                                               std::optional<StageKind> kind = std::nullopt)
    {
        auto opened = Rehearsal::open(kStage, experiment.topology, kind);
        return opened ? opened.value() : nullptr;
    }

    QTemporaryDir m_runs;
};

void RehearsalRunTest::initTestCase()
{
    const auto opened = Rehearsal::open(kStage, chain(20, 1).topology);
    QVERIFY2(opened.ok(), opened ? "" : opened.error().message().c_str());
}

void RehearsalRunTest::aChainTrainsAtTheDrawnRate()
{
    const double rate = 20;
    Experiment experiment = chain(rate, 1);
    experiment.training.encryption = true;
    auto controller = make();
    Listener heard(*controller);
    std::vector<double> ends;
    connect(controller.get(), &RunController::recordsReceived, this,
            [&ends](int rank, const QVector<Record>& records) {
                for (const Record& record : records)
                    if (rank == 0 && std::holds_alternative<StepFinished>(record.event))
                        ends.push_back(static_cast<double>(record.monotonicNs) * 1e-9);
            });
    QVERIFY(controller->rehearse(experiment, stageFor(experiment)).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 120'000);
    QVERIFY2(heard.result.phase == RunPhase::Finished,
             qPrintable(heard.result.message() + heard.errors.join('\n')));
    QVERIFY(heard.result.complete);
    for (int rank = 0; rank < 3; ++rank)
        QCOMPARE(std::get<RankFinished>(heard.last.at(rank).event).weightHash,
                 std::get<RankFinished>(heard.last.at(0).event).weightHash);
    const QByteArray log = contentOf(controller->folder().mirrorPath(QStringLiteral("attempt-1/rank-0.log")));
    QVERIFY(log.contains("is encrypted (AES-256-GCM)"));
    // Each link carries the gradient once each way, over what TCP leaves of it: 1448 of 1514 bytes.
    const double floor = kLenetBytes * 8 / (rate * 1e6) * 1514 / 1448;
    QCOMPARE(ends.size(), 8u);
    std::vector<double> steps;
    for (std::size_t i = 1; i < ends.size(); ++i)
        steps.push_back(ends[i] - ends[i - 1]);
    std::ranges::nth_element(steps, steps.begin() + 3);
    qInfo("floor %.3f s, step %.3f s", floor, steps[3]);
    QVERIFY(steps[3] > 0.98 * floor);
    QVERIFY(steps[3] < 1.4 * floor);
}

/// Where nobody may make networks: the hosts are processes, and nothing holds them back.
void RehearsalRunTest::theLoopbackStageTrainsWithoutLinks()
{
    const Experiment experiment = chain(0.1, 1); // a step over this link would take three minutes
    const auto rehearsal = stageFor(experiment, StageKind::Loopback);
    QVERIFY(rehearsal);
    QVERIFY(!rehearsal->hasLinks() && !rehearsal->setLink(0, {}));
    auto controller = make();
    Listener heard(*controller);
    QVERIFY(controller->rehearse(experiment, rehearsal).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 60'000);
    QVERIFY2(heard.result.phase == RunPhase::Finished,
             qPrintable(heard.result.message() + heard.errors.join('\n')));
    for (int rank = 0; rank < 3; ++rank)
        QCOMPARE(std::get<RankFinished>(heard.last.at(rank).event).weightHash,
                 std::get<RankFinished>(heard.last.at(0).event).weightHash);
    QVERIFY(rehearsalIn(controller->folder().path())->stage == StageKind::Loopback);
}

void RehearsalRunTest::aHostThatIsKilledIsNamed_data()
{
    QTest::addColumn<StageKind>("kind");
    QTest::newRow("user") << StageKind::User;
    QTest::newRow("loopback") << StageKind::Loopback;
}

void RehearsalRunTest::aHostThatIsKilledIsNamed()
{
    QFETCH(StageKind, kind);
    const Experiment experiment = chain(20, 1000);
    const auto rehearsal = stageFor(experiment, kind);
    QVERIFY(rehearsal);
    auto controller = make();
    Listener heard(*controller);
    QVERIFY(controller->rehearse(experiment, rehearsal).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.records[0] > 3, 60'000);
    QVERIFY(rehearsal->killHost(experiment.topology.hosts[1]).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 120'000);
    QVERIFY(heard.result.phase == RunPhase::Failed);
    QVERIFY2(heard.result.culpritHosts.contains(1), qPrintable(heard.result.message()));
}

void RehearsalRunTest::nothingGoesOnFromARehearsal()
{
    const auto folder = RunFolder::create(m_runs.path(), chain(20, 1));
    QVERIFY(folder.ok());
    QVERIFY(!isRehearsal(folder->path()));
    QVERIFY(!rehearsalIn(folder->path()));
    const RehearsalFacts facts{StageKind::Root, true, true};
    QVERIFY(markRehearsal(folder->path(), facts).ok());
    QVERIFY(isRehearsal(folder->path()));
    QVERIFY(rehearsalIn(folder->path()) == facts);
    RunFolder ended = folder.value();
    RunInfo info = ended.info();
    info.phase = RunPhase::Finished;
    QVERIFY(ended.setInfo(info).ok());
    const auto resumed = make()->resume(folder->path());
    QVERIFY(!resumed);
    QVERIFY2(resumed.error().message().find("was a rehearsal") != std::string::npos,
             resumed.error().message().c_str());
}

void RehearsalRunTest::aRehearsalThatWasLeftHasEnded()
{
    const auto folder = RunFolder::create(m_runs.path(), chain(20, 1));
    QVERIFY(folder.ok() && markRehearsal(folder->path(), {}).ok());
    RunFolder left = folder.value();
    RunInfo info = left.info();
    info.phase = RunPhase::Training;
    QVERIFY(left.setInfo(info).ok());
    {
        const Descriptor other = watchRun(folder->path());
        QVERIFY(!make()->attach(folder->path()));
    }
    auto controller = make();
    Listener heard(*controller);
    QVERIFY(controller->attach(folder->path()).ok());
    QTRY_VERIFY(heard.finished);
    QVERIFY(heard.result.phase == RunPhase::Failed);
    QVERIFY(RunFolder::infoOf(folder->path()).message().contains("ended before it"));
}

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::RehearsalRunTest)
#include "rehearsal_run_test.moc"
