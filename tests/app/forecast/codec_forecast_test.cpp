// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What compressing costs the processor, against a matrix of 4096 x 9216 that was measured.
#include "app/forecast/strategy_forecast.h"
#include "tests/app/forecast/drawings.h"

#include <QTest>
#include <algorithm>
#include <cmath>

using namespace lockstep;

namespace {

constexpr double kAtOnce = 1e21; ///< what ranks compute in no time
constexpr double kLabGpu = 7.45e12;
constexpr double kQuickMbps = 100'000;
/// Seconds for a megabyte.
constexpr double kRank4 = 0.35e-3, kRank1 = 0.22e-3;

StrategySettings powerSgd(int rank)
{
    return {.compression = CompressionKind::PowerSgd, .compressionRank = rank};
}

bool isNear(double found, double expected, double tolerance)
{
    return std::abs(found - expected) <= tolerance * expected;
}

/// What a network of that rate makes quickest and safe.
StrategySettings recommendedAt(double mbps)
{
    const StrategyTable table = forecastStrategies(inputOf(starOf(2, mbps), workOf("vgg16"), 1, kAtOnce));
    return std::ranges::find(table.rows, true, &StrategyForecast::isRecommended)->settings;
}

} // namespace

class CodecForecastTest : public QObject {
    Q_OBJECT

private slots:
    void aQuickNetworkWaitsForTheProcessor()
    {
        const ForecastInput input = inputOf(starOf(2, kQuickMbps), workOf("vgg16"), 1, kAtOnce);
        const double megabytes = 4e-6 * input.work.elements();
        StepModel step(input);
        QVERIFY(isNear(step.seconds(powerSgd(4)).middle, kRank4 * megabytes, 0.06));
        QVERIFY(isNear(step.seconds(powerSgd(1)).middle, kRank1 * megabytes, 0.06));
        QVERIFY(step.seconds({}).middle < step.seconds(powerSgd(1)).middle);
    }

    void whatItSavesDecides()
    {
        QCOMPARE(recommendedAt(10), powerSgd(4));
        QCOMPARE(recommendedAt(kQuickMbps), StrategySettings());
    }

    /// All but the last bucket's.
    void itHidesBehindALongBackwardPass()
    {
        const ForecastInput input = inputOf(starOf(2, kQuickMbps), workOf("vgg16"), 32, kLabGpu);
        StepModel step(input);
        const double waited = step.seconds(powerSgd(4)).middle - step.slowestCompute();
        QVERIFY(waited > 0 && waited < 0.1 * kRank4 * 4e-6 * input.work.elements());
    }
};

QTEST_GUILESS_MAIN(CodecForecastTest)
#include "codec_forecast_test.moc"
