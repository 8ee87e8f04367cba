// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Drawn clusters, rehearsed with the real engine, in which one thing is made slow: that and nothing else must
// be named. LOCKSTEP_BLAME_RUNS: how many of each kind, in an order that is drawn. Ranks imitate computing,
// so that what else this computer does is not taken for a slow rank.
#include "app/blame/blame_texts.h"
#include "app/blame/lower_median.h"
#include "app/blame/run_blame.h"
#include "engine/protocol/imitation.h"
#include "remote/rehearsal/rehearsal.h"
#include "tests/app/blame/halting_host.h"
#include "tests/remote/controller_helpers.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTimer>
#include <algorithm>
#include <random>

namespace lockstep {

namespace {

using Kind = Culprit::Kind;

const std::string kStage = LOCKSTEP_BINARY_DIR "/bin/lockstep-stage";
constexpr double kRate = 100;       ///< of every drawn link, Mbit/s
constexpr double kClampedRate = 15; ///< of the one that is made slow

/// Hosts with a rank each, at a switch.
Experiment star(int hosts)
{
    Experiment experiment;
    experiment.name = "Star";
    experiment.topology.switches.push_back({"s", "switch", {}, {}, {}});
    for (int i = 0; i < hosts; ++i) {
        Host host;
        host.id = host.name = "h" + std::to_string(i);
        host.address = "192.0.2." + std::to_string(i + 1);
        host.devices.resize(1);
        experiment.topology.hosts.push_back(host);
        Link link;
        link.from = host.id;
        link.to = "s";
        link.bandwidthMbps = kRate;
        experiment.topology.links.push_back(link);
    }
    experiment.model.name = "lenet";
    experiment.training.batch = 16;
    experiment.training.epochs = 1000;
    experiment.training.checkpointEvery = 1000;
    return rehearsedExperiment(experiment);
}

/// Steps that are mostly waiting for the network.
Experiment sendingStar()
{
    Experiment experiment = star(3);
    experiment.data.kind = DataKind::Synthetic;
    experiment.data.imageSize = 28;
    experiment.data.classes = 10;
    experiment.data.samples = 16 * 3 * 400;
    return experiment;
}

/// Steps that are mostly computing, as long as it takes alone.
Experiment computingStar()
{
    Experiment experiment = star(2);
    experiment.model.name = "resnet20";
    experiment.data.kind = DataKind::Synthetic;
    experiment.data.imageSize = 32;
    experiment.data.classes = 10;
    experiment.data.samples = 8 * 2 * 400;
    experiment.training.batch = 8;
    for (Link& link : experiment.topology.links)
        link.bandwidthMbps = 1000;
    return experiment;
}

/// A rehearsal that is watched, as the window and the command do.
class WatchedRun {
public:
    WatchedRun(const Experiment& drawn, const QString& runs)
        : experiment(drawn), blame(drawn),
          controller(remoteOptions(runs, QStringLiteral(LOCKSTEP_BINARY_DIR "/bin/lockstep-engine"), runs)),
          heard(controller)
    {
        auto opened = Rehearsal::open(kStage, experiment.topology);
        if (opened)
            rehearsal = opened.value();
        clock.start();
        QObject::connect(
            &controller, &RunController::recordsReceived, &controller,
            [this](int rank, const QVector<Record>& records) {
                note(rank, records);
                blame.take(rank, {records.constData(), static_cast<std::size_t>(records.size())}, now());
            });
        QObject::connect(&judging, &QTimer::timeout, &judging, [this] {
            const Culprit& culprit = blame.judge(now());
            if (isToBlame(culprit.kind))
                named.append(culprit);
        });
        judging.start(250);
    }
    bool begin() { return rehearsal && controller.rehearse(experiment, rehearsal).ok(); }
    /// Whether its hosts were as quick as each other, as they are drawn, before anything was done: each
    /// measures what it then imitates, and this computer may have had something else to do at that moment.
    bool isEven() const
    {
        const auto [least, most] = std::ranges::minmax(computeSeconds());
        return most - least < std::max(2e-3, 0.05 * lowerMedian(lengths));
    }
    /// By rank, which is by host: the median of the steps.
    std::vector<double> computeSeconds() const
    {
        std::vector<double> medians;
        for (const auto& [rank, seconds] : computed)
            medians.push_back(lowerMedian(seconds));
        return medians;
    }
    void note(int rank, const QVector<Record>& records)
    {
        if (isDisturbed)
            return;
        for (const Record& record : records)
            if (const auto* step = std::get_if<StepFinished>(&record.event)) {
                computed[rank].push_back(step->forwardSeconds + step->backwardSeconds +
                                         step->optimizerSeconds);
                lengths.push_back(computed[rank].back() + step->networkSeconds);
            }
    }
    double now() const { return static_cast<double>(clock.elapsed()) * 1e-3; }

    Experiment experiment;
    RunBlame blame;
    std::shared_ptr<Rehearsal> rehearsal;
    RunController controller;
    Listener heard;
    QElapsedTimer clock;
    QTimer judging;
    QVector<Culprit> named;                      ///< every time that somebody was
    std::map<int, std::vector<double>> computed; ///< by rank, of each step, s
    std::vector<double> lengths;                 ///< of steps, s
    bool isDisturbed = false;                    ///< something has been done to it
};

bool isRight(const Culprit& culprit, Kind kind, std::size_t victim)
{
    if (culprit.kind != kind)
        return false;
    return kind == Kind::SlowLink ? culprit.link->links == std::vector{victim} : culprit.host == victim;
}

/// Of hosts that are not, the slower one is rightly named before anything is done.
bool isExcused(const WatchedRun& run, const Culprit& culprit)
{
    return culprit.kind == Kind::SlowRank && !run.isEven();
}

std::size_t slowestHost(const WatchedRun& run)
{
    const std::vector<double> seconds = run.computeSeconds();
    return static_cast<std::size_t>(std::ranges::max_element(seconds) - seconds.begin());
}

/// A rank is slower than it was, not only than the other.
bool isSlower(const WatchedRun& run, const Culprit& culprit)
{
    return culprit.kind != Kind::SlowRank || culprit.own > 1.3 * run.computeSeconds()[culprit.host];
}

/// How many runs there are of each kind.
int wantedRuns()
{
    bool isNumber = false;
    const int runs = qEnvironmentVariableIntValue("LOCKSTEP_BLAME_RUNS", &isNumber);
    return isNumber ? runs : 1;
}

} // namespace

class BlameRehearsalTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void whatIsMadeSlowIsNamed_data();
    void whatIsMadeSlowIsNamed();
    void cleanupTestCase();

private:
    /// One whose hosts are as quick as each other, unless this computer has too much else to do. Null: it
    /// cannot be rehearsed.
    std::unique_ptr<WatchedRun> beginEven(const Experiment& experiment);
    void injectAndWait(WatchedRun& run, Kind kind, std::size_t victim);

    QTemporaryDir m_folder;
    std::map<Kind, int> m_right;
    int m_landed = 0;
};

void BlameRehearsalTest::initTestCase()
{
    qputenv(kImitateCompute, "/dev/shm/turns");
    const auto opened = Rehearsal::open(kStage, sendingStar().topology);
    QVERIFY2(opened.ok(), opened ? "" : opened.error().message().c_str());
}

void BlameRehearsalTest::whatIsMadeSlowIsNamed_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("victim");
    std::mt19937 random(std::random_device{}());
    std::vector<std::pair<Kind, int>> rows;
    for (int i = 0; i < wantedRuns(); ++i) {
        rows.emplace_back(Kind::SlowLink, random() % 3);
        rows.emplace_back(Kind::SilentHost, random() % 3);
        rows.emplace_back(Kind::SlowRank, random() % 2);
        rows.emplace_back(Kind::Nothing, 0);
    }
    std::ranges::shuffle(rows, random);
    for (std::size_t i = 0; i < rows.size(); ++i)
        QTest::addRow("%zu: %s %d", i, qPrintable(nameOf(rows[i].first)), rows[i].second)
            << static_cast<int>(rows[i].first) << rows[i].second;
}

void BlameRehearsalTest::whatIsMadeSlowIsNamed()
{
    QFETCH(int, kind);
    QFETCH(int, victim);
    const auto wanted = static_cast<Kind>(kind);
    const bool isLocal = wanted == Kind::SlowRank;
    const auto begun = beginEven(isLocal ? computingStar() : sendingStar());
    QVERIFY(begun);
    WatchedRun& run = *begun;
    // Nobody is slow, and nobody is named.
    QTest::qWait(wanted == Kind::Nothing ? 20'000 : 4'000);
    for (const Culprit& culprit : run.named)
        QVERIFY2(isExcused(run, culprit), qPrintable(blameSentence(culprit, run.experiment.topology)));
    if (wanted != Kind::Nothing)
        injectAndWait(run, wanted,
                      !isLocal || run.isEven() ? static_cast<std::size_t>(victim) : slowestHost(run));
    m_right[wanted] += QTest::currentTestFailed() ? 0 : 1;
}

std::unique_ptr<WatchedRun> BlameRehearsalTest::beginEven(const Experiment& experiment)
{
    constexpr int kAttempts = 3;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        auto run = std::make_unique<WatchedRun>(experiment, m_folder.path());
        const auto isJudged = [&] { return run->blame.judge(run->now()).kind != Kind::Unknown; };
        const bool isUnderWay = run->begin() && QTest::qWaitFor(isJudged, 60'000);
        if (isUnderWay && (run->isEven() || attempt == kAttempts - 1))
            return run;
    }
    return nullptr;
}

void BlameRehearsalTest::injectAndWait(WatchedRun& run, Kind kind, std::size_t victim)
{
    const Topology& topology = run.experiment.topology;
    std::unique_ptr<HaltingHost> halting;
    run.isDisturbed = true;
    if (kind == Kind::SlowLink)
        QVERIFY(run.rehearsal->setLink(victim, {.bandwidthMbps = kClampedRate}).ok());
    if (kind == Kind::SilentHost)
        QVERIFY(run.rehearsal->pauseHost(topology.hosts[victim]).ok());
    if (kind == Kind::SlowRank)
        halting = std::make_unique<HaltingHost>(run.rehearsal, topology.hosts[victim]);
    const double begun = run.now();
    QTRY_VERIFY_WITH_TIMEOUT(isRight(run.blame.culprit(), kind, victim) && isSlower(run, run.blame.culprit()),
                             60'000);
    qInfo("after %.1f s: %s", run.now() - begun, qPrintable(blameSentence(run.blame.culprit(), topology)));
    for (const Culprit& culprit : run.named)
        QVERIFY2(isRight(culprit, kind, victim) || isExcused(run, culprit),
                 qPrintable(blameSentence(culprit, topology)));
    QVERIFY(!halting || halting->halts() > 0);
    ++m_landed;
}

void BlameRehearsalTest::cleanupTestCase()
{
    for (const auto& [kind, right] : m_right)
        qInfo("%s: %d of %d right", qPrintable(nameOf(kind)), right, wantedRuns());
    qInfo("%d faults landed", m_landed);
}

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::BlameRehearsalTest)
#include "blame_rehearsal_test.moc"
