// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a step takes where the devices of a host hold a model between them.
#include "app/forecast/strategy_forecast.h"

#include <QTest>
#include <algorithm>
#include <cmath>

using namespace lockstep;

namespace {

/// One host, whose processor trains a model of one layer.
ForecastInput oneHost()
{
    ForecastInput input;
    input.topology.hosts.resize(1);
    input.topology.hosts[0].id = "a";
    input.topology.hosts[0].devices = {Device{}};
    input.work.layers = {LayerWork{1e9, {{1000, 1}}}};
    input.rates = {{1e12, kTableUncertainty, false}};
    return input;
}

} // namespace

class ModelPartsTest : public QObject {
    Q_OBJECT

private slots:
    void piecesPassThroughTheParts_data()
    {
        QTest::addColumn<int>("devices");
        QTest::addColumn<int>("pieces");
        QTest::addColumn<double>("factor");
        // One after the other; then (pieces + devices - 1) / pieces, and forward, a third, once more.
        QTest::newRow("one piece") << 2 << 1 << 2.;
        QTest::newRow("two devices") << 2 << 8 << 9. / 8 * 4 / 3;
        QTest::newRow("three devices") << 3 << 4 << 6. / 4 * 4 / 3;
    }
    void piecesPassThroughTheParts()
    {
        QFETCH(int, devices);
        QFETCH(int, pieces);
        QFETCH(double, factor);
        ForecastInput input = oneHost();
        const double alone = StepModel(input).slowestCompute();
        input.topology.hosts[0].devices.assign(static_cast<std::size_t>(devices), Device{});
        input.rates.assign(static_cast<std::size_t>(devices), {1e12 / devices, kTableUncertainty, false});
        input.training.strategy = StrategyKind::ModelParallel;
        input.training.accumulate = pieces;
        StepModel step(input);
        QCOMPARE(step.ranks(), 1);
        QVERIFY(std::abs(step.slowestCompute() / alone - factor) < 1e-9);
        QVERIFY(std::abs(step.seconds(settingsOf(input.training)).middle / alone - factor) < 1e-9);
    }

    /// Every other strategy would give each device a replica of its own, and fill no pipe.
    void rowsOfOtherStrategiesAreAsWithoutTheParts()
    {
        ForecastInput input = oneHost();
        input.topology.hosts[0].devices.assign(2, Device{});
        input.topology.hosts.push_back(input.topology.hosts[0]);
        input.topology.hosts[1].id = "b";
        input.topology.links = {{"a", "b", 100, 1, {}, {}}};
        input.rates.assign(4, {5e11, kTableUncertainty, false});
        input.samples = 1'000'000;
        const StrategyTable apart = forecastStrategies(input);
        input.training.strategy = StrategyKind::ModelParallel;
        const StrategyTable parts = forecastStrategies(input);
        QCOMPARE(parts.rows.size(), apart.rows.size() + 1);
        for (const StrategyForecast& row : apart.rows) {
            const auto found = std::ranges::find(parts.rows, row.settings, &StrategyForecast::settings);
            QVERIFY(found != parts.rows.end());
            QCOMPARE(found->stepSeconds.middle, row.stepSeconds.middle);
            QCOMPARE(found->slowestBytes, row.slowestBytes);
            QVERIFY(found->epochHours.has_value());
            QCOMPARE(*found->epochHours, *row.epochHours);
        }
    }
};

QTEST_GUILESS_MAIN(ModelPartsTest)
#include "model_parts_test.moc"
