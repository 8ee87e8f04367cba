// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs of more than one attempt: how they can go on, how long they took, what is seen of every attempt.
#include "app/logs/log_panel.h"
#include "app/logs/log_view.h"
#include "app/runs/attempt_table.h"
#include "app/runs/run_header.h"
#include "app/runs/run_view.h"
#include "app/runs/train_longer_dialog.h"
#include "app/summary/continuation.h"
#include "app/summary/run_entry.h"
#include "app/summary/run_loader.h"
#include "engine/protocol/exit_code.h"
#include "tests/app/private_settings.h"
#include "tests/app/summary/recorded_run.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <cmath>

using namespace lockstep;

namespace {

constexpr std::int64_t kHour = 3'600'000;

QString cell(const QAbstractItemModel& model, int row, int column)
{
    return model.index(row, column).data().toString();
}

bool saysAnywhere(const QWidget& widget, const QString& text)
{
    for (const QLabel* label : widget.findChildren<QLabel*>()) {
        if (label->isVisibleTo(&widget) && label->text().contains(text))
            return true;
    }
    return false;
}

/// Ends with an attempt that ran out of memory on rank 1 after half of the steps, an hour before another one
/// finished them.
const RecordedRun kFirst{.failingRank = 1};
RecordedRun second()
{
    RecordedRun run;
    run.attempt = 2;
    run.firstStep = 120;
    run.beginMs = kFirst.beginMs + kHour;
    return run;
}

RankStarted attemptOf(int number)
{
    RankStarted started;
    started.attempt = number;
    started.stepsPerEpoch = 10;
    started.epochs = 3;
    return started;
}

} // namespace

class AttemptsTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_settings;
    QTemporaryDir m_runs;

    RunFolder twoAttempts() const
    {
        Result<RunFolder> folder = writeRecordedRun(m_runs.path(), kFirst);
        if (!folder || !addRecordedAttempt(*folder, second()))
            qFatal("cannot write the recorded run");
        return *folder;
    }

private slots:
    /// In what order ever journals are read.
    void aNewAttemptIsNotBlamedForTheOneBefore()
    {
        const Sentence silent("Rank 1 is silent.");
        const std::vector<Record> first = {{.event = attemptOf(1)}, {.sequence = 1, .event = Warned{silent}}};
        const std::vector<Record> second = {{.event = attemptOf(2)}};
        RunSummary live(recordedExperiment(kFirst));
        live.take(0, first);
        QCOMPARE(live.lastWarning(), silent);
        live.take(0, second);
        QVERIFY(live.lastWarning().empty());
        live.take(1, first); // the other rank's, late
        QVERIFY(live.lastWarning().empty());
        RunSummary late(recordedExperiment(kFirst));
        late.take(1, first);
        late.merge(live);
        QVERIFY(late.lastWarning().empty());
        live.merge(late);
        QVERIFY(live.lastWarning().empty());
    }

    void aCheckpointKnowsItsAttemptAndTheValidationOfItsWeights()
    {
        RunSummary summary(recordedExperiment({}));
        const CheckpointSaved early{.step = 3, .epoch = 0, .path = "checkpoints/step-00000003", .bytes = 1};
        CheckpointSaved late = early;
        late.step = 6;
        late.path = "checkpoints/step-00000006";
        const auto started = [](int attempt, std::int64_t firstStep) {
            RankStarted event;
            event.attempt = attempt;
            event.firstStep = firstStep;
            return event;
        };
        const auto evaluated = [](std::int64_t step, double top1, const char* set) {
            return Evaluated{.epoch = 0, .step = step, .set = set, .loss = 1 - top1, .top1 = top1};
        };
        summary.take(0, std::vector<Record>{{.sequence = 0, .event = started(1, 0)},
                                            {.sequence = 1, .event = evaluated(3, 0.25, "validation")},
                                            {.sequence = 2, .event = early},
                                            {.sequence = 3, .event = evaluated(6, 0.5, "evaluation")},
                                            {.sequence = 4, .event = late}});
        QVector<KeptCheckpoint> kept = summary.checkpoints();
        QCOMPARE(kept.size(), qsizetype{2});
        QCOMPARE(kept[0].top1, std::optional(0.25));
        QCOMPARE(kept[0].loss, std::optional(0.75));
        QVERIFY(!kept[1].top1); // that was another set
        // A further attempt from the first one saves the second anew.
        summary.take(0, std::vector<Record>{{.sequence = 0, .event = started(2, 3)},
                                            {.sequence = 1, .event = evaluated(6, 0.625, "validation")},
                                            {.sequence = 2, .event = late}});
        kept = summary.checkpoints();
        QCOMPARE(kept.size(), qsizetype{2});
        QCOMPARE(kept[0].attempt, 1);
        QCOMPARE(kept[1].attempt, 2);
        QCOMPARE(kept[1].top1, std::optional(0.625));
    }

    void initTestCase() { usePrivateSettings(m_settings); }

    void theTimeOfARunIsThatOfItsAttempts()
    {
        RunSummary summary(recordedExperiment({}));
        for (const RecordedRun& run : {kFirst, second()}) {
            for (int rank = 0; rank < 2; ++rank)
                summary.take(rank, recordedJournal(run, rank));
        }
        // 40 ms a step: 180 of the first attempt, 240 of the second, and not the hour between them.
        QCOMPARE(summary.attempts().elapsedMs(), std::int64_t{(180 + 240) * 40});
        const std::int64_t end = summary.attempts().all().at(2).lastMs;
        QCOMPARE(summary.attempts().elapsedMs(end + 500), std::int64_t{(180 + 240) * 40 + 500});
        QCOMPARE(summary.attempts().all().at(2).firstStep, std::int64_t{120});
        QCOMPARE(summary.attempts().all().at(1).steps, std::int64_t{180});
        QCOMPARE(summary.attempts().all().at(1).end->exitCode, static_cast<int>(ExitCode::OutOfMemory));

        // Read on several threads, it comes to the same.
        const RunSummary loaded = loadRun(twoAttempts()).summary;
        QCOMPARE(loaded.attempts().elapsedMs(), summary.attempts().elapsedMs());
        RunHeader header;
        RunInfo info;
        info.attempt = 2;
        info.phase = RunPhase::Finished;
        info.created = QDateTime::fromMSecsSinceEpoch(kFirst.beginMs);
        header.setRun(info);
        header.setPhase(RunPhase::Finished);
        header.setProgress(loaded);
        QVERIFY(saysAnywhere(header, QStringLiteral("16 s")));
    }

    void whatIsLeftDecidesHowARunGoesOn()
    {
        RunSummary whole(recordedExperiment({}));
        whole.take(0, recordedJournal({}, 0));
        RunSummary half(recordedExperiment(kFirst));
        half.take(0, recordedJournal(kFirst, 0));
        RunInfo info;
        info.phase = RunPhase::Training;
        QVERIFY(continuationOf(info, half) == Continuation::None);
        info.phase = RunPhase::Failed;
        info.exitCode = static_cast<int>(ExitCode::OutOfMemory);
        QVERIFY(continuationOf(info, half) == Continuation::Resume);
        // Steps alone are no place to go on from.
        RunSummary unsaved(recordedExperiment({}));
        QVERIFY(continuationOf(info, unsaved) == Continuation::TryAgain);
        for (const int rank : {0, 1}) {
            const std::vector<Record> journal = recordedJournal({}, rank);
            unsaved.take(rank, std::span(journal).first(20));
        }
        QVERIFY(unsaved.doneSteps() > 0 && continuationOf(info, unsaved) == Continuation::TryAgain);
        // It failed when all steps were saved already.
        QVERIFY(continuationOf(info, whole) == Continuation::TrainLonger);
        info.phase = RunPhase::Finished;
        info.exitCode = static_cast<int>(ExitCode::Stopped);
        QVERIFY(continuationOf(info, half) == Continuation::Resume);
        QVERIFY(continuationOf(info, whole) == Continuation::TrainLonger);
        info.exitCode = static_cast<int>(ExitCode::Success);
        QVERIFY(continuationOf(info, whole) == Continuation::TrainLonger);
        QCOMPARE(trainedEpochs(info, whole), 3);
        QCOMPARE(epochsWithMore(info, whole, 10), 13);
        // One that stopped early has trained less than it was to.
        QVERIFY(continuationOf(info, half) == Continuation::TrainLonger);
        QCOMPARE(trainedEpochs(info, half), 1);
        QCOMPARE(epochsWithMore(info, half, 10), 11);
    }

    void moreEpochsThatDidNotBeginAreStillLeft()
    {
        Result<RunFolder> folder = writeRecordedRun(m_runs.path(), {});
        RunInfo info = nextAttempt(folder->info(), {.epochs = 13});
        info.phase = RunPhase::Failed;
        info.exitCode = static_cast<int>(ExitCode::HostUnreachable);
        QVERIFY(folder->setInfo(info).ok());
        const RunSummary summary = loadRun(*folder).summary;
        QCOMPARE(summary.totalSteps(), std::int64_t{13 * 120});
        QVERIFY(continuationOf(folder->info(), summary) == Continuation::Resume);
    }

    void aFinishedRunIsTrainedLongerAndNotResumed()
    {
        const Result<RunFolder> folder = writeRecordedRun(m_runs.path(), {});
        RunView view;
        view.showRun(*folder);
        view.setPhase(RunPhase::Finished);
        view.setLoaded(loadRun(*folder));
        view.show();
        QPushButton* button = nullptr;
        for (QPushButton* one : view.findChild<RunHeader*>()->findChildren<QPushButton*>())
            button = one->isVisible() ? one : button;
        QVERIFY(button);
        QCOMPARE(button->text(), QStringLiteral("Train longer…"));
        QSignalSpy resumed(&view, &RunView::resumeRequested);
        QSignalSpy longer(&view, &RunView::longerTrainingRequested);
        QTimer::singleShot(0, &view, [&view] {
            auto* dialog = view.findChild<TrainLongerDialog*>();
            dialog->findChild<QSpinBox*>()->setValue(7);
            dialog->accept();
        });
        button->click();
        QCOMPARE(resumed.count(), 0);
        QCOMPARE(longer.count(), 1);
        QCOMPARE(longer[0][0].toInt(), 3 + 7);
    }

    void theDialogSaysWhatACosineDoes()
    {
        TrainingSpec training;
        training.learningRate = 0.1;
        training.epochs = 5;
        training.schedule.kind = ScheduleKind::Cosine;
        training.schedule.floor = 0.02;
        // Half way down the longer cosine, half way between both ends.
        const QString note = scheduleNote(training, 5, 10, 1);
        QVERIFY2(note.contains(QStringLiteral("come down to 0.02, goes on at 0.06, and falls to 0.02")),
                 qPrintable(note));
        training.schedule.scaleWithWorldSize = true;
        QVERIFY(scheduleNote(training, 5, 10, 4).contains(QStringLiteral("goes on at 0.24")));
        training.schedule.kind = ScheduleKind::Constant;
        QVERIFY(!scheduleNote(training, 5, 10, 1).contains(QStringLiteral("cosine")));
    }

    void theListKeepsTheAccuracyOfARunThatWasResumed()
    {
        QTemporaryDir runs;
        Result<RunFolder> folder = writeRecordedRun(runs.path(), {});
        QVERIFY(folder->setInfo(nextAttempt(folder->info(), {})).ok()); // it has trained nothing yet
        const QVector<RunEntry> entries = readRunEntries(runs.path(), {});
        QCOMPARE(entries.size(), 1);
        QVERIFY(entries[0].accuracy.has_value());
    }

    void everyAttemptTellsWhenAndWhyItEnded()
    {
        const RunFolder folder = twoAttempts();
        AttemptModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.update(folder.info(), RunPhase::Finished, loadRun(folder).summary);
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(cell(model, 0, AttemptModel::Attempt), QStringLiteral("2"));
        QCOMPARE(cell(model, 0, AttemptModel::State), QStringLiteral("Finished"));
        QVERIFY(cell(model, 0, AttemptModel::Steps).startsWith(QStringLiteral("120 to 360, of 3 epoch")));
        QCOMPARE(cell(model, 0, AttemptModel::Cause), QString());
        QCOMPARE(cell(model, 1, AttemptModel::State), QStringLiteral("Failed"));
        QVERIFY(cell(model, 1, AttemptModel::Steps).startsWith(QStringLiteral("0 to 180, of 3 epoch")));
        QCOMPARE(cell(model, 1, AttemptModel::Duration), QStringLiteral("7 s"));
        QVERIFY(!cell(model, 1, AttemptModel::Began).isEmpty());
        QVERIFY(cell(model, 1, AttemptModel::Cause).contains(QStringLiteral("not enough memory")));
    }

    /// As they stand in the folders of before, which keep the end of the newest attempt alone.
    void journalsTellOfAttemptsThatNobodyNoted()
    {
        RunFolder folder = twoAttempts();
        RunInfo info = folder.info();
        info.earlier.clear();
        AttemptModel model;
        model.update(info, RunPhase::Finished, loadRun(folder).summary);
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(cell(model, 1, AttemptModel::State), QStringLiteral("Failed"));
        QVERIFY(cell(model, 1, AttemptModel::Cause).contains(QStringLiteral("not enough memory")));
    }

    void anAttemptIsChosenWithItsLogs()
    {
        const RunFolder folder = twoAttempts();
        RunView view;
        view.resize(1200, 800);
        view.showRun(folder);
        view.setPhase(RunPhase::Finished);
        view.setLoaded(loadRun(folder));
        view.show();
        const auto& log = *view.findChild<LogView*>();
        QCOMPARE(log.path(), folder.path() + QStringLiteral("/attempt-2/rank-0.log"));
        auto& table = *view.findChild<AttemptTable*>();
        table.selectRow(1);
        // That of the rank that ended it.
        QCOMPARE(log.path(), folder.path() + QStringLiteral("/attempt-1/rank-1.log"));
        table.selectRow(0);
        QCOMPARE(log.path(), folder.path() + QStringLiteral("/attempt-2/rank-1.log"));
        // A further attempt is followed from its beginning.
        RunFolder third = folder;
        QVERIFY(third.setInfo(nextAttempt(folder.info(), {})).ok());
        view.updateRun(third);
        QCOMPARE(log.path(), folder.path() + QStringLiteral("/attempt-3/rank-1.log"));
    }

    void oneAttemptOffersNoChoice()
    {
        const Result<RunFolder> folder = writeRecordedRun(m_runs.path(), {});
        LogPanel panel;
        panel.setFolder(*folder);
        panel.show();
        int shown = 0;
        for (const QComboBox* box : panel.findChildren<QComboBox*>())
            shown += box->isVisible() ? 1 : 0;
        QCOMPARE(shown, 1);
    }

    void aMetricThatIsNoNumberAnyMoreIsToldOncePerAttempt()
    {
        const RecordedRun run;
        const Result<RunFolder> folder = RunFolder::create(m_runs.path(), recordedExperiment(run));
        RunView view;
        view.showRun(*folder);
        QSignalSpy broke(&view, &RunView::metricBroke);
        std::uint64_t sequence = 0;
        const auto tell = [&](int rank, Event event) {
            view.addRecords(rank, {{.sequence = sequence++, .event = std::move(event)}});
        };
        const double nan = std::nan("");
        for (const int rank : {0, 1})
            tell(rank, attemptOf(1));
        tell(0, StepFinished{.step = 0, .loss = 2.5});
        QCOMPARE(broke.count(), 0);
        tell(1, StepFinished{.step = 1, .loss = nan});
        QCOMPARE(broke.count(), 1);
        QVERIFY(broke[0][0].toString().endsWith(QStringLiteral("of rank 1 became NaN at step 2.")));
        tell(0, StepFinished{.step = 1, .loss = nan}); // another rank tells the same
        tell(1, StepFinished{.step = 2, .loss = nan});
        QCOMPARE(broke.count(), 1);
        tell(0, EpochFinished{.epoch = 2, .loss = INFINITY});
        QCOMPARE(broke.count(), 2);
        QVERIFY(broke[1][0].toString().endsWith(QStringLiteral("of rank 0 became ∞ in epoch 3.")));
        tell(0, attemptOf(2));
        tell(0, StepFinished{.step = 0, .loss = 2.5});
        QCOMPARE(broke.count(), 2);
        tell(0, StepFinished{.step = 1, .loss = nan});
        QCOMPARE(broke.count(), 3);
    }

    /// What was there when a run was opened is no news.
    void aRunThatIsOpenedWithBrokenMetricsTellsNothing()
    {
        const RecordedRun run;
        const Result<RunFolder> folder = RunFolder::create(m_runs.path(), recordedExperiment(run));
        RunView view;
        view.showRun(*folder);
        QSignalSpy broke(&view, &RunView::metricBroke);
        const auto broken = [](std::uint64_t sequence, std::int64_t step) {
            return Record{.sequence = sequence, .event = StepFinished{.step = step, .loss = std::nan("")}};
        };
        const std::vector<Record> before = {{.event = attemptOf(1)}, broken(1, 0)};
        LoadedRun loaded;
        loaded.summary = RunSummary(folder->experiment());
        loaded.summary.take(0, before);
        loaded.metrics.append(0, before);
        view.setLoaded(std::move(loaded));
        view.addRecords(0, {broken(2, 1)});
        QCOMPARE(broke.count(), 0);
    }
};

QTEST_MAIN(AttemptsTest)
#include "attempts_test.moc"
