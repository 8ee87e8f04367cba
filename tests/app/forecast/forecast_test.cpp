// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the drawing predicts, against bytes counted by hand and seconds measured on shaped links.
#include "app/forecast/forecast_texts.h"
#include "app/forecast/live_forecast.h"
#include "app/forecast/strategy_forecast.h"
#include "tests/app/forecast/advice_cases.h"
#include "tests/app/forecast/drawings.h"

#include <QSignalSpy>
#include <QTest>
#include <cmath>
#include <stdexcept>

using namespace lockstep;

namespace {

/// Ranks that compute in no time.
constexpr double kAtOnce = 1e21;
/// An RTX 3080 in f32.
constexpr double kLabGpu = 7.45e12;

bool isNear(double found, double expected, double tolerance)
{
    if (std::abs(found - expected) <= tolerance * expected)
        return true;
    qWarning("found %g, expected %g", found, expected);
    return false;
}

StrategySettings compressed(CompressionKind kind, int rank = 4, double ratio = 0.01)
{
    TrainingSpec training;
    training.compression = kind;
    training.compressionRank = rank;
    training.compressionRatio = ratio;
    return settingsOf(training);
}

StrategySettings strategyOf(StrategyKind kind, int localSteps = 10)
{
    TrainingSpec training;
    training.strategy = kind;
    training.localSteps = localSteps;
    return settingsOf(training);
}

const StrategyForecast& rowOf(const StrategyTable& table, const StrategySettings& settings)
{
    for (const StrategyForecast& row : table.rows) {
        if (row.settings == settings)
            return row;
    }
    throw std::runtime_error("no such row");
}

const StrategyForecast* recommended(const StrategyTable& table)
{
    const StrategyForecast* found = nullptr;
    for (const StrategyForecast& row : table.rows) {
        if (row.isRecommended)
            found = found ? throw std::runtime_error("two are recommended") : &row;
    }
    return found;
}

} // namespace

class ForecastTest : public QObject {
    Q_OBJECT

private slots:
    /// 3 ranks, MB that each sends in a step.
    void bytesOfAStepAreThoseCountedByHand_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<double>("dense");
        QTest::addColumn<double>("rank4");
        QTest::addColumn<double>("rank1");
        QTest::addColumn<double>("sparse"); // 1 %
        QTest::addColumn<double>("local50");
        QTest::newRow("resnet18") << "resnet18" << 62.3 << .86 << .26 << 1.87 << 1.25;
        QTest::newRow("alexnet") << "alexnet" << 326. << .85 << .25 << 9.8 << 6.5;
        QTest::newRow("vgg16") << "vgg16" << 738. << 1.78 << .50 << 22.1 << 14.8;
        QTest::newRow("lenet") << "lenet" << 2.30 << .054 << .016 << .069 << .046;
    }
    void bytesOfAStepAreThoseCountedByHand()
    {
        QFETCH(QString, model);
        QFETCH(double, dense);
        QFETCH(double, rank4);
        QFETCH(double, rank1);
        QFETCH(double, sparse);
        QFETCH(double, local50);
        const ForecastInput input = inputOf(starOf(3, 10), workOf(model.toStdString()), 64, kAtOnce);
        StepModel step(input);
        const auto megabytes = [&](const StrategySettings& settings) {
            return step.slowest(settings).bytes / 1e6;
        };
        QVERIFY(isNear(megabytes({}), dense, 0.005));
        QVERIFY(isNear(megabytes(compressed(CompressionKind::BFloat16)), dense / 2, 0.005));
        QVERIFY(isNear(megabytes(compressed(CompressionKind::Float16)), dense / 2, 0.005));
        QVERIFY(isNear(megabytes(compressed(CompressionKind::Int8)), dense / 4, 0.015)); // and scales
        QVERIFY(isNear(megabytes(compressed(CompressionKind::PowerSgd, 4)), rank4, 0.02));
        QVERIFY(isNear(megabytes(compressed(CompressionKind::PowerSgd, 1)), rank1, 0.04));
        // What has one axis crosses whole besides.
        double whole = 0;
        for (const LayerWork& layer : input.work.layers) {
            for (const TensorSides& tensor : layer.tensors)
                whole += tensor.rest == 1 ? tensor.elements() * 4 / 1e6 : 0;
        }
        QVERIFY(isNear(megabytes(compressed(CompressionKind::TopK)), sparse + 4. / 3 * whole, 0.01));
        QVERIFY(isNear(megabytes(strategyOf(StrategyKind::LocalSteps, 50)), local50, 0.01));
    }

    void powerSgdSendsSoManyTimesLess_data()
    {
        QTest::addColumn<double>("rank4");
        QTest::addColumn<double>("rank2");
        QTest::addColumn<double>("rank1");
        QTest::newRow("lenet") << 42. << 80. << 144.;
        QTest::newRow("resnet18") << 73. << 137. << 243.;
        QTest::newRow("resnet50") << 67. << 117. << 187.;
        QTest::newRow("alexnet") << 384. << 721. << 1285.;
        QTest::newRow("vgg16") << 414. << 797. << 1479.;
    }
    void powerSgdSendsSoManyTimesLess()
    {
        QFETCH(double, rank4);
        QFETCH(double, rank2);
        QFETCH(double, rank1);
        const ModelWork work = workOf(QTest::currentDataTag());
        QVERIFY(isNear(powerSgdReduction(work, 4), rank4, 0.015));
        QVERIFY(isNear(powerSgdReduction(work, 2), rank2, 0.015));
        QVERIFY(isNear(powerSgdReduction(work, 1), rank1, 0.015));
    }

    /// Between network namespaces with shaped links, LeNet: 1.99 to 2.01 s, 1.50 to 1.51 s, 1.91 to 1.97 s.
    void exchangesTakeWhatWasMeasured()
    {
        const auto seconds = [](const Topology& topology) {
            const ForecastInput input = inputOf(topology, workOf("lenet"), 64, kAtOnce);
            return StepModel(input).seconds({}).middle;
        };
        QVERIFY(isNear(seconds(starOf(3, 10)), 1.97, 0.02));
        QVERIFY(isNear(seconds(chainOf(3, 10)), 1.50, 0.02));
        Topology shared = starOf(3, 100);
        shared.switches[0].bandwidthMbps = 30;
        QVERIFY(isNear(seconds(shared), 1.97, 0.02));
    }

    /// ResNet-18 over a chain at 100 Mbit/s: 3.98 to 4.12 s measured, and the tutorial's testbed at 10.
    void theTestbedsStepAndEpoch()
    {
        const ForecastInput quick = inputOf(chainOf(3, 100), workOf("resnet18"), 32, 10e12);
        QVERIFY(isNear(StepModel(quick).seconds({}).middle, 4.03, 0.03));

        ForecastInput slow = inputOf(chainOf(3, 10), workOf("resnet18"), 256, kLabGpu);
        slow.samples = 1'281'167;
        const StrategyTable table = forecastStrategies(slow);
        const StrategyForecast& dense = rowOf(table, {});
        QVERIFY(isNear(dense.stepSeconds.middle, 40.1, 0.01));
        QCOMPARE(secondsText(dense.stepSeconds.high), std::string("42 s"));
        QCOMPARE(secondsText(dense.stepSeconds.low), std::string("39 s"));
        QVERIFY(isNear(*dense.epochHours, 18.6, 0.01));
        QVERIFY(isNear(dense.slowestBytes, 46.76e6, 0.001));
        QVERIFY(dense.slowest->kind == Bottleneck::Kind::Link);
        const StrategyForecast& rank4 = rowOf(table, compressed(CompressionKind::PowerSgd));
        QVERIFY2(rank4.stepSeconds.middle < 1.0, secondsText(rank4.stepSeconds.middle).c_str());
        QCOMPARE(recommended(table), &rank4);
    }

    void headersAndAcknowledgementsTakeTheirPart()
    {
        QVERIFY(isNear(NetworkCosts::payloadFraction(10, false), 0.9564, 1e-4));
        QVERIFY(isNear(NetworkCosts::payloadFraction(10, true), 0.935, 1e-3));
        QVERIFY(isNear(NetworkCosts::payloadFraction(1000, true), 0.9564 * 0.997, 1e-3));
    }

    /// Two switches with two hosts each, and ranks in turn at one and the other: NCCL's ring crosses the link
    /// between them twice, ours once.
    void aRingThatCrossesALinkTwiceTakesTwiceAsLong()
    {
        const ModelWork work = workOf("resnet18");
        ForecastInput good = inputOf(twoSwitches(10), work, 32, kAtOnce);
        ForecastInput bad = good;
        std::swap(bad.topology.hosts[1], bad.topology.hosts[2]);
        QVERIFY(isNear(StepModel(bad).seconds({}).middle, StepModel(good).seconds({}).middle, 1e-9));
        for (ForecastInput* input : {&good, &bad})
            for (Host& host : input->topology.hosts)
                host.devices = {{DeviceKind::Cuda, 0}};
        QVERIFY(isNear(StepModel(bad).seconds({}).middle, 2 * StepModel(good).seconds({}).middle, 0.01));
        QVERIFY(isNear(StepModel(bad).slowest({}).bytes, 2 * StepModel(good).slowest({}).bytes, 1e-9));
    }

    /// 8 CPU ranks a host add up in its memory: two hosts send the gradient once, as two ranks would. GPUs
    /// that sum by NCCL send 2 * 15/16 of it.
    void ranksOfAHostSumBeforeTheySend()
    {
        ForecastInput input = inputOf(chainOf(2, 100), workOf("resnet18"), 32, kAtOnce);
        const double gradient = 4 * input.work.elements();
        QVERIFY(isNear(StepModel(input).slowest({}).bytes, gradient, 1e-9));
        for (Host& host : input.topology.hosts)
            host.devices.assign(8, Device{});
        input.rates.resize(16, input.rates.front());
        QVERIFY(isNear(StepModel(input).slowest({}).bytes, gradient, 1e-9));
        for (Host& host : input.topology.hosts) {
            for (int gpu = 0; gpu < 8; ++gpu)
                host.devices[static_cast<std::size_t>(gpu)] = {DeviceKind::Cuda, gpu};
        }
        QVERIFY(isNear(StepModel(input).slowest({}).bytes, 1.875 * gradient, 1e-9));
    }

    /// A server on each rank's host costs what a ring does; a single one has to take and give everything.
    void serversAreSentEverythingAndSendItBack()
    {
        ForecastInput input = inputOf(starOf(3, 10), workOf("resnet18"), 32, kAtOnce);
        const double gradient = 4 * input.work.elements();
        const StrategySettings served = strategyOf(StrategyKind::ServerSync);
        QVERIFY(isNear(StepModel(input).seconds(served).middle, StepModel(input).seconds({}).middle, 0.03));
        QVERIFY(isNear(StepModel(input).slowest(served).bytes, 62.3e6, 0.002));
        input.topology.hosts[1].servers = 1;
        QVERIFY(isNear(StepModel(input).slowest(served).bytes, 93.5e6, 0.002));
        // First all push, then all pull, each way alone.
        QVERIFY(isNear(StepModel(input).seconds(served).middle, 2 * 2 * gradient * 8 / 10e6 / 0.9564, 0.001));
    }

    void roundTripsCountForEachRound()
    {
        const ModelWork work = workOf("lenet");
        const ForecastInput near = inputOf(starOf(3, 1000), work, 64, kAtOnce);
        const ForecastInput far = inputOf(starOf(3, 1000, 10), work, 64, kAtOnce);
        // One bucket, 4 rounds of 20 ms; after a pause TCP begins anew, but this step is no pause.
        QVERIFY(isNear(StepModel(far).seconds({}).middle - StepModel(near).seconds({}).middle, 0.08, 0.01));
        const StrategySettings rank4 = compressed(CompressionKind::PowerSgd);
        QVERIFY(
            isNear(StepModel(far).seconds(rank4).middle - StepModel(near).seconds(rank4).middle, 0.16, 0.01));
    }

    /// Torchvision's ResNet-18: conv1 to layer2.0.bn1, 231,488 weights, are left for the end.
    void bucketsAreTheEnginesOwn()
    {
        const ModelWork work = workOf("resnet18");
        const std::vector<WorkBucket> buckets = bucketsOf(work, 4 << 20);
        double all = 0;
        double last = 0;
        for (const WorkBucket& bucket : buckets) {
            last = 0;
            for (const TensorSides& tensor : bucket.tensors)
                last += tensor.elements();
            all += last;
        }
        QCOMPARE(all, work.elements());
        QCOMPARE(last, 231'488.0);
        QCOMPARE(buckets.back().readyFraction, 1.0);
    }

    void whatCrossesUnderBackwardIsNotWaitedFor()
    {
        const ModelWork work = workOf("resnet18");
        // 3 * 3.63 GFLOP * 32 samples = 348 GFLOP; the ring needs 0.5 s.
        const ForecastInput slow = inputOf(starOf(3, 1000), work, 32, 348e9);
        const double seconds = StepModel(slow).seconds({}).middle;
        QVERIFY2(seconds > 1.0 && seconds < 1.06, secondsText(seconds).c_str());
        QCOMPARE(recommended(forecastStrategies(slow))->settings, StrategySettings{});
    }

    void sharesBySpeedEndTheWaitForTheSlowest()
    {
        ForecastInput input = inputOf(starOf(3, 1000), workOf("lenet"), 96, 1e9);
        input.rates[2].flopsPerSecond = 1e9 / 3;
        const double even = StepModel(input).slowestCompute();
        input.training.shares.kind = ShareKind::Auto;
        QVERIFY(isNear(even / StepModel(input).slowestCompute(), 7. / 3, 1e-9));
        input.training.shares = {ShareKind::ByRank, {3, 3, 1}};
        QVERIFY(isNear(even / StepModel(input).slowestCompute(), 7. / 3, 1e-9));
    }

    /// Each drawing gets its sentence; and what the sentence offers is what the table marks, which is about
    /// as quick as the quickest safe one.
    void theDrawingSaysWhichOne_data()
    {
        QTest::addColumn<int>("index");
        int index = 0;
        for (const AdviceCase& each : adviceCases())
            QTest::newRow(each.name) << index++;
    }
    void theDrawingSaysWhichOne()
    {
        QFETCH(int, index);
        const AdviceCase now = adviceCases().at(static_cast<std::size_t>(index));
        const StrategyTable table = forecastStrategies(now.input);
        QCOMPARE(QString::fromStdString(table.advice.text.english()), QString::fromStdString(now.sentence));
        const StrategyForecast* marked = recommended(table);
        QVERIFY(marked);
        if (accuracyNote(table.advice.settings).isSafe)
            QCOMPARE(QString::fromStdString(nameOf(marked->settings).english()),
                     QString::fromStdString(nameOf(table.advice.settings).english()));
        for (const StrategyForecast& row : table.rows)
            QVERIFY(!row.accuracy.isSafe || row.stepSeconds.middle * 1.1 >= marked->stepSeconds.middle);
    }

    void whatCannotBeCombinedIsRefusedAndNotRecommended()
    {
        ForecastInput input = inputOf(chainOf(3, 10), workOf("resnet18"), 256, kLabGpu);
        input.training.optimizer = OptimizerKind::Adam;
        input.training.precision = Precision::Float16;
        const StrategyTable table = forecastStrategies(input);
        QVERIFY(rowOf(table, compressed(CompressionKind::TopK)).refusal);
        QVERIFY(rowOf(table, compressed(CompressionKind::PowerSgd)).refusal);
        QCOMPARE(recommended(table)->settings, compressed(CompressionKind::Int8));
    }

    void theChosenOneIsAlwaysThere()
    {
        ForecastInput input = inputOf(chainOf(3, 10), workOf("lenet"), 64, kLabGpu);
        input.training.compression = CompressionKind::PowerSgd;
        input.training.compressionRank = 3;
        const StrategyTable table = forecastStrategies(input);
        int chosen = 0;
        for (const StrategyForecast& row : table.rows)
            chosen += row.isChosen ? 1 : 0;
        QCOMPARE(chosen, 1);
        QVERIFY(rowOf(table, settingsOf(input.training)).isChosen);
        // What is taken is what is compared.
        for (const StrategyForecast& row : table.rows)
            QVERIFY(settingsOf(withSettings(input.training, row.settings)) == row.settings);
    }

    void whereNothingIsDrawnNothingIsClaimed()
    {
        Topology topology = starOf(2, 10);
        for (Link& link : topology.links)
            link.bandwidthMbps.reset();
        ForecastInput input = inputOf(topology, workOf("lenet"), 64, kLabGpu);
        QVERIFY(!forecastStrategies(input).knowsNetwork);
        input.topology.hosts.pop_back();
        input.rates.pop_back();
        const StrategyTable alone = forecastStrategies(input);
        QVERIFY(alone.knowsNetwork);
        QCOMPARE(recommended(alone)->settings, StrategySettings{});
        input.rates.clear();
        input.topology.hosts.clear();
        QVERIFY(forecastStrategies(input).rows.empty());
    }

    /// Of what is asked while it compares, the newest counts.
    void aChangingDrawingIsFollowed()
    {
        LiveForecast live;
        QSignalSpy changed(&live, &LiveForecast::changed);
        const ForecastInput first = inputOf(chainOf(3, 10), workOf("lenet"), 64, kLabGpu);
        const ForecastInput last = inputOf(chainOf(3, 1000), workOf("lenet"), 64, kLabGpu);
        live.follow(first);
        live.follow(inputOf(chainOf(2, 10), workOf("lenet"), 64, kLabGpu));
        live.follow(last);
        QVERIFY(live.table().rows.empty()); // nobody waits for it
        QVERIFY(changed.wait(20'000));
        QCOMPARE(changed.count(), 1);
        QVERIFY(live.table() == forecastStrategies(last));
        live.follow(last);
        live.follow(std::nullopt);
        QCOMPARE(changed.count(), 2);
        QVERIFY(live.table().rows.empty());
    }

    void devicesAreKnownByTheirNames()
    {
        QVERIFY(isNear(gpuRate("NVIDIA GeForce RTX 3080", Precision::Float32, false)->flopsPerSecond, kLabGpu,
                       0.001));
        QCOMPARE(gpuRate("rtx 3080 Ti", Precision::Float32, false)->flopsPerSecond, 34.1e12 / 4);
        QVERIFY(gpuRate("RTX 3080", Precision::BFloat16, false)->flopsPerSecond > kLabGpu);
        QVERIFY(!gpuRate("Voodoo", Precision::Float32, false));
        QVERIFY(unknownGpuRate().isAssumed);
        QCOMPARE(processorRate(4, VectorUnit::Avx512, Precision::Float32).flopsPerSecond,
                 2 * processorRate(2, VectorUnit::Avx512, Precision::Float32).flopsPerSecond);
    }

    void figuresHaveTwoDigits()
    {
        QCOMPARE(secondsText(0.0444), std::string("0.044 s"));
        QCOMPARE(secondsText(9.96), std::string("10 s"));
        QCOMPARE(secondsText(0.996), std::string("1.0 s"));
        QCOMPARE(secondsText(1000), std::string("17 min"));
        QCOMPARE(secondsText(53.4), std::string("53 s"));
        QCOMPARE(secondsText(600), std::string("10 min"));
        QCOMPARE(secondsText(52.3, 69.6), std::string("52–70 s"));
        QCOMPARE(secondsText(1, 1), std::string("1.0 s"));
        QCOMPARE(epochText(0.00071) + ' ' + epochText(0.4), std::string("2.6 s 24 min"));
        QCOMPARE(epochText(24.7) + ' ' + epochText(742), std::string("25 h 31 d"));
        QCOMPARE(factorText(3.3, 2.3), std::string("2.3–3.3"));
        QCOMPARE(factorText(1000), std::string("1,000"));
        QCOMPARE(factorText(73.2), std::string("73"));
    }
};

QTEST_GUILESS_MAIN(ForecastTest)
#include "forecast_test.moc"
