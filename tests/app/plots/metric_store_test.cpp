// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/metrics/metric_store.h"
#include "app/plots/column_cache.h"
#include "app/plots/metric_text.h"
#include "app/plots/plot_view.h"
#include "app/plots/series_csv.h"
#include "engine/protocol/step_numbers.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <string>

using namespace lockstep;

namespace {

Record step(std::int64_t number, double loss)
{
    StepFinished event;
    event.step = number;
    event.loss = loss;
    event.samplesPerSecond = 100;
    return {static_cast<std::uint64_t>(number), 0, 0, event};
}

void fill(MetricStore& store, int rank, std::int64_t from, std::int64_t to)
{
    std::vector<Record> records;
    for (std::int64_t i = from; i < to; ++i)
        records.push_back(step(i, static_cast<double>(i)));
    store.append(rank, records);
}

/// Of all that the store holds.
ValueRange valuesInSight(PlotView& view, const MetricStore& store, const PlotSpec& spec)
{
    constexpr int kPixels = 100;
    const ValueRange keys = view.keys(store.table());
    ColumnCache columns;
    return view.values(store.table(), spec.left, {keys.lower, keys.upper, kPixels}, columns);
}

} // namespace

class MetricStoreTest : public QObject {
    Q_OBJECT
private slots:
    void keepsAMillionRecordsOfEveryRankInTheirPlaces()
    {
        MetricStore store;
        QSignalSpy extended(&store, &MetricStore::extended);
        for (int chunk = 0; chunk < 1000; ++chunk)
            fill(store, chunk % 4, chunk / 4 * 1000, (chunk / 4 + 1) * 1000);
        QCOMPARE(extended.count(), 1000);
        QCOMPARE(store.table().ranks(Metric::Loss), (QVector<int>{0, 1, 2, 3}));
        for (int rank = 0; rank < 4; ++rank) {
            const Series& series = *store.table().find(Metric::Loss, rank);
            QCOMPARE(series.size(), std::size_t{250'000});
            QCOMPARE(series.value(123'456), 123'456.0f);
            QCOMPARE(series.over(1000, 2000).low, 1000.0f);
        }
    }

    void sortsEventsIntoTheirMetrics()
    {
        MetricStore store;
        EpochFinished epoch;
        epoch.epoch = 0;
        epoch.loss = 0.5;
        Evaluated validation;
        validation.set = "validation";
        validation.top1 = 0.97;
        validation.loss = 0.1;
        Evaluated evaluation = validation;
        evaluation.set = "evaluation";
        evaluation.epoch = 7;
        store.append(2, std::vector<Record>{
                            step(0, 2.3), {1, 0, 0, epoch}, {2, 0, 0, validation}, {3, 0, 0, evaluation}});
        const MetricTable& table = store.table();
        QCOMPARE(table.find(Metric::EpochLoss, 2)->key(0), std::int64_t{1});
        QCOMPARE(table.find(Metric::EpochLoss, 2)->value(0), 0.5f);
        QCOMPARE(table.find(Metric::ValidationTop1, 2)->size(), std::size_t{1});
        QCOMPARE(table.find(Metric::ValidationTop1, 2)->value(0), 0.97f);
        QVERIFY(!table.find(Metric::Loss, 0));
        QVERIFY(!table.find(Metric::ValidationTop1, -1));
    }

    void whatAGpuDoesBelongsToTheStepBefore()
    {
        MetricStore store;
        const auto sampled = [](double busy, std::optional<double> watts) {
            return Record{0, 0, 0, DeviceSampled{0, 0, {.busy = busy, .powerWatts = watts}}};
        };
        store.append(0, std::vector<Record>{sampled(0.1, 50), step(0, 2.3), sampled(0.5, {}),
                                            sampled(0.6, 70), step(1, 2.2), step(2, 2.1), sampled(0.75, 80)});
        const Series* busy = store.table().find(Metric::GpuBusy, 0);
        QVERIFY(busy);
        QCOMPARE(busy->size(), std::size_t{2});
        QCOMPARE(busy->key(0), std::int64_t{1});
        QCOMPARE(busy->value(0), 0.5f);
        QCOMPARE(busy->key(1), std::int64_t{3});
        QCOMPARE(busy->value(1), 0.75f);
        // What was told later for the same step fills what was not known before.
        QCOMPARE(store.table().find(Metric::GpuWatts, 0)->value(0), 70.f);
        QVERIFY(!store.table().find(Metric::GpuCelsius, 0));
    }

    void aResumedAttemptContinuesOneCleanCurve()
    {
        MetricStore store;
        fill(store, 0, 0, 500);
        EpochFinished epoch;
        for (int i = 0; i < 5; ++i) {
            epoch.epoch = i;
            epoch.loss = 1;
            store.append(0, std::vector<Record>{{0, 0, 0, epoch}});
        }
        RankStarted started;
        started.attempt = 2;
        started.stepsPerEpoch = 100;
        started.firstStep = 300;
        store.append(0, std::vector<Record>{{0, 0, 0, started}, step(300, -1), step(301, -2)});
        const Series& loss = *store.table().find(Metric::Loss, 0);
        QCOMPARE(loss.size(), std::size_t{302});
        QCOMPARE(loss.value(300), -1.0f);
        QCOMPARE(store.table().find(Metric::EpochLoss, 0)->size(), std::size_t{3});
    }

    void everyTimeOfEveryStepIsKept()
    {
        MetricStore store;
        constexpr std::int64_t kSteps = 20'000;
        std::vector<Record> records;
        for (std::int64_t i = 0; i < kSteps; ++i) {
            StepFinished finished;
            finished.step = i;
            finished.dataSeconds = 0.25;
            finished.forwardSeconds = static_cast<double>(i % 7);
            finished.backwardSeconds = 2;
            finished.networkSeconds = 8;
            finished.optimizerSeconds = 0.5;
            records.push_back({0, 0, 0, finished});
        }
        store.append(0, records);
        const MetricTable& table = store.table();
        for (const Metric metric : {Metric::ForwardSeconds, Metric::ComputeSeconds, Metric::StepSeconds})
            QCOMPARE(table.find(metric, 0)->size(), static_cast<std::size_t>(kSteps));
        for (const std::size_t i : {std::size_t{0}, std::size_t{8191}, std::size_t{19'999}}) {
            const auto forward = static_cast<float>(i % 7);
            QCOMPARE(table.find(Metric::ForwardSeconds, 0)->value(i), forward);
            QCOMPARE(table.find(Metric::ComputeSeconds, 0)->value(i), forward + 2.5f);
            QCOMPARE(table.find(Metric::StepSeconds, 0)->value(i), forward + 10.75f);
        }
    }

    void compressingIsTheRanksOwnWork()
    {
        MetricStore store;
        StepFinished finished{.step = 0, .forwardSeconds = 1, .networkSeconds = 8};
        finished.further = {{std::string(kCompressionSecondsNumber), 0.5}};
        store.append(0, std::vector<Record>{{0, 0, 0, finished}});
        QCOMPARE(store.table().find(Metric::ComputeSeconds, 0)->value(0), 1.5f);
        QCOMPARE(store.table().find(Metric::NetworkSeconds, 0)->value(0), 8.0f);
        QCOMPARE(store.table().find(Metric::StepSeconds, 0)->value(0), 9.5f);
        QCOMPARE(store.table().find(compressionMetric(), 0)->value(0), 0.5f);
    }

    void recordsOfTheSameStepAreDrawnOnce()
    {
        MetricStore store;
        fill(store, 0, 0, 100);
        fill(store, 0, 50, 120);
        QCOMPARE(store.table().find(Metric::Loss, 0)->size(), std::size_t{120});
    }

    void aFittedViewShowsEverythingAndFollowsTheEnd()
    {
        MetricStore store;
        const PlotSpec spec = lossPlotSpec();
        PlotView view(spec);
        fill(store, 0, 0, 1000);
        ValueRange keys = view.keys(store.table());
        QVERIFY(keys.lower <= 1 && keys.upper >= 1000);
        view.zoomKeys(999, 0.1);
        QVERIFY(view.following() && !view.fitted());
        const double width = view.keys(store.table()).size();
        fill(store, 0, 1000, 3000);
        keys = view.keys(store.table());
        QVERIFY(keys.upper >= 2999);
        QCOMPARE(keys.size(), width);
        view.moveKeys(-1000);
        QVERIFY(!view.following());
        const double upper = view.keys(store.table()).upper;
        fill(store, 0, 3000, 4000);
        QCOMPARE(view.keys(store.table()).upper, upper);
        view.fit();
        QVERIFY(view.keys(store.table()).upper >= 3999);
    }

    void valueRangesHoldWhatIsThere_data()
    {
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::newRow("loss") << 0.02 << 2.4;
        QTest::newRow("flat") << 0.5 << 0.5;
        QTest::newRow("zero") << 0.0 << 0.0;
        QTest::newRow("huge") << 1.0 << 1e30;
        QTest::newRow("far from zero") << 1e6 << 1e6 + 1;
        QTest::newRow("negative") << -4.0 << -1.0;
    }
    void valueRangesHoldWhatIsThere()
    {
        QFETCH(double, low);
        QFETCH(double, high);
        MetricStore store;
        store.append(0, std::vector<Record>{step(0, low), step(1, high)});
        const PlotSpec spec = lossPlotSpec();
        PlotView view(spec);
        const ValueRange values = valuesInSight(view, store, spec);
        QVERIFY(std::isfinite(values.lower) && std::isfinite(values.upper));
        QVERIFY(values.lower < values.upper);
        QVERIFY(values.lower <= static_cast<double>(static_cast<float>(low)));
        QVERIFY(values.upper >= static_cast<double>(static_cast<float>(high)));
    }

    void nothingButNaNGivesAnEmptyFrameInsteadOfADamagedOne()
    {
        MetricStore store;
        store.append(0, std::vector<Record>{step(0, std::nan("")), step(1, INFINITY)});
        const PlotSpec spec = lossPlotSpec();
        PlotView view(spec);
        const ValueRange values = valuesInSight(view, store, spec);
        QCOMPARE(values.lower, 0.0);
        QCOMPARE(values.upper, 1.0);
    }

    void writesEveryValueAsCsvAndNothingBeforeTheEnd()
    {
        MetricStore store;
        fill(store, 0, 0, 1500);
        store.append(3, std::vector<Record>{step(7, std::nan(""))});
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("loss.csv"));
        SeriesCsv csv(store.table(), {lossPlotSpec()});
        QVERIFY(csv.open(file).ok());
        QCOMPARE(csv.total(), std::size_t{1501});
        int slices = 0;
        for (bool done = false; !done; ++slices) {
            const Result<bool> some = csv.writeSome(400);
            QVERIFY(some.ok());
            done = *some;
            QVERIFY(!QFile::exists(file));
        }
        QVERIFY(slices >= 4);
        QVERIFY(csv.commit().ok());
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = written.readAll().split('\n');
        QCOMPARE(lines.size(), qsizetype{1502});
        QCOMPARE(lines.first(), QByteArray("step,training_loss_rank_0,training_loss_rank_3"));
        QCOMPARE(lines[8], QByteArray("8,7,nan"));
        QCOMPARE(lines[1235], QByteArray("1235,1234,"));
        SeriesCsv nowhere(store.table(), {lossPlotSpec()});
        const Result<void> refused = nowhere.open(folder.filePath(QStringLiteral("none/x.csv")));
        QVERIFY(!refused.ok());
        QVERIFY(refused.error().message().find("none/x.csv") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(MetricStoreTest)
#include "metric_store_test.moc"
