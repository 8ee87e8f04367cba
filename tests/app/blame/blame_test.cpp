// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Who is to blame, in runs that are made up: the time of each part of each step is drawn, so what the answer
// must be is known.
#include "app/blame/blame_texts.h"
#include "engine/protocol/step_numbers.h"
#include "tests/app/blame/made_run.h"

#include <QTest>
#include <cmath>
#include <string>

namespace lockstep {

namespace {

using Kind = Culprit::Kind;

/// Of ten seconds at least.
Culprit verdictOn(const Made& made, unsigned seed)
{
    RunBlame blame(star(made.ranks, 100));
    MadeRun(made, seed).tell(blame, static_cast<int>(20 + 10 / made.compute));
    return settled(blame);
}

} // namespace

class BlameTest : public QObject {
    Q_OBJECT
private slots:
    void quietRunsHaveNobodyToBlame()
    {
        int quiet = 0;
        for (unsigned seed = 0; seed < 300; ++seed) {
            Made made{.ranks = 2 + static_cast<int>(seed % 4), .compute = 0.003 * (1 + seed % 50)};
            made.noise = seed % 3 == 0 ? 0.15 : 0.03;
            const Culprit culprit = verdictOn(made, seed);
            QVERIFY2(culprit.kind == Kind::Nothing,
                     qPrintable(QStringLiteral("seed %1: %2").arg(seed).arg(nameOf(culprit.kind))));
            ++quiet;
        }
        QCOMPARE(quiet, 300);
    }

    void aSlowRankIsNamedWithItsFigures()
    {
        for (unsigned seed = 0; seed < 100; ++seed) {
            Made made{.ranks = 2 + static_cast<int>(seed % 4)};
            const int slow = static_cast<int>(seed / 4) % made.ranks;
            made.slowdown[slow] = 1.5 + seed % 3;
            const Culprit culprit = verdictOn(made, seed);
            QVERIFY(culprit.kind == Kind::SlowRank);
            QCOMPARE(culprit.rank, slow);
            QCOMPARE(culprit.host, static_cast<std::size_t>(slow));
            QVERIFY(std::abs(culprit.own - made.compute * made.slowdown[slow]) < 0.01 * (1 + seed % 3));
            QVERIFY(std::abs(culprit.usual - made.compute) < 0.01);
            QVERIFY(culprit.shown >= 0.7 * culprit.steps &&
                    culprit.steps >= static_cast<int>(StepHistory::kFewestKept));
        }
    }

    void aSlowLoaderIsNamed()
    {
        for (unsigned seed = 0; seed < 100; ++seed) {
            Made made{.ranks = 2 + static_cast<int>(seed % 4)};
            const int slow = static_cast<int>(seed / 4) % made.ranks;
            made.dataWaits[slow] = 0.05 + 0.01 * (seed % 10);
            const Culprit culprit = verdictOn(made, seed);
            QVERIFY(culprit.kind == Kind::SlowLoader);
            QCOMPARE(culprit.rank, slow);
            QVERIFY(std::abs(culprit.cost - made.dataWaits[slow]) < 0.03);
        }
    }

    /// Three ranks compute for 0.1, 0.2 and 0.1 of 0.22 s.
    void aRankWhoseProcessorSomethingElseTakesIsToldSo_data()
    {
        QTest::addColumn<std::vector<double>>("busy");
        QTest::addColumn<bool>("isTaken");
        QTest::newRow("half of it is taken") << std::vector{0.44, 0.45, 0.44} << true;
        QTest::newRow("it has all of it") << std::vector{0.44, 0.88, 0.44} << false;
        QTest::newRow("computing is imitated") << std::vector{0.05, 0.03, 0.05} << false;
        QTest::newRow("all are disturbed") << std::vector{0.2, 0.4, 0.2} << false;
    }

    void aRankWhoseProcessorSomethingElseTakesIsToldSo()
    {
        QFETCH(std::vector<double>, busy);
        QFETCH(bool, isTaken);
        Made made;
        made.slowdown[1] = 2;
        for (const DeviceKind kind : {DeviceKind::Cpu, DeviceKind::Cuda}) {
            Experiment experiment = star(3, 100);
            experiment.topology.hosts[2].devices[0].kind = kind;
            RunBlame blame(experiment);
            MadeRun run(made, 1);
            run.tell(blame, 60);
            for (int rank = 0; rank < 3; ++rank)
                for (int sample = 0; sample < 5; ++sample)
                    run.tellOne(blame, rank, DeviceSampled{.busy = busy[static_cast<std::size_t>(rank)]});
            blame.judge(0);
            const Culprit& culprit = blame.judge(RunBlame::kSettleSeconds);
            QVERIFY(culprit.kind == Kind::SlowRank && culprit.rank == 1);
            const bool isTold = isTaken && kind == DeviceKind::Cpu;
            QCOMPARE(culprit.processor.has_value(), isTold);
            QVERIFY(!isTold || std::abs(culprit.processor->own - 0.5) < 0.05);
            QVERIFY(!isTold || culprit.processor->usual > 0.9);
            const QString sentence = blameSentence(culprit, experiment.topology);
            QCOMPARE(sentence.contains(QStringLiteral("something else computes there")), isTold);
        }
    }

    /// The others wait for it, but no link is slow.
    void aRankThatCompressesSlowlyIsNamedAndNoLink()
    {
        RunBlame blame(star(3, 100));
        MadeRun run({.ranks = 3}, 1);
        for (int step = 0; step < 130; ++step)
            for (int rank = 0; rank < 3; ++rank) {
                StepFinished told{
                    .step = step, .forwardSeconds = 0.1, .networkSeconds = rank == 1 ? 0.01 : 0.16};
                told.further = {{std::string(kCompressionSecondsNumber), rank == 1 ? 0.2 : 0.05}};
                run.tellOne(blame, rank, told);
            }
        const Culprit culprit = settled(blame);
        QVERIFY2(culprit.kind == Kind::SlowRank, qPrintable(blameSentence(culprit, star(3, 100).topology)));
        QCOMPARE(culprit.rank, 1);
    }

    void slownessThatComesAndGoesNeedsMostOfTheTime()
    {
        Made slow{.ranks = 3};
        slow.slowdown[1] = 2;
        RunBlame blame(star(3, 100));
        MadeRun(slow, 1).tell(blame, 20);
        QVERIFY(settled(blame).kind == Kind::SlowRank);
        // The same run, which is quiet from now on: named as long as 30 % of the time show it.
        const auto quiet = [&](int from, int steps) {
            for (int step = from; step < from + steps; ++step)
                for (int rank = 0; rank < 3; ++rank)
                    MadeRun(slow, 1).tellOne(
                        blame, rank,
                        StepFinished{.step = step, .forwardSeconds = 0.1, .networkSeconds = 0.01});
        };
        quiet(20, 25);
        QVERIFY(settled(blame).kind == Kind::SlowRank);
        quiet(45, 60); // the slow ones are more than ten seconds ago
        QVERIFY(settled(blame).kind == Kind::Nothing);
    }

    /// As measured where a host stood still for 300 of each 400 ms: only one step in four is slow, and some
    /// of the halts fall into the exchange, where all ranks wait; they are three quarters of the time.
    void aRankThatHaltsNowAndThenIsNamedAndNoLink()
    {
        RunBlame blame(star(2, 1000));
        MadeRun run({.ranks = 2}, 1);
        for (int step = 0; step < 130; ++step) {
            const bool isHalted = step % 4 == 0;
            const bool isInExchange = isHalted && step % 16 == 0;
            const double compute = isHalted && !isInExchange ? 0.325 : 0.025;
            const double exchange = isInExchange ? 0.308 : 0.008;
            run.tellOne(blame, 0,
                        StepFinished{.step = step, .forwardSeconds = compute, .networkSeconds = exchange});
            run.tellOne(blame, 1,
                        StepFinished{.step = step,
                                     .forwardSeconds = 0.025,
                                     .networkSeconds = compute - 0.025 + exchange});
        }
        run.tellOne(blame, 0, flow(1, 0.55, 418));
        run.tellOne(blame, 1, flow(0, 0.55, 418));
        const Culprit culprit = settled(blame);
        QVERIFY2(culprit.kind == Kind::SlowRank, qPrintable(blameSentence(culprit, star(2, 1000).topology)));
        QCOMPARE(culprit.rank, 0);
        QVERIFY(culprit.cost > 0.03 && culprit.cost < 0.12);
    }

    void tooFewStepsSayNothing()
    {
        const auto kindAfter = [](double compute, int steps) {
            Made made{.ranks = 3, .compute = compute};
            made.slowdown[1] = 3;
            RunBlame blame(star(3, 100));
            MadeRun(made, 1).tell(blame, StepHistory::kFirstSteps + steps);
            return settled(blame).kind;
        };
        QVERIFY(kindAfter(1, kFewestSteps - 1) == Kind::Unknown);
        QVERIFY(kindAfter(1, kFewestSteps) == Kind::SlowRank);
        QVERIFY(kindAfter(0.01, 40) == Kind::Unknown); // two seconds
        QVERIFY(kindAfter(0.01, 80) == Kind::SlowRank);
    }

    void whatIsFoundMustStayToBeNamed()
    {
        RunBlame blame(star(3, 100));
        Made made;
        made.slowdown[1] = 2;
        MadeRun(made, 1).tell(blame, 60);
        QVERIFY(blame.judge(0).kind == Kind::Unknown);
        QVERIFY(blame.judge(RunBlame::kSettleSeconds / 2).kind == Kind::Unknown);
        QVERIFY(blame.judge(RunBlame::kSettleSeconds).kind == Kind::SlowRank);
    }

    void stepsAfterACheckpointAreNotLikeTheOthers()
    {
        RunBlame blame(star(2, 100));
        MadeRun run({.ranks = 2}, 1);
        for (int step = 0; step < 40; ++step) {
            run.tellOne(blame, 0, CheckpointSaved{});
            run.tellOne(blame, 0, StepFinished{.step = step, .dataSeconds = 5});
            run.tellOne(blame, 1, StepFinished{.step = step, .networkSeconds = 5});
        }
        QVERIFY(blame.judge(0).kind == Kind::Unknown);
    }

    void aHostThatTellsNothingWhileOthersDoIsNamed()
    {
        RunBlame blame(star(3, 100));
        MadeRun run({.ranks = 3}, 1);
        run.tell(blame, 30);
        for (double now = 0; now <= 5; now += 0.5) {
            run.tellOne(blame, 0, DeviceSampled{}, now);
            run.tellOne(blame, 2, DeviceSampled{}, now);
            const bool isSilent = now >= RunBlame::kSilentSeconds;
            QVERIFY((blame.judge(now).kind == Kind::SilentHost) == isSilent);
        }
        QCOMPARE(blame.culprit().host, std::size_t(1));
        // The others end for it, and nobody is heard any more: it stays named.
        run.tellOne(blame, 0, RankFinished{}, 6);
        run.tellOne(blame, 2, RankFinished{}, 6);
        QVERIFY(blame.judge(6.1).kind == Kind::SilentHost);
        QVERIFY(blame.judge(60).kind == Kind::SilentHost);
    }

    void silenceOfAllIsThisComputersOwn()
    {
        RunBlame blame(star(3, 100));
        MadeRun({.ranks = 3}, 1).tell(blame, 30);
        QVERIFY(blame.judge(0).kind == Kind::Nothing);
        QVERIFY(blame.judge(30).kind == Kind::Nothing);
    }
};

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::BlameTest)
#include "blame_test.moc"
