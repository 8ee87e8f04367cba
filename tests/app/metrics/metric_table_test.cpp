// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/metrics/metric_table.h"

#include <QTest>
#include <QThreadPool>
#include <cmath>
#include <random>
#include <set>

using namespace lockstep;

namespace {

constexpr std::int64_t kStartMs = 1'795'219'200'000;
constexpr std::int64_t kStepsPerEpoch = 250;

Record step(std::int64_t number, std::int64_t wallMs, double loss = 1)
{
    return {0, 0, wallMs, StepFinished{.step = number, .loss = loss}};
}

Record started(int attempt, std::int64_t firstStep, std::int64_t wallMs)
{
    RankStarted event;
    event.attempt = attempt;
    event.firstStep = firstStep;
    event.stepsPerEpoch = kStepsPerEpoch;
    event.trainingSamples = 6000;
    return {0, 0, wallMs, event};
}

Record epochEnd(int epoch, std::int64_t wallMs)
{
    return {0, 0, wallMs, EpochFinished{.epoch = epoch, .step = (epoch + 1) * kStepsPerEpoch, .loss = 0.5}};
}

/// Two attempts, the second an hour later from step 600 on; now and then steps take long, or the clock goes
/// back.
MetricTable resumedRun()
{
    std::mt19937 random(5);
    std::vector<Record> records{started(1, 0, kStartMs)};
    std::int64_t now = kStartMs + 500;
    const auto train = [&](std::int64_t from, std::int64_t to) {
        for (std::int64_t i = from; i < to; ++i) {
            now += random() % 50 == 0   ? 900
                   : random() % 60 == 0 ? -40
                                        : static_cast<std::int64_t>(random() % 30);
            records.push_back(step(i, now, static_cast<double>(random() % 1000)));
            if ((i + 1) % kStepsPerEpoch == 0)
                records.push_back(epochEnd(static_cast<int>(i / kStepsPerEpoch), now));
        }
    };
    train(0, 900);
    now += 3'600'000;
    records.push_back(started(2, 600, now));
    train(600, 2000);
    MetricTable table;
    table.append(0, records);
    return table;
}

std::vector<std::string> names(const MetricTable& table)
{
    std::vector<std::string> all;
    for (const Metric metric : table.metrics())
        all.emplace_back(metric.name());
    return all;
}

bool has(const MetricTable& table, const char* name, double value)
{
    const Series* series = table.find(Metric::named(name), 0);
    return series != nullptr && series->value(0) == static_cast<float>(value);
}

constexpr XAxis kAxes[] = {XAxis::Step, XAxis::Epoch, XAxis::Images, XAxis::WallTime, XAxis::RelativeTime};

} // namespace

class MetricTableTest : public QObject {
    Q_OBJECT
private slots:
    void aMetricIsItsName()
    {
        QCOMPARE(Metric(Metric::Loss).name(), std::string_view("step.loss"));
        for (std::uint16_t i = 0; i < kKnownMetrics; ++i) {
            const Metric known = static_cast<KnownMetric>(i);
            QVERIFY(!known.name().empty());
            QVERIFY(Metric::named(known.name()) == known);
        }
        const Metric own = Metric::named("link.3.late_fraction");
        QVERIFY(!own.isKnown() && own == Metric::named("link.3.late_fraction"));
        QCOMPARE(own.group(), std::string_view("link"));
        QCOMPARE(own.member(), std::string_view("3.late_fraction"));
        QVERIFY(own.keyKind() == KeyKind::Step);
        QVERIFY(Metric::named("evaluated.evaluation.loss").keyKind() == KeyKind::Epoch);
        QVERIFY(Metric(Metric::EpochLoss).keyKind() == KeyKind::Epoch);
        QVERIFY(Metric().isNone() && Metric::named("").isNone() && Metric().name().empty());
        QVERIFY(readsBefore(Metric::EpochLoss, own) && readsBefore(own, Metric::named("link.4.a")));
    }

    void namesMeanTheSameOnEveryThread()
    {
        constexpr int kThreads = 4;
        std::vector<std::vector<Metric>> found(kThreads);
        QThreadPool pool;
        for (std::vector<Metric>& own : found) {
            pool.start([&own] {
                for (int i = 0; i < 500; ++i)
                    own.push_back(Metric::named("step.by_thread_" + std::to_string(i)));
            });
        }
        pool.waitForDone();
        for (const std::vector<Metric>& own : found)
            QVERIFY(own == found[0]);
        QCOMPARE(found[0][7].name(), std::string_view("step.by_thread_7"));
    }

    void everyNumberOfAJournalIsAMetric()
    {
        std::vector<Record> records{
            started(1, 0, kStartMs),
            {0, 0, 0, StepFinished{.top1 = 0.5, .further = {{"staleness", 3}, {"loss", 99}}}},
            {0, 0, 0, DeviceSampled{.busy = 0.75, .further = {{"fan", 0.25}}}},
            {0, 0, 0, LinksMeasured{2, {3, 9}, {100, 40}, {50, 20}, {0.5, 0}}}, // 9: the second server
            {0, 0, 0, LinksMeasured{2, {4}, {100}, {50}, {}}},                  // lists that do not fit
            {0, 0, 0, LinksMeasured{2, {5}, {1}, {1}, {0}, {1.5}, {0}, {0}, {12.5}, {94}, {1}, {6}, {14480}}},
            {0, 0, 0, CollectiveFinished{0, "all-reduce", 7, 0, 0, -1}},
            {0, 0, 0, StepSkipped{.step = 1, .lossScale = 1024}},
            {0, 0, 0, EpochFinished{.further = {{"gradient_norm", 2}}}},
            {0, 0, 0, Evaluated{.set = "evaluation", .top5 = 0.9, .further = {{"recall", 0.4}}}},
        };
        std::get<RankStarted>(records.front().event).worldSize = 8;
        MetricTable table;
        table.append(0, records);
        QVERIFY(has(table, "step.top1", 0.5) && has(table, "step.staleness", 3));
        QVERIFY(has(table, "step.loss", 0)); // the member of the kind, not the further one of its name
        QVERIFY(has(table, "device.busy", 0.75) && has(table, "device.fan", 0.25));
        QVERIFY(has(table, "link.3.bytes_sent_per_second", 50) && has(table, "link.3.late_fraction", 0.25));
        QVERIFY(has(table, "link.3.bytes_received_per_second", 25));
        QVERIFY(has(table, "link.server-1.bytes_sent_per_second", 20));
        QVERIFY(has(table, "link.5.sending_fraction", 0.75) && has(table, "link.5.delivered_mbps", 94));
        QVERIFY(has(table, "link.5.round_trip_ms", 12.5) && has(table, "link.5.resent_per_second", 3));
        QVERIFY(has(table, "collective.bytes_sent", 7) && has(table, "step.loss_scale", 1024));
        QVERIFY(has(table, "epoch.gradient_norm", 2));
        QVERIFY(has(table, "evaluated.evaluation.top5", 0.9) &&
                has(table, "evaluated.evaluation.recall", 0.4));
        QVERIFY(!table.find(Metric::GpuBusy, 0) && !table.find(Metric::named("link.4.late_fraction"), 0));
        const std::vector<std::string> all = names(table);
        QCOMPARE(all.front(), std::string("step.loss"));
        QCOMPARE(all.back(), std::string("step.staleness"));
        QCOMPARE(std::set(all.begin(), all.end()).size(), all.size());
    }

    void aJournalCannotFillTheMemoryWithNames()
    {
        MetricTable table;
        std::vector<Record> records;
        for (int i = 0; i < 10'000; ++i)
            records.push_back(
                {0, 0, 0, StepFinished{.step = i, .further = {{"endless" + std::to_string(i), 1}}}});
        table.append(0, records);
        QVERIFY(table.metrics().size() < 5000);
        QCOMPARE(table.find(Metric::Loss, 0)->size(), std::size_t{10'000});
    }

    void everyAxisNeverDescendsAndFindsItsKeys()
    {
        const MetricTable table = resumedRun();
        for (const XAxis axis : kAxes) {
            for (const Metric metric : {Metric::Loss, Metric::EpochLoss}) {
                QVERIFY(table.knows(axis));
                const KeyScale scale = table.scale(axis, metric, 0);
                QVERIFY(scale.isKnown());
                std::vector<double> x;
                for (std::int64_t key = 0; key < 2100; ++key)
                    x.push_back(scale.x(key));
                QVERIFY(std::is_sorted(x.begin(), x.end()));
                for (std::size_t i = 0; i < 2000; i += 13) {
                    for (const double at : {x[i], std::nextafter(x[i], 1e300), x[i] + 0.3}) {
                        const auto first = std::lower_bound(x.begin(), x.end(), at) - x.begin();
                        if (first < 2100)
                            QCOMPARE(scale.firstKeyAt(at), std::int64_t{first});
                    }
                }
            }
        }
    }

    void axesTellWhatHappened()
    {
        const MetricTable table = resumedRun();
        const auto x = [&](XAxis axis, Metric metric, std::int64_t key) {
            return table.scale(axis, metric, 0).x(key);
        };
        QCOMPARE(x(XAxis::Epoch, Metric::Loss, 500), 2.0);
        QCOMPARE(x(XAxis::Epoch, Metric::Loss, 625), 2.5);
        QCOMPARE(x(XAxis::Step, Metric::EpochLoss, 3), 750.0);
        QCOMPARE(x(XAxis::Images, Metric::Loss, 625), 15'000.0);
        QCOMPARE(x(XAxis::Images, Metric::EpochLoss, 2), 12'000.0);
        QCOMPARE(x(XAxis::WallTime, Metric::EpochLoss, 4), x(XAxis::WallTime, Metric::Loss, 1000));
        const double wall = x(XAxis::WallTime, Metric::Loss, 601) - x(XAxis::WallTime, Metric::Loss, 600);
        const double relative =
            x(XAxis::RelativeTime, Metric::Loss, 601) - x(XAxis::RelativeTime, Metric::Loss, 600);
        QVERIFY(wall > 3600);
        QVERIFY(relative >= 0 && relative < 1);
        QVERIFY(x(XAxis::RelativeTime, Metric::Loss, 1) < 2);
    }

    void columnsOverEveryAxisAreExact()
    {
        const MetricTable table = resumedRun();
        const Series& loss = *table.find(Metric::Loss, 0);
        std::mt19937 random(17);
        for (const XAxis axis : kAxes) {
            const KeyScale scale = table.scale(axis, Metric::Loss, 0);
            const double first = scale.x(0);
            const double size = scale.x(2000) - first;
            for (int trial = 0; trial < 40; ++trial) {
                const double lower = first + size * (static_cast<double>(random() % 1100) / 1000 - 0.05);
                const double upper = lower + size * static_cast<double>(1 + random() % 500) / 1000;
                std::vector<Extent> columns(1 + random() % 300);
                loss.columns(scale, lower, upper, columns);
                std::vector<Extent> expected(columns.size());
                const double width = (upper - lower) / static_cast<double>(columns.size());
                for (std::size_t i = 0; i < loss.size(); ++i) {
                    const double x = scale.x(loss.key(i));
                    std::size_t column = 0;
                    while (column + 1 < columns.size() &&
                           lower + static_cast<double>(column + 1) * width <= x)
                        ++column;
                    if (x >= lower && x < upper)
                        expected[column].add(loss.value(i));
                }
                for (std::size_t i = 0; i < columns.size(); ++i) {
                    QCOMPARE(columns[i].low, expected[i].low);
                    QCOMPARE(columns[i].high, expected[i].high);
                    QCOMPARE(columns[i].count, expected[i].count);
                }
            }
        }
    }

    void whatAnAttemptDidInVainIsKeptBesideTheCleanCurve()
    {
        const MetricTable table = resumedRun();
        QCOMPARE(table.find(Metric::Loss, 0)->size(), std::size_t{2000});
        const std::span<const DiscardedPiece> pieces = table.discarded(Metric::Loss, 0);
        QCOMPARE(pieces.size(), std::size_t{1});
        QCOMPARE(pieces[0].attempt, 1);
        QCOMPARE(pieces[0].series.size(), std::size_t{300});
        QCOMPARE(pieces[0].series.key(0), std::int64_t{601});
        const double before = table.discardedScale(XAxis::WallTime, Metric::Loss, 0, 1).x(601);
        QVERIFY(table.scale(XAxis::WallTime, Metric::Loss, 0).x(601) - before > 3600);
        QVERIFY(before > table.scale(XAxis::WallTime, Metric::Loss, 0).x(599));
        QCOMPARE(table.discarded(Metric::EpochLoss, 0).size(), std::size_t{1}); // the third epoch
        QVERIFY(table.discarded(Metric::Loss, 1).empty());
    }

    void marksAreThoseOfAllRanksOnce()
    {
        MetricTable table = resumedRun();
        std::vector<Record> records{started(1, 0, kStartMs),
                                    step(0, kStartMs),
                                    epochEnd(0, kStartMs),
                                    {0, 0, 0, CheckpointSaved{250, 1, "checkpoints", 1, true}},
                                    {0, 0, 0, StepSkipped{.step = 3, .lossScale = 2}}};
        table.append(1, records);
        RunMarks marks = table.marks();
        QCOMPARE(marks.epochs.size(), std::size_t{8});
        QVERIFY(marks.epochs[0] == (RunMarks::EpochEnd{250, 1}));
        QVERIFY(marks.checkpoints == (std::vector<RunMarks::Checkpoint>{{250, true}}));
        QVERIFY(marks.restarts == (std::vector<RunMarks::Restart>{{600, 2}}));
        QVERIFY(marks.skipped == (std::vector<RunMarks::SkippedUpdate>{{4, 1}}));
        table.append(1, std::vector<Record>{started(2, 100, kStartMs)});
        QVERIFY(table.marks().checkpoints.empty());
    }

    /// Steps are taken many at a time, and what happens between them happens at its place.
    void recordsTakenTogetherAreThoseTakenOneByOne()
    {
        std::mt19937 random(23);
        std::vector<Record> records{started(1, 0, kStartMs)};
        for (std::int64_t i = 0; i < 1000; ++i) {
            StepFinished event{.step = i, .loss = static_cast<double>(random() % 1000)};
            event.forwardSeconds = static_cast<double>(random() % 100);
            if (random() % 40 == 0)
                event.further = {{"staleness", static_cast<double>(random() % 9)}};
            records.push_back({0, 0, kStartMs + i * 20, event});
            if (random() % 70 == 0)
                records.push_back({0, 0, kStartMs, DeviceSampled{.busy = static_cast<double>(i)}});
            if (i == 600 && records.size() < 700) { // once
                records.push_back(started(2, 500, kStartMs + 60'000));
                i = 499;
            }
        }
        MetricTable together;
        together.append(0, records);
        MetricTable single;
        for (const Record& record : records)
            single.append(0, std::span(&record, 1));
        QVERIFY(together.metrics() == single.metrics());
        for (const Metric metric : single.metrics()) {
            const Series& one = *single.find(metric, 0);
            const Series& other = *together.find(metric, 0);
            QCOMPARE(other.size(), one.size());
            for (std::size_t i = 0; i < one.size(); ++i) {
                QCOMPARE(other.key(i), one.key(i));
                QCOMPARE(other.value(i), one.value(i));
            }
        }
        QCOMPARE(together.discarded(Metric::Loss, 0).size(), single.discarded(Metric::Loss, 0).size());
        QCOMPARE(together.completed({0, 700}).wallMs, single.completed({0, 700}).wallMs);
    }

    void valuesThatAreNotFiniteKeepTheirPlaces()
    {
        Series series;
        const float values[] = {1, NAN, NAN, INFINITY, 2, -INFINITY, 3};
        for (std::int64_t i = 0; i < 7; ++i)
            series.append(i, static_cast<double>(values[i]));
        const auto runs = [&series] {
            std::vector<std::pair<std::size_t, std::size_t>> all;
            for (const NonFinite& run : series.nonFinite())
                all.emplace_back(run.begin, run.end);
            return all;
        };
        using Runs = std::vector<std::pair<std::size_t, std::size_t>>;
        QVERIFY(runs() == (Runs{{1, 3}, {3, 4}, {5, 6}}));
        QVERIFY(std::isnan(series.nonFinite()[0].value));
        QCOMPARE(series.nonFinite()[2].value, -INFINITY);
        series.cutFrom(2);
        QVERIFY(runs() == (Runs{{1, 2}}));
        series.append(9, std::nan(""));
        QVERIFY(runs() == (Runs{{1, 3}}));
        series.cutFrom(1);
        QVERIFY(runs().empty());
    }

    void aSketchLooksTheSameFromAfar()
    {
        const MetricTable table = resumedRun();
        constexpr std::size_t kGroups = 100;
        const MetricTable sketch = table.sketch(kGroups);
        QVERIFY(sketch.metrics() == table.metrics());
        const Series& loss = *table.find(Metric::Loss, 0);
        const Series& drawn = *sketch.find(Metric::Loss, 0);
        QCOMPARE(drawn.size(), 2 * kGroups);
        for (std::size_t i = 0; i < kGroups; ++i) {
            const Extent group = loss.over(i * 20, (i + 1) * 20);
            QCOMPARE(drawn.value(2 * i), group.low);
            QCOMPARE(drawn.value(2 * i + 1), group.high);
            QCOMPARE(drawn.key(2 * i), loss.key(i * 20));
        }
        QCOMPARE(sketch.find(Metric::EpochLoss, 0)->size(), table.find(Metric::EpochLoss, 0)->size());
        QVERIFY(sketch.marks() == table.marks());
        for (const XAxis axis : kAxes) {
            const double there = table.scale(axis, Metric::Loss, 0).x(1500);
            QVERIFY(std::abs(sketch.scale(axis, Metric::Loss, 0).x(1500) - there) < 2);
        }
    }

    void aMomentIsCompletedByWhatTheRankTells()
    {
        const MetricTable table = resumedRun();
        const Moment byStep = table.completed({.rank = 0, .step = 700});
        QVERIFY(byStep.wallMs > kStartMs + 3'600'000);
        const Moment byTime = table.completed({.rank = 0, .wallMs = byStep.wallMs});
        QVERIFY(byTime.step >= 700 && byTime.step < 710);
        QCOMPARE(table.completed({.rank = 0, .wallMs = 5}).step, std::int64_t{0});
        QVERIFY(table.completed({.rank = 9, .step = 700}) == (Moment{.rank = 9, .step = 700}));
    }

    void otherSourcesMayLackWhatAnAxisNeeds()
    {
        MetricTable table;
        QVERIFY(table.append(0, Metric::Loss, 10, 0.5));
        QVERIFY(!table.append(0, Metric::Loss, 10, 0.5));
        QVERIFY(!table.append(-1, Metric::Loss, 11, 0.5));
        QVERIFY(!table.append(0, Metric(), 11, 0.5));
        QVERIFY(table.knows(XAxis::Step));
        for (const XAxis axis : {XAxis::Epoch, XAxis::Images, XAxis::WallTime, XAxis::RelativeTime}) {
            QVERIFY(!table.knows(axis));
            QVERIFY(std::isnan(table.scale(axis, Metric::Loss, 0).x(10)));
        }
        std::vector<Extent> columns(3);
        table.find(Metric::Loss, 0)->columns(table.scale(XAxis::WallTime, Metric::Loss, 0), 0, 1, columns);
        QVERIFY(columns[0].empty() && columns[1].empty() && columns[2].empty());
        table.appendTime(0, 10, kStartMs);
        table.appendEpochEnd(0, 1, 20);
        QVERIFY(table.knows(XAxis::WallTime) && table.knows(XAxis::Epoch) && !table.knows(XAxis::Images));
        QCOMPARE(table.scale(XAxis::Epoch, Metric::Loss, 0).x(10), 0.5);
        QCOMPARE(table.scale(XAxis::Epoch, Metric::Loss, 0).x(30), 1.5);
    }
};

QTEST_GUILESS_MAIN(MetricTableTest)
#include "metric_table_test.moc"
