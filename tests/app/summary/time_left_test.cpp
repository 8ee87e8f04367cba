// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How long a run will take yet, and what that is made of.
#include "app/summary/run_progress.h"
#include "tests/app/summary/recorded_run.h"

#include <QTest>

using namespace lockstep;

namespace {

RankStarted startOf(std::int64_t stepsPerEpoch, int epochs)
{
    RankStarted started;
    started.stepsPerEpoch = stepsPerEpoch;
    started.epochs = epochs;
    return started;
}

} // namespace

class TimeLeftTest : public QObject {
    Q_OBJECT
private slots:
    /// A slow begin is forgotten; what lies between epochs is counted apart.
    void theTimeToTheEndIsThatOfTheNewestStepsAndOfTheEndsOfEpochs()
    {
        Experiment experiment = recordedExperiment({.ranksPerHost = 1});
        experiment.training.epochs = 5;
        RunSummary summary(experiment);
        std::vector<Record> journal;
        std::int64_t now = 1'000'000;
        const auto add = [&](std::int64_t tookMs, Event event) {
            now += tookMs;
            journal.push_back({.sequence = journal.size(), .wallMs = now, .event = std::move(event)});
        };
        add(0, startOf(300, 5));
        for (int step = 0; step < 700; ++step) {
            if (step == 300 || step == 600) {
                add(1, EpochFinished{.epoch = step / 300 - 1, .step = step});
                add(3999, Evaluated{.epoch = step / 300 - 1, .step = step, .set = "validation"});
            }
            add(step < 100 ? 5000 : 200, StepFinished{.step = step, .epoch = step / 300});
        }
        summary.take(0, journal);
        const std::optional<TimeLeft> left = summary.timeLeft();
        QVERIFY(left);
        QCOMPARE(left->steps, std::int64_t{800});
        QVERIFY(left->step.count >= 100 && left->step.count <= 200);
        QCOMPARE(left->step.seconds, 0.2);
        QCOMPARE(left->epochEnds, 3);
        QCOMPARE(left->epochEnd, (MeanDuration{2, 4.0}));
        QCOMPARE(left->seconds(), 800 * 0.2 + 3 * 4.0);
        const QString basis = timeLeftBasis(summary);
        for (const char* told : {"Steps to go: 800, 200.0 ms each", "3, 4.00 s each (mean of 2)"})
            QVERIFY2(basis.contains(QLatin1String(told)), qPrintable(basis));
    }

    void nothingIsClaimedInTheFirstSteps()
    {
        Experiment experiment = recordedExperiment({.ranksPerHost = 1});
        RunSummary summary(experiment);
        std::vector<Record> journal = {{.sequence = 0, .event = startOf(100, 5)}};
        const auto take = [&](std::int64_t ms) {
            const auto step = static_cast<std::int64_t>(journal.size()) - 1;
            journal.push_back(
                {.sequence = journal.size(), .wallMs = ms, .event = StepFinished{.step = step}});
            summary.take(0, journal);
        };
        for (const std::int64_t ms : {60'000, 120'000, 180'000})
            take(ms);
        QVERIFY(!summary.timeLeft());
        take(240'000);
        QCOMPARE(timeLeftText(summary), QStringLiteral("about 8 h 16 min left"));
        QVERIFY(timeLeftBasis(summary).contains(QStringLiteral("5, not measured yet")));
    }

    /// Ten steps in a second say little, a thousand in three seconds much.
    void fewSecondsAreNoBasis()
    {
        StepDurations durations;
        std::int64_t now = 0;
        for (int step = 0; step < 1000; ++step)
            durations.addStep(now += 2);
        QCOMPARE(durations.step(), MeanDuration());
        for (int step = 0; step < 1000; ++step)
            durations.addStep(now += 2);
        QCOMPARE(durations.step().seconds, 0.002);
        durations.addStep(now - 5000); // the clock was set back
        QCOMPARE(durations.step().seconds, 0.002);
    }
};

QTEST_GUILESS_MAIN(TimeLeftTest)
#include "time_left_test.moc"
