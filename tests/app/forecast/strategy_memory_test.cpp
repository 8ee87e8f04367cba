// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a strategy keeps in memory beside the model.
#include "app/forecast/strategy_memory.h"

#include <QTest>

using namespace lockstep;

class StrategyMemoryTest : public QObject {
    Q_OBJECT

private slots:
    /// A matrix of 1000 x 500 and a bias of 1000, counted by hand.
    void whatStrategiesKeepInMemory()
    {
        const ModelWork work{{{1, {{1000, 500}, {1000, 1}}}}};
        constexpr double kAll = 501'000 * 4;
        TrainingSpec training;
        training.optimizer = OptimizerKind::Adam;
        const auto kept = [&] { return strategyMemory(training, work, 3); };
        QCOMPARE(kept(), StrategyMemory{});
        training.compression = CompressionKind::Int8;
        QCOMPARE(kept(), StrategyMemory{});
        training.compression = CompressionKind::PowerSgd;
        QCOMPARE(kept(), (StrategyMemory{(500'000 + 4 * 500) * 4}));
        training.compression = CompressionKind::TopK;
        QCOMPARE(kept(), (StrategyMemory{500'000 * 4}));
        training.compression = CompressionKind::None;
        training.strategy = StrategyKind::LocalSteps;
        QCOMPARE(kept(), StrategyMemory{kAll});
        training.overlapMeetings = true;
        QCOMPARE(kept(), StrategyMemory{2 * kAll});
        training.outerMomentum = 0.9;
        QCOMPARE(kept(), StrategyMemory{4 * kAll});
        training.strategy = StrategyKind::ServerSync;
        QCOMPARE(kept(), (StrategyMemory{2 * kAll, (2 + 2 + 3) * kAll}));
    }
};

QTEST_GUILESS_MAIN(StrategyMemoryTest)
#include "strategy_memory_test.moc"
