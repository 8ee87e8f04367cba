// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is known of a run whose attempts are made with different hosts.
#include "app/summary/run_loader.h"
#include "tests/app/summary/recorded_run.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace lockstep {

class OtherHostsTest : public QObject {
    Q_OBJECT
private slots:
    void anAttemptWithOtherHostsHasOtherRanks()
    {
        const RecordedRun run{.hosts = 3, .ranksPerHost = 1, .epochs = 1, .stepsPerEpoch = 5};
        Experiment left = recordedExperiment(run);
        RunSummary summary(left);
        for (int rank = 0; rank < 3; ++rank)
            summary.take(rank, recordedJournal(run, rank));
        const QString third = summary.ranks().at(2).host;
        left.topology.hosts[1].devices.clear();
        summary.setHosts(left);
        QCOMPARE(summary.ranks().size(), std::size_t{2});
        QCOMPARE(summary.ranks().at(1).host, third);
        QCOMPARE(summary.ranks().at(0).records, std::uint64_t{1 + 5 + 2 + 1 + 1}); // with its checkpoint
        summary.setHosts(recordedExperiment(run));
        QCOMPARE(summary.ranks().size(), std::size_t{3});
        QVERIFY(summary.ranks().at(2).phase == RunPhase::Waiting);
    }

    void ranksThatThePresentAttemptLacksAreLoadedAgain()
    {
        const QTemporaryDir runs;
        RecordedRun run{.hosts = 3, .ranksPerHost = 1, .epochs = 2, .stepsPerEpoch = 5};
        Result<RunFolder> folder = writeRecordedRun(runs.path(), run);
        QVERIFY(folder.ok());
        run.hosts = 2;
        run.attempt = 2;
        run.firstStep = 5;
        run.roster = {0, 2};
        QVERIFY(addRecordedAttempt(*folder, run));
        lookAt(loadRun(*folder));
        RunLoader loader;
        QSignalSpy loaded(&loader, &RunLoader::loaded);
        loader.load(*folder);
        QVERIFY(loaded.wait());
        lookAt(loader.take());
    }

private:
    /// Of three ranks, two went on from the fifth step.
    static void lookAt(const LoadedRun& run)
    {
        QVERIFY(!run.error);
        QCOMPARE(run.summary.ranks().size(), std::size_t{2});
        QCOMPARE(run.summary.ranks().at(1).host, QStringLiteral("gpu-2"));
        QCOMPARE(run.metrics.ranks(Metric::Loss), (QVector<int>{0, 1, 2}));
        for (const int rank : {0, 1, 2}) {
            QCOMPARE(run.metrics.find(Metric::Loss, rank)->size(), rank < 2 ? 10u : 5u);
            QCOMPARE(run.metrics.find(Metric::EpochLoss, rank)->size(), rank < 2 ? 2u : 1u);
            const std::span<const DiscardedPiece> discarded = run.metrics.discarded(Metric::Loss, rank);
            QCOMPARE(discarded.size(), std::size_t{1});
            QCOMPARE(discarded[0].attempt, 1);
            QCOMPARE(discarded[0].series.size(), std::size_t{5});
        }
    }
};

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::OtherHostsTest)
#include "other_hosts_test.moc"
