// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/clock_alignment.h"
#include "app/timeline/heat_grid.h"
#include "app/timeline/lane_raster.h"
#include "app/timeline/timeline_reader.h"
#include "app/timeline/timeline_scanner.h"
#include "app/timeline/trace_export.h"
#include "tests/app/timeline/told_run.h"

#include <QFile>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <random>

using namespace lockstep;

namespace {

std::string journalText(const std::vector<Record>& records)
{
    std::string text;
    for (const Record& record : records)
        appendRecord(text, record);
    return text;
}

TimelineStore storeOf(const ToldRun& run)
{
    std::vector<RankTimeline> ranks;
    for (int rank = 0; rank < run.hosts * run.ranksPerHost; ++rank)
        ranks.push_back({rank, rank / run.ranksPerHost, QStringLiteral("host"), {}, 0});
    TimelineStore store(ranks);
    for (int rank = 0; rank < run.hosts * run.ranksPerHost; ++rank) {
        TimelineScanner scanner;
        scanner.feed(journalText(toldJournal(run, rank)),
                     [&](ToldStep&& told) { store.append(static_cast<std::size_t>(rank), std::move(told)); });
    }
    return store;
}

/// The share of a column that spans of one list cover, by points that lie close together.
double coveredShare(const std::vector<std::pair<double, double>>& spans, double from, double to)
{
    constexpr int kPoints = 4000;
    int inside = 0;
    for (int i = 0; i < kPoints; ++i) {
        const double at = from + (i + 0.5) * (to - from) / kPoints;
        inside += std::ranges::any_of(spans,
                                      [at](const auto& span) { return at >= span.first && at < span.second; })
                      ? 1
                      : 0;
    }
    return static_cast<double>(inside) / kPoints;
}

} // namespace

class TimelineTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;

private slots:
    void picksTimelinesOutOfAJournalCutAnywhere()
    {
        const ToldRun run;
        const std::string text = journalText(toldJournal(run, 1));
        for (const std::size_t chunk : {std::size_t{1}, std::size_t{37}, std::size_t{1} << 20}) {
            TimelineScanner scanner;
            std::vector<ToldStep> found;
            for (std::size_t at = 0; at < text.size(); at += chunk)
                scanner.feed(std::string_view(text).substr(at, chunk),
                             [&](ToldStep&& told) { found.push_back(std::move(told)); });
            QCOMPARE(found.size(), static_cast<std::size_t>(run.steps));
            for (int i = 0; i < run.steps; ++i)
                QVERIFY(found[static_cast<std::size_t>(i)].timeline == toldStep(run, 1, i));
        }
    }

    void aJournalReadFromItsMiddleLosesOneLineAtMost()
    {
        const std::string text = journalText(toldJournal({}, 0));
        TimelineScanner scanner(TimelineScanner::Start::Anywhere);
        int found = 0;
        scanner.feed(std::string_view(text).substr(text.size() / 2 + 3), [&](ToldStep&&) { ++found; });
        QVERIFY(found >= 11 && found <= 12);
    }

    /// From a stranger: what is no time is no step, and nothing grows.
    void passesOverNumbersThatAreNoTimes()
    {
        const StepTimeline good = toldStep({}, 0, 1);
        QVERIFY(isSound(good));
        const auto spoilt = [&good](const auto& spoil) {
            StepTimeline timeline = good;
            spoil(timeline);
            return timeline;
        };
        std::vector<StepTimeline> bad = {
            spoilt([](StepTimeline& one) { one.step = -1; }),
            spoilt([](StepTimeline& one) { one.startNs = kLatestMonotonicNs + 1; }),
            spoilt([](StepTimeline& one) { one.forwardUs = {1}; }),
            spoilt([](StepTimeline& one) {
                one.forwardUs = {5, 1};
            }),
            spoilt([](StepTimeline& one) {
                one.backwardUs = {0, std::nan("")};
            }),
            spoilt([](StepTimeline& one) {
                one.backwardUs = {0, HUGE_VAL};
            }),
            spoilt([](StepTimeline& one) {
                one.dataUs = {-1, 2};
            }),
            spoilt([](StepTimeline& one) { one.bucketBytes.pop_back(); }),
        };
        for (const StepTimeline& timeline : bad) {
            QVERIFY(!isSound(timeline));
            TimelineScanner().feed(journalText({{0, 0, 0, timeline}}),
                                   [](ToldStep&&) { QFAIL("taken for a step"); });
        }
        TimelineScanner scanner;
        const std::string endless(std::size_t{1} << 20, 'x');
        for (int i = 0; i < 8; ++i)
            scanner.feed(endless, [](ToldStep&&) {});
        int found = 0;
        scanner.feed("\n" + journalText({{0, 0, 0, good}}), [&](ToldStep&&) { ++found; });
        QCOMPARE(found, 1);
    }

    /// Hosts that have booted at other times, whose clocks drift and whose wall clocks are seconds apart;
    /// every end of a sum is heard of up to 0.3 ms late.
    void clocksOfHostsAreAlignedByTheEndsOfCommonSums()
    {
        ToldRun run;
        run.hosts = 4;
        run.steps = 900; // nine minutes
        run.driftPpm = 30;
        run.lateUs = 300;
        run.hasWallSkew = true;
        const TimelineStore store = storeOf(run);
        const std::vector<HostClock> clocks = store.clocks();
        QCOMPARE(clocks[0].basis(), HostClock::Basis::Reference);
        for (std::size_t lane = 0; lane < store.ranks().size(); ++lane) {
            const RankTimeline& rank = store.ranks()[lane];
            if (rank.host > 0)
                QCOMPARE(clocks[lane].basis(), HostClock::Basis::CommonSums);
            for (const ToldStep& told : rank.steps) {
                const std::int64_t truth = run.trueNs(static_cast<int>(told.timeline.step / 16));
                const std::int64_t error = clocks[lane].shared(told.timeline.startNs) - truth;
                QVERIFY2(std::abs(error) < 1'000'000 + 350'000, qPrintable(QString::number(error)));
                const std::int64_t beside =
                    clocks[lane].shared(told.timeline.startNs) -
                    clocks[0].shared(store.ranks()[0]
                                         .steps[static_cast<std::size_t>(told.timeline.step / 16)]
                                         .timeline.startNs);
                QVERIFY2(std::abs(beside) < 350'000, qPrintable(QString::number(beside)));
            }
        }
    }

    void withoutCommonSumsTheWallClocksCount()
    {
        ToldRun run;
        run.buckets = 1;
        TimelineStore store = storeOf(run);
        std::vector<RankTimeline> ranks = store.ranks();
        for (RankTimeline& rank : ranks) {
            for (ToldStep& told : rank.steps) {
                told.timeline.bucketUs.clear();
                told.timeline.bucketBytes.clear();
            }
        }
        const std::vector<HostClock> clocks = TimelineStore(std::move(ranks)).clocks();
        QCOMPARE(clocks[2].basis(), HostClock::Basis::WallClock);
        const std::int64_t error = clocks[2].shared(run.clockNs(1, run.trueNs(3))) - run.trueNs(3);
        QVERIFY(std::abs(error) < 2'000'000);
    }

    void overlapIsWhatTheRankDidNotWaitFor()
    {
        const Overlap overlap = overlapOf(toldStep({}, 0, 0)); // sums from 30 to 80 ms, waiting from 60 on
        QCOMPARE(std::round(overlap.summing), 50'000.0);
        QCOMPARE(std::round(overlap.shown), 20'000.0);
    }

    void lanesShowExactlyWhatLiesInEveryPixel()
    {
        ToldRun run;
        run.slowRank = 1;
        run.slowerMs = 25;
        run.buckets = 7;
        const TimelineStore store = storeOf(run);
        const std::vector<HostClock> clocks = store.clocks();
        const StepSlots axis(store, clocks);
        QCOMPARE(axis.all().size(), static_cast<std::size_t>(run.steps));
        std::mt19937 random(7);
        for (int round = 0; round < 12; ++round) {
            const double whole = axis.lengthUs();
            LaneWindow window;
            window.usPerColumn = whole / 40 * std::pow(0.3, round % 6);
            window.fromUs = static_cast<double>(random() % 1000) / 1000 * whole - whole / 20;
            const std::size_t lane = random() % store.ranks().size();
            std::vector<LaneColumn> columns(40);
            coverLane(store.ranks()[lane], clocks[lane], axis, window, columns);
            std::array<std::vector<std::pair<double, double>>, 7> spans;
            for (const ToldStep& told : store.ranks()[lane].steps) {
                const double begin = beginOnAxis(*axis.find(told.timeline.step), told, clocks[lane]);
                const auto take = [&](const std::vector<double>& times, std::size_t list, bool alternates) {
                    for (std::size_t i = 0; i < times.size(); i += 2)
                        spans[list + (alternates ? i / 2 % 2 : 0)].emplace_back(begin + times[i],
                                                                                begin + times[i + 1]);
                };
                for (const StepPart part : kStepParts)
                    take(spansOf(told.timeline, part), static_cast<std::size_t>(part), false);
                take(told.timeline.bucketUs, 5, true);
            }
            for (std::size_t x = 0; x < columns.size(); ++x) {
                const double from = window.fromUs + static_cast<double>(x) * window.usPerColumn;
                for (std::size_t list = 0; list < spans.size(); ++list) {
                    const float drawn = list < 5 ? columns[x].parts[list] : columns[x].buckets[list - 5];
                    const double truth = coveredShare(spans[list], from, from + window.usPerColumn);
                    QVERIFY2(std::abs(drawn - truth) < 0.01,
                             qPrintable(QStringLiteral("%1 instead of %2").arg(drawn).arg(truth)));
                }
            }
        }
    }

    void oldStepsMakeRoom()
    {
        TimelineStore store({{0, 0, {}, {}, 0}, {1, 0, {}, {}, 0}});
        ToldStep told{toldStep({}, 0, 0), 0};
        for (int i = 0; i < 3000; ++i) {
            told.timeline.step = i;
            store.append(0, ToldStep(told));
        }
        QCOMPARE(store.ranks()[0].steps.size(), TimelineStore::kMaxSteps);
        QCOMPARE(store.ranks()[0].steps.back().timeline.step, std::int64_t{2999});
        store.append(0, ToldStep(told)); // once more the same
        QCOMPARE(store.ranks()[0].steps.size(), TimelineStore::kMaxSteps);
        QVERIFY(store.ranks()[1].steps.empty());
    }

    void followsTheMirrorsOfARun()
    {
        const ToldRun run;
        const Result<RunFolder> folder = writeToldRun(m_folder.path(), run);
        QVERIFY(folder.ok());
        const std::string whole = journalText(toldJournal(run, 2));
        const QString path = folder->journalPath(2);
        QVERIFY(QFile::resize(path, static_cast<qint64>(whole.size() / 2)));
        TimelineReader reader;
        QSignalSpy extended(&reader, &TimelineReader::extended);
        reader.setFolder(*folder);
        reader.setActive(true);
        const auto steps = [&reader](std::size_t lane) { return reader.store().ranks()[lane].steps.size(); };
        QTRY_COMPARE(steps(0), static_cast<std::size_t>(run.steps));
        QTRY_VERIFY(steps(2) >= 10 && steps(2) < 20);
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Append));
        file.write(whole.data() + whole.size() / 2, static_cast<qint64>(whole.size() - whole.size() / 2));
        file.close();
        QTRY_COMPARE(steps(2), static_cast<std::size_t>(run.steps));
        QVERIFY(extended.count() >= 2);
    }

    void heatIsTheMeanOfEveryCell()
    {
        MetricTable table;
        std::mt19937 random(3);
        std::uniform_real_distribution<float> seconds(0.01F, 0.02F);
        constexpr int kRanks = 9;
        constexpr std::int64_t kSteps = 500;
        std::vector<std::vector<float>> whole(kRanks);
        std::vector<std::vector<float>> waiting(kRanks);
        for (int rank = 0; rank < kRanks; ++rank) {
            for (std::int64_t step = 1; step <= kSteps; ++step) {
                whole[static_cast<std::size_t>(rank)].push_back(seconds(random));
                waiting[static_cast<std::size_t>(rank)].push_back(seconds(random) / 4);
                QVERIFY(table.append(rank, Metric::StepSeconds, step,
                                     whole[static_cast<std::size_t>(rank)].back()));
                QVERIFY(table.append(rank, Metric::NetworkSeconds, step,
                                     waiting[static_cast<std::size_t>(rank)].back()));
            }
        }
        QVector<int> ranks;
        for (int rank = 0; rank < kRanks; ++rank)
            ranks.append(rank);
        for (const auto& [lower, upper, rows, columns] :
             {std::tuple(1.0, 501.0, 9, 50), std::tuple(40.0, 90.0, 9, 50),
              std::tuple(-20.0, 620.0, 4, 64)}) {
            const HeatWindow window{HeatValue::OwnWork,
                                    ranks,
                                    lower,
                                    upper,
                                    static_cast<std::size_t>(rows),
                                    static_cast<std::size_t>(columns)};
            const HeatGrid grid = heatGrid(table, window);
            // A rank at a time it becomes the same.
            HeatGridWork work(window);
            for (int rank = 1; rank <= kRanks; ++rank)
                QCOMPARE(work.advance(table, QDeadlineTimer(0)), rank == kRanks);
            const HeatGrid slowly = work.take();
            QVERIFY(std::ranges::equal(grid.values, slowly.values, [](float a, float b) {
                return a == b || (std::isnan(a) && std::isnan(b));
            }));
            const double width = (upper - lower) / columns;
            for (int row = 0; row < rows; ++row) {
                for (int column = 0; column < columns; ++column) {
                    double largest = -1;
                    for (int rank = 0; rank < kRanks; ++rank) {
                        double sum = 0;
                        int count = 0;
                        for (std::int64_t step = 1; step <= kSteps; ++step) {
                            const double from = lower + column * width;
                            if (rank * rows / kRanks != row || static_cast<double>(step) < from ||
                                static_cast<double>(step) >= from + width)
                                continue;
                            const auto at = static_cast<std::size_t>(step - 1);
                            sum += whole[static_cast<std::size_t>(rank)][at] -
                                   waiting[static_cast<std::size_t>(rank)][at];
                            ++count;
                        }
                        if (count > 0)
                            largest = std::max(largest, sum / count);
                    }
                    const float shown =
                        grid.at(static_cast<std::size_t>(row), static_cast<std::size_t>(column));
                    QVERIFY(largest < 0 ? std::isnan(shown) : std::abs(shown - largest) < 1e-6);
                }
            }
        }
    }

    /// Python reads journals and trace, and knows nothing of this program.
    void theTraceIsWhatTheJournalsTell()
    {
        ToldRun run;
        run.hosts = 3;
        run.driftPpm = 20;
        run.lateUs = 60;
        run.slowRank = 4;
        run.slowerMs = 12.3;
        run.hasWallSkew = true;
        const Result<RunFolder> folder = writeToldRun(m_folder.path(), run);
        QVERIFY(folder.ok());
        const QString file = m_folder.filePath(QStringLiteral("run.trace.json"));
        const Result<qint64> steps = writeTrace(*folder, file);
        QVERIFY2(steps.ok(), steps.ok() ? "" : steps.error().text.c_str());
        QCOMPARE(*steps, qint64{run.steps} * 6);
        QStringList arguments = {QStringLiteral(LOCKSTEP_SOURCE_DIR "/tests/app/timeline/read_trace.py"),
                                 file, QString::number(run.ranksPerHost)};
        for (int rank = 0; rank < 6; ++rank)
            arguments.append(folder->journalPath(rank));
        QProcess reader;
        reader.start(QStringLiteral("python3"), arguments);
        QVERIFY(reader.waitForFinished(60'000));
        QVERIFY2(reader.exitCode() == 0, reader.readAllStandardError().constData());
        QCOMPARE(reader.readAllStandardOutput().trimmed(), QByteArray::number(run.steps * 6));
    }

    void ranksThatTheNewestAttemptLacksAreInTheTrace()
    {
        ToldRun run;
        run.hosts = 3;
        Result<RunFolder> folder = writeToldRun(m_folder.path(), run);
        QVERIFY(folder.ok());
        RunInfo without = nextAttempt(folder->info(), {});
        without.roster = {0, 2};
        QVERIFY(folder->setInfo(without).ok());
        const Result<qint64> steps = writeTrace(*folder, m_folder.filePath(QStringLiteral("lacking.json")));
        QVERIFY2(steps.ok(), steps.ok() ? "" : steps.error().text.c_str());
        QCOMPARE(*steps, qint64{run.steps} * run.hosts * run.ranksPerHost);
    }

    void aTraceOfNothingOrGivenUpLeavesNoFile()
    {
        ToldRun run;
        run.steps = 0;
        const Result<RunFolder> empty = writeToldRun(m_folder.path(), run);
        QVERIFY(empty.ok());
        const QString file = m_folder.filePath(QStringLiteral("none.json"));
        const Result<qint64> nothing = writeTrace(*empty, file);
        QVERIFY(!nothing.ok() && nothing.error().text.starts_with("The journals of this run do not tell"));
        QVERIFY(!QFile::exists(file));
        const Result<RunFolder> full = writeToldRun(m_folder.path(), ToldRun());
        QVERIFY(!writeTrace(*full, file, [](qint64 done, qint64 total) { return done < total; }).ok());
        QVERIFY(!QFile::exists(file));
        QVERIFY(!writeTrace(*full, m_folder.filePath(QStringLiteral("no/such/folder.json"))).ok());
    }
};

QTEST_GUILESS_MAIN(TimelineTest)
#include "timeline_test.moc"
