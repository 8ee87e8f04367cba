// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What is advised where something else than all-reduce of gradients as they are is chosen: it speaks of that.
#include "app/forecast/strategy_forecast.h"
#include "tests/app/forecast/drawings.h"

#include <QTest>

using namespace lockstep;

namespace {

/// An RTX 3080 in f32.
constexpr double kLabGpu = 7.45e12;

StrategySettings compressed(CompressionKind kind, int rank = TrainingSpec{}.compressionRank)
{
    return {.compression = kind, .compressionRank = rank};
}

QString advised(double mbps, const StrategySettings& chosen)
{
    ForecastInput input = inputOf(chainOf(3, mbps), workOf("resnet18"), 256, kLabGpu);
    input.training = withSettings(input.training, chosen);
    return QString::fromStdString(forecastStrategies(input).advice.text.english());
}

} // namespace

class ChosenAdviceTest : public QObject {
    Q_OBJECT

private slots:
    void whatIsAdvisedAndChosenIsToldAsChosen()
    {
        QCOMPARE(
            advised(10, compressed(CompressionKind::PowerSgd, 4)),
            QStringLiteral("Over 10 Mbps gradients as they are would take 40 s of a step; computing takes "
                           "0.37 s. With PowerSGD rank 4, as chosen, 73 times less crosses: 0.55–0.92 s a "
                           "step, 44–73 times faster than without. Accuracy: up to half a point less. When "
                           "accuracy has held, rank 2 takes 0.37–0.67 s a step."));
    }

    /// What is offered is measured against what is chosen.
    void whatIsChosenIsToldBeforeWhatIsAdvised()
    {
        const QString text = advised(10, compressed(CompressionKind::Int8));
        QVERIFY2(
            text.contains(QStringLiteral("With int8, as chosen, 3.0 times less crosses: 13–14 s a step.")),
            qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("With PowerSGD rank 4, 73 times less crosses: 0.55–0.92 s a "
                                              "step, 15–24 times faster.")),
                 qPrintable(text));
        QVERIFY2(!text.contains(QStringLiteral("a step spends")), qPrintable(text));
    }

    void whatIsNoQuickerIsNotCalledSo()
    {
        const QString text = advised(100, compressed(CompressionKind::PowerSgd, 1));
        QVERIFY2(text.contains(QStringLiteral("With PowerSGD rank 1, as chosen, ")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("With PowerSGD rank 4, 73 times less crosses: 0.37–0.43 s a "
                                              "step. Accuracy")),
                 qPrintable(text));
    }

    void aRankThatIsReachedIsNotPromised()
    {
        const QString text = advised(10, compressed(CompressionKind::PowerSgd, 2));
        QVERIFY2(!text.contains(QStringLiteral("When accuracy has held")), qPrintable(text));
    }

    void whatGainsNothingIsToldSo()
    {
        const QString text = advised(10'000, compressed(CompressionKind::Int8));
        QVERIFY2(
            text.contains(QStringLiteral("They would cross while backward goes on: int8, as chosen, gains "
                                         "nothing.")),
            qPrintable(text));
    }

    void serversAreToldOfByTheirStep()
    {
        StrategySettings servers;
        servers.strategy = StrategyKind::ServerSync;
        const QString slow = advised(10, servers);
        QVERIFY2(slow.contains(QStringLiteral("With server-sync, as chosen, a step takes ")),
                 qPrintable(slow));
        const QString quick = advised(10'000, servers);
        QVERIFY2(
            quick.contains(QStringLiteral("With all-reduce they would cross while backward goes on; with "
                                          "server-sync, as chosen, a step takes ")),
            qPrintable(quick));
    }
};

QTEST_GUILESS_MAIN(ChosenAdviceTest)
#include "chosen_advice_test.moc"
