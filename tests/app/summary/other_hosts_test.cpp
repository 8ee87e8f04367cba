// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is known of a run whose attempts are made with different hosts.
#include "app/summary/run_summary.h"
#include "tests/app/summary/recorded_run.h"

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
};

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::OtherHostsTest)
#include "other_hosts_test.moc"
