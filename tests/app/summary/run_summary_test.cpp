// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/experiment_paths.h"
#include "app/summary/run_loader.h"
#include "app/summary/run_progress.h"
#include "tests/app/summary/recorded_run.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;

class RunSummaryTest : public QObject {
    Q_OBJECT
private slots:
    void knowsEveryRankBeforeTheFirstRecord()
    {
        const RunSummary summary(recordedExperiment({.hosts = 2, .ranksPerHost = 2}));
        QCOMPARE(summary.ranks().size(), std::size_t{4});
        QCOMPARE(summary.ranks().at(3).host, QStringLiteral("gpu-1"));
        QVERIFY(summary.ranks().at(3).phase == RunPhase::Waiting);
    }

    void sumsUpAWholeRun()
    {
        const RecordedRun run{.epochs = 4, .stepsPerEpoch = 50};
        RunSummary summary(recordedExperiment(run));
        for (int rank = 0; rank < 2; ++rank)
            summary.take(rank, recordedJournal(run, rank));
        const RankSummary& rank = summary.ranks().at(1);
        QCOMPARE(rank.step, std::int64_t{199});
        QCOMPARE(rank.epoch, 3);
        QVERIFY(rank.phase == RunPhase::Finished);
        QCOMPARE(rank.records, std::uint64_t{1 + 200 + 2 * 4 + 1});
        QCOMPARE(rank.weightHash, QString(64, u'a'));
        QCOMPARE(summary.epochs().size(), std::size_t{4});
        QCOMPARE(summary.totalSteps(), std::int64_t{200});
        QCOMPARE(summary.epochs().at(3).top5, std::optional<double>(0.999));
        // The generator names three latest and marks each the best so far: the last one is.
        QCOMPARE(summary.checkpoints().size(), qsizetype{3});
        QVERIFY(summary.checkpoints().last().best);
        QVERIFY(!summary.checkpoints().first().best);
    }

    void warningsAreToldOnceInTheOrderInWhichTheyCame()
    {
        const RecordedRun run{.epochs = 1, .stepsPerEpoch = 5};
        const auto warned = [](std::int64_t ms, const char* text) {
            return Record{.wallMs = ms, .event = Warned{Sentence(text)}};
        };
        RunSummary whole(recordedExperiment(run));
        for (const int rank : {1, 0}) { // as workers come back: each with its ranks, in any order
            std::vector<Record> journal = recordedJournal(run, rank);
            journal.push_back(warned(3000 + rank, "The disk is nearly full."));
            journal.push_back(warned(rank == 0 ? 1000 : 9000, rank == 0 ? "It is slow." : "It is hot."));
            for (std::size_t i = 0; i < journal.size(); ++i)
                journal[i].sequence = i;
            RunSummary part(recordedExperiment(run));
            part.take(rank, journal);
            part.take(rank, journal); // what comes again changes nothing
            whole.merge(part);
        }
        const std::vector<WarningSummary>& warnings = whole.warnings().all();
        QCOMPARE(warnings.size(), std::size_t{3});
        QCOMPARE(warnings[0], (WarningSummary{Sentence("It is slow."), 0, 1, 1000, 1}));
        QCOMPARE(warnings[1], (WarningSummary{Sentence("The disk is nearly full."), 0, 1, 3000, 2}));
        QCOMPARE(warnings[2], (WarningSummary{Sentence("It is hot."), 1, 1, 9000, 1}));
        QCOMPARE(whole.starts().at(1).worldSize, 2);
        QCOMPARE(whole.starts().at(0).rank, 0);
    }

    void aRankThatWarnsOfEverythingFillsNoMemory()
    {
        WarningSummaries warnings;
        for (int i = 0; i < 1000; ++i)
            warnings.take(0, 1, {.wallMs = i, .event = Warned{Sentence("warning " + std::to_string(i))}});
        warnings.take(0, 1, {.wallMs = 2000, .event = Warned{Sentence("warning 0")}});
        QCOMPARE(warnings.all().size(), WarningSummaries::kMaxKept);
        QCOMPARE(warnings.all().front().count, std::uint64_t{2});
        QCOMPARE(warnings.left(), std::uint64_t{1000 - WarningSummaries::kMaxKept});
    }

    void theLastOfTheBestCheckpointsAreKeptBesidesTheLatest()
    {
        Experiment experiment = recordedExperiment({});
        experiment.training.keepCheckpoints = 2;
        experiment.training.keepBest = 2;
        RunSummary summary(experiment);
        std::vector<Record> journal;
        for (const int step : {1, 2, 3, 4, 5, 6, 7}) {
            const bool best = step == 1 || step == 2 || step == 4;
            journal.push_back({.sequence = journal.size(),
                               .event = CheckpointSaved{
                                   .step = step, .epoch = step, .path = "", .bytes = 1, .best = best}});
        }
        summary.take(0, journal);
        std::vector<std::int64_t> steps;
        std::vector<std::int64_t> best;
        for (const CheckpointSaved& saved : summary.checkpoints()) {
            steps.push_back(saved.step);
            if (saved.best)
                best.push_back(saved.step);
        }
        QCOMPARE(steps, (std::vector<std::int64_t>{2, 4, 6, 7}));
        QCOMPARE(best, (std::vector<std::int64_t>{4}));
    }

    void knowsHowFarTheSlowestRankIsWithTheWeights()
    {
        RunSummary summary(recordedExperiment({}));
        const auto tell = [&](int rank, std::uint64_t sequence, Event event) {
            const std::vector<Record> records = {{.sequence = sequence, .event = std::move(event)}};
            summary.take(rank, records);
        };
        QVERIFY(!summary.sharing());
        tell(0, 0, SharingStart{600, 1000, 3});
        tell(1, 0, SharingStart{370, 1000, 2});
        QCOMPARE(summary.sharing()->doneBytes, std::int64_t{370});
        tell(1, 1, SharingStart{1000, 1000, 9});
        QCOMPARE(summary.sharing()->doneBytes, std::int64_t{600});
        tell(0, 1, StepFinished{});
        QVERIFY(!summary.sharing());
    }

    void aJournalThatTellsOfRemovedCheckpointsIsBelieved()
    {
        Experiment experiment = recordedExperiment({});
        experiment.training.keepCheckpoints = 2;
        RunSummary summary(experiment);
        std::vector<Record> journal;
        const auto add = [&journal](Event event) {
            journal.push_back({.sequence = journal.size(), .event = std::move(event)});
        };
        for (const int step : {1, 2, 3, 4})
            add(CheckpointSaved{.step = step, .epoch = step, .path = "", .bytes = 1, .best = false});
        add(CheckpointRemoved{.step = 1, .path = ""});
        summary.take(0, journal);
        QCOMPARE(summary.checkpoints().size(), qsizetype{2}); // 2 went while nobody told of it
        add(CheckpointSaved{.step = 5, .epoch = 5, .path = "", .bytes = 1, .best = false});
        add(CheckpointSaved{.step = 6, .epoch = 6, .path = "", .bytes = 1, .best = false});
        add(CheckpointRemoved{.step = 4, .path = ""});
        summary.take(0, journal);
        std::vector<std::int64_t> steps;
        for (const CheckpointSaved& saved : summary.checkpoints())
            steps.push_back(saved.step);
        QCOMPARE(steps, (std::vector<std::int64_t>{3, 5, 6})); // more than are kept: one could not be removed
    }

    void recordsSeenBeforeChangeNothing()
    {
        const RecordedRun run;
        const std::vector<Record> journal = recordedJournal(run, 0);
        RunSummary summary(recordedExperiment(run));
        const std::span<const Record> all(journal);
        QCOMPARE(summary.take(0, all.first(100)).size(), std::size_t{100});
        QCOMPARE(summary.take(0, all.first(150)).size(), std::size_t{50});
        QCOMPARE(summary.take(0, all.first(150)).size(), std::size_t{0});
        QCOMPARE(summary.take(0, all.subspan(150)).size(), journal.size() - 150);
        QCOMPARE(summary.ranks().at(0).records, journal.size());
        QVERIFY(summary.take(77, all).empty());
        QVERIFY(summary.take(-1, all).empty());
    }

    /// What a rank measures of one step swings; together they make one step after the other.
    void ranksInLockstepShareOneRate()
    {
        const RecordedRun run;
        RunSummary summary(recordedExperiment(run));
        for (int rank = 0; rank < 2; ++rank) {
            std::vector<Record> half = recordedJournal(run, rank);
            half.resize(half.size() / 2);
            summary.take(rank, half);
        }
        const double steps = 1000.0 / 40; // as the journals' clocks say
        QVERIFY(std::abs(summary.stepsPerSecond() - steps) < 0.01 * steps);
        for (const auto& [number, rank] : summary.ranks())
            QVERIFY(std::abs(summary.samplesPerSecond(rank) - 50 * steps) < 0.5 * steps);
        const auto left = static_cast<double>(summary.totalSteps() - 1 - summary.ranks().at(0).step);
        QVERIFY(summary.timeLeft() && std::abs(summary.timeLeft()->seconds() - left / steps) < 0.5);
        QVERIFY(wholeRateText(summary).startsWith(QStringLiteral("2,500 ")));
        for (int rank = 0; rank < 2; ++rank)
            summary.take(rank, recordedJournal(run, rank));
        QVERIFY(!summary.timeLeft());
        QCOMPARE(timeLeftText(summary), QString());
        QCOMPARE(timeLeftBasis(summary), QString());
    }

    void theBestIsTheFirstOfTheHighestValidations()
    {
        RunSummary summary(recordedExperiment({.epochs = 4}));
        QCOMPARE(bestText(summary), QString());
        std::vector<Record> records;
        for (const double top1 : {0.9, 0.97, 0.95, 0.97})
            records.push_back({records.size(), 0, 0,
                               Evaluated{.epoch = static_cast<int>(records.size()),
                                         .step = 0,
                                         .set = "validation",
                                         .top1 = top1}});
        summary.take(0, records);
        QCOMPARE(bestText(summary), QStringLiteral("best 97.00 % in epoch 2"));
    }

    /// One slow stretch is soon forgotten, but not by the pace of all.
    void thePaceIsThatOfTheLastSeconds()
    {
        Pace pace;
        QCOMPARE(pace.lately(), 0.0);
        std::int64_t now = 1'000'000;
        for (std::int64_t step = 0; step < 100; ++step)
            pace.add(step, now += 1000);
        QCOMPARE(pace.lately(), 1.0);
        for (std::int64_t step = 100; step < 300; ++step)
            pace.add(step, now += 100);
        QCOMPARE(pace.lately(), 10.0);
        QVERIFY(pace.overall() > 2 && pace.overall() < 3);
    }

    void theShareIsThatOfTheSlowestRank()
    {
        const RecordedRun run;
        RunSummary summary(recordedExperiment(run));
        QVERIFY(!summary.doneShare());
        const std::vector<Record> journal = recordedJournal(run, 0);
        summary.take(0, journal);
        QCOMPARE(summary.doneShare(), std::optional(0.0));
        std::vector<Record> half = recordedJournal(run, 1);
        half.resize(1 + 90);
        summary.take(1, half);
        QCOMPARE(summary.doneSteps(), std::int64_t{90});
        QCOMPARE(summary.doneShare(), std::optional(0.25));
    }

    /// A rank that was killed tells nothing of its end, and neither may those that were ended with it.
    void oneRankFailedAndTheOthersEndedWithIt()
    {
        const RecordedRun run{
            .hosts = 4, .ranksPerHost = 1, .epochs = 3, .stepsPerEpoch = 100, .failingRank = 1};
        RunSummary summary(recordedExperiment(run));
        summary.take(0, recordedJournal(run, 0));
        for (const int rank : {1, 2}) {
            std::vector<Record> journal = recordedJournal(run, rank);
            journal.pop_back(); // its end
            summary.take(rank, journal);
            QVERIFY(summary.ranks().at(rank).phase == RunPhase::Training);
        }
        const Sentence reason("Rank 1 was killed by signal 9 (Killed).");
        RunInfo info;
        info.phase = RunPhase::Failed;
        info.reason = reason;
        info.culprit = 1;
        info.culpritHosts = {1};
        summary.conclude(info);
        QVERIFY(summary.ranks().at(0).phase == RunPhase::EndedWithOthers);
        QVERIFY(summary.ranks().at(1).phase == RunPhase::Failed);
        QCOMPARE(summary.ranks().at(1).message, reason);
        QVERIFY(summary.ranks().at(2).phase == RunPhase::EndedWithOthers);
        QVERIFY(summary.ranks().at(3).phase == RunPhase::NotStarted);
        QVERIFY(summary.endOfHost(1) == RunPhase::Failed);
        QVERIFY(summary.endOfHost(3) == RunPhase::NotStarted);
    }

    /// Ranks that were all asked to stop leave one after the other, and some complain of it.
    void afterAStopEveryRankIsToldAsStopped()
    {
        const RecordedRun run{.hosts = 2, .ranksPerHost = 1, .failingRank = 1};
        RunSummary summary(recordedExperiment(run));
        summary.take(0, recordedJournal(run, 0)); // lost the other one
        RunInfo info;
        info.phase = RunPhase::Finished;
        info.exitCode = static_cast<int>(ExitCode::Stopped);
        summary.conclude(info);
        for (const auto& [number, rank] : summary.ranks())
            QVERIFY(rank.phase == RunPhase::Stopped);
        QVERIFY(summary.endOfHost(1) == RunPhase::Stopped);
    }

    void aFurtherAttemptContinuesAndOneThatIsOverIsNotTakenAgain()
    {
        const RecordedRun first{.epochs = 3, .stepsPerEpoch = 100, .failingRank = 1};
        const RecordedRun second{.epochs = 3, .stepsPerEpoch = 100, .firstStep = 100, .attempt = 2};
        RunSummary summary(recordedExperiment(first));
        summary.take(0, recordedJournal(first, 0));
        QVERIFY(summary.ranks().at(0).phase == RunPhase::EndedWithOthers);
        QCOMPARE(summary.ranks().at(0).step, std::int64_t{149});
        summary.take(0, recordedJournal(second, 0));
        QVERIFY(summary.ranks().at(0).phase == RunPhase::Finished);
        QCOMPARE(summary.ranks().at(0).step, std::int64_t{299});
        QVERIFY(summary.ranks().at(0).message.empty());
        QVERIFY(summary.take(0, recordedJournal(first, 0)).empty());
        QCOMPARE(summary.ranks().at(0).step, std::int64_t{299});
        // Whichever rank is read first, what all share is that of the newest attempt.
        summary.take(1, recordedJournal(first, 1));
        summary.take(1, recordedJournal(second, 1));
        QCOMPARE(summary.epochs().size(), std::size_t{3});
        QCOMPARE(summary.checkpoints().size(), qsizetype{3});
    }

    void loadsARunFromItsMirrors()
    {
        QTemporaryDir runs;
        const RecordedRun run{.hosts = 2, .ranksPerHost = 2};
        const Result<RunFolder> folder = writeRecordedRun(runs.path(), run);
        QVERIFY(folder.ok());
        RunLoader loader;
        QSignalSpy loaded(&loader, &RunLoader::loaded);
        QSignalSpy progress(&loader, &RunLoader::progress);
        loader.load(*folder);
        QVERIFY(loaded.wait());
        QVERIFY(progress.count() >= 1);
        QCOMPARE(progress.last()[0], progress.last()[1]);
        const LoadedRun inBackground = loader.take();
        const LoadedRun atOnce = loadRun(*folder);
        for (const LoadedRun* one : {&inBackground, &atOnce}) {
            QVERIFY(!one->error);
            QCOMPARE(one->metrics.ranks(Metric::Loss), (QVector<int>{0, 1, 2, 3}));
            QCOMPARE(one->metrics.find(Metric::Loss, 3)->size(), std::size_t{360});
            QVERIFY(one->summary.ranks().at(2).phase == RunPhase::Finished);
            QCOMPARE(one->summary.epochs().size(), std::size_t{3});
            QCOMPARE(one->summary.checkpoints().size(), qsizetype{3});
        }
    }

    void curvesCanBeDrawnWhileTheyAreLoaded()
    {
        QTemporaryDir runs;
        const RecordedRun run{.hosts = 2, .ranksPerHost = 2, .epochs = 1, .stepsPerEpoch = 5000};
        const Result<RunFolder> folder = writeRecordedRun(runs.path(), run);
        QVERIFY(folder.ok());
        RunLoader loader;
        MetricStore store;
        connect(&loader, &RunLoader::sketched, &store, [&] { store.merge(loader.takeSketch()); });
        QSignalSpy loaded(&loader, &RunLoader::loaded);
        loader.load(*folder);
        QVERIFY(loaded.wait());
        store.merge(loader.takeSketch()); // of ranks that were done since
        const LoadedRun whole = loader.take();
        QCOMPARE(store.table().ranks(Metric::Loss), (QVector<int>{0, 1, 2, 3}));
        for (int rank = 0; rank < 4; ++rank) {
            const Series& sketch = *store.table().find(Metric::Loss, rank);
            const Series& loss = *whole.metrics.find(Metric::Loss, rank);
            QCOMPARE(loss.size(), std::size_t{5000});
            QVERIFY(sketch.size() < loss.size());
            QCOMPARE(sketch.over(0, sketch.size()).low, loss.over(0, loss.size()).low);
            QCOMPARE(sketch.over(0, sketch.size()).high, loss.over(0, loss.size()).high);
        }
    }

    void loadsWhatADamagedJournalStillHolds()
    {
        QTemporaryDir runs;
        const Result<RunFolder> folder = writeRecordedRun(runs.path(), {});
        QVERIFY(folder.ok());
        QFile journal(folder->journalPath(0));
        QVERIFY(journal.open(QIODevice::ReadWrite));
        QByteArray text = journal.readAll();
        const qsizetype line = text.indexOf('\n', text.size() / 2) + 1;
        text[line + 20] = '#';
        journal.seek(0);
        journal.write(text);
        journal.close();
        QVERIFY(QFile::remove(folder->journalPath(1)));
        const LoadedRun run = loadRun(*folder);
        QCOMPARE(run.damagedLines, std::uint64_t{1});
        QCOMPARE(run.metrics.find(Metric::Loss, 0)->size(), std::size_t{359});
        QVERIFY(!run.metrics.find(Metric::Loss, 1));
    }

    void aLoaderCanBeDroppedAtOnce()
    {
        QTemporaryDir runs;
        const Result<RunFolder> folder =
            writeRecordedRun(runs.path(), {.hosts = 2, .epochs = 1, .stepsPerEpoch = 20'000});
        QVERIFY(folder.ok());
        RunLoader loader;
        loader.load(*folder);
    }

    void relativeDataAreTakenFromTheDocument()
    {
        Experiment experiment;
        experiment.data.kind = DataKind::Mnist;
        experiment.data.path = "../mnist";
        QCOMPARE(withAbsolutePaths(experiment, QStringLiteral("/home/anna/work")).data.path,
                 std::string("/home/anna/mnist"));
        experiment.data.path = "/data/mnist";
        QCOMPARE(withAbsolutePaths(experiment, QStringLiteral("/home/anna")).data.path,
                 std::string("/data/mnist"));
        experiment.data.kind = DataKind::SyntheticDigits;
        experiment.data.path = "";
        QCOMPARE(withAbsolutePaths(experiment, QStringLiteral("/home/anna")).data.path, std::string());
    }
};

QTEST_GUILESS_MAIN(RunSummaryTest)
#include "run_summary_test.moc"
