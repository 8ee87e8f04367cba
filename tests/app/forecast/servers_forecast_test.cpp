// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a step takes with servers that do not wait for all ranks.
#include "app/forecast/step_model.h"

#include <QTest>
#include <cmath>

using namespace lockstep;

namespace {

/// Three hosts in a chain, with a server each.
ForecastInput chain(double mbps, std::int64_t elements, double computeSeconds)
{
    ForecastInput input;
    for (const char* id : {"a", "b", "c"}) {
        Host host;
        host.id = id;
        host.devices = {Device{}};
        input.topology.hosts.push_back(host);
    }
    input.topology.links = {{"a", "b", mbps, {}, {}, {}}, {"b", "c", mbps, {}, {}, {}}};
    input.training.batch = 1;
    input.work.layers = {{1, {{elements}}}};
    input.rates.assign(3, {1, 0, false});
    const double flops = StepModel(input).slowestCompute();
    input.rates.assign(3, {flops / computeSeconds, 0, false});
    return input;
}

Estimate seconds(const ForecastInput& input, StrategyKind strategy, int staleness = 2)
{
    StrategySettings settings;
    settings.strategy = strategy;
    settings.staleness = staleness;
    return StepModel(input).seconds(settings);
}

constexpr std::int64_t kLeNet = 431'080, kResNet18 = 11'181'642;

} // namespace

class ServersForecastTest : public QObject {
    Q_OBJECT

private slots:
    /// As rehearsed (tests/benchmarks/rehearsal/FIGURES.md), where nobody computes for long.
    void theRangeHoldsWhatWasMeasured_data()
    {
        QTest::addColumn<double>("mbps");
        QTest::addColumn<qlonglong>("elements");
        QTest::addColumn<double>("measured");
        QTest::newRow("LeNet, 10 Mbit/s") << 10. << qlonglong{kLeNet} << 3.041;
        QTest::newRow("LeNet, 100 Mbit/s") << 100. << qlonglong{kLeNet} << 0.299;
        QTest::newRow("ResNet-18, 10 Mbit/s") << 10. << qlonglong{kResNet18} << 63.012;
        QTest::newRow("ResNet-18, 1000 Mbit/s") << 1000. << qlonglong{kResNet18} << 0.693;
    }
    void theRangeHoldsWhatWasMeasured()
    {
        QFETCH(const double, mbps);
        QFETCH(const qlonglong, elements);
        QFETCH(const double, measured);
        const ForecastInput input = chain(mbps, elements, 1e-6);
        const Estimate estimate = seconds(input, StrategyKind::ServerAsync);
        QVERIFY2(estimate.low < measured && measured < estimate.high,
                 qPrintable(QString("%1 to %2").arg(estimate.low).arg(estimate.high)));
        // Keeping step is not what was measured.
        QVERIFY(seconds(input, StrategyKind::ServerSync).middle < 0.9 * measured);
    }

    /// Ranks that compute nearly all the time hardly meet.
    void whoComputesMeetsNobody()
    {
        const ForecastInput input = chain(1000, kLeNet, 2);
        const double alone = seconds(input, StrategyKind::ServerSync).middle;
        const double async = seconds(input, StrategyKind::ServerAsync).middle;
        QVERIFY(alone > 2 && async > alone);
        QVERIFY2(async - alone < 0.01 * (alone - 2), qPrintable(QString::number(async - alone)));
    }

    /// However far a rank may be ahead: those of one speed are as quick.
    void theStalenessOfEqualsDoesNotMatter()
    {
        const ForecastInput input = chain(100, kLeNet, 0.1);
        const double bounded = seconds(input, StrategyKind::ServerAsync, 2).middle;
        const double free = seconds(input, StrategyKind::ServerAsync, -1).middle;
        QVERIFY2(std::abs(bounded - free) < 1e-9, qPrintable(QString::number(bounded - free)));
    }
};

QTEST_GUILESS_MAIN(ServersForecastTest)
#include "servers_forecast_test.moc"
