// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Who is to blame, in runs that are made up: the time of each part of each step is drawn, so what the answer
// must be is known.
#include "app/blame/blame_texts.h"
#include "app/blame/run_blame.h"

#include <QTest>
#include <cmath>
#include <random>

namespace lockstep {

namespace {

using Kind = Culprit::Kind;

/// Hosts h0, h1, ... with a rank each, at a switch, over links of so many Mbit/s.
Experiment star(int hosts, std::optional<double> mbps)
{
    Experiment experiment;
    if (mbps)
        experiment.topology.switches.push_back({"s", "switch", {}, {}, {}});
    for (int i = 0; i < hosts; ++i) {
        Host host;
        host.id = host.name = "h" + std::to_string(i);
        host.devices.resize(1);
        experiment.topology.hosts.push_back(host);
        if (!mbps)
            continue;
        Link link;
        link.from = host.id;
        link.to = "s";
        link.bandwidthMbps = mbps;
        experiment.topology.links.push_back(link);
    }
    return experiment;
}

/// What the ranks of a run do in a step, before noise.
struct Made {
    int ranks = 3;
    double compute = 0.1;
    double exchange = 0.02;            ///< that even the last rank waits
    double noise = 0.05;               ///< relative, of each part
    std::map<int, double> slowdown{};  ///< of a rank's computing
    std::map<int, double> dataWaits{}; ///< of a rank, s
};

class MadeRun {
public:
    MadeRun(Made made, unsigned seed) : m_made(std::move(made)), m_random(seed) {}

    /// Steps of all ranks that march in step: who is early waits for the last.
    void tell(RunBlame& blame, int steps)
    {
        for (int i = 0; i < steps; ++i, ++m_step) {
            std::vector<RankStep> parts;
            double slowest = 0;
            for (int rank = 0; rank < m_made.ranks; ++rank) {
                RankStep part;
                part.compute = m_made.compute * valueOf(m_made.slowdown, rank, 1) * factor();
                part.data = valueOf(m_made.dataWaits, rank, 1e-4) * factor();
                slowest = std::max(slowest, part.compute + part.data);
                parts.push_back(part);
            }
            for (int rank = 0; rank < m_made.ranks; ++rank) {
                const RankStep& part = parts[static_cast<std::size_t>(rank)];
                StepFinished step;
                step.step = m_step;
                step.dataSeconds = part.data;
                step.forwardSeconds = part.compute / 3;
                step.backwardSeconds = part.compute * 2 / 3;
                step.networkSeconds = slowest - part.compute - part.data + m_made.exchange * factor();
                tellOne(blame, rank, step);
            }
        }
    }
    template <typename Event>
    void tellOne(RunBlame& blame, int rank, const Event& event, double now = 0)
    {
        const Record record{0, 0, 0, event};
        blame.take(rank, {&record, 1}, now);
    }

private:
    static double valueOf(const std::map<int, double>& values, int rank, double standard)
    {
        const auto found = values.find(rank);
        return found == values.end() ? standard : found->second;
    }
    double factor() { return std::max(0.2, std::normal_distribution<>(1, m_made.noise)(m_random)); }

    Made m_made;
    std::mt19937 m_random;
    std::int64_t m_step = 0;
};

/// What is named of what has been told, while all ranks are heard and tell nothing new.
Culprit settled(RunBlame& blame)
{
    const Record sign{0, 0, 0, DeviceSampled{}};
    for (double now = 0; now <= 2 * RunBlame::kSettleSeconds; now += 0.5) {
        for (int rank = 0; rank < 5; ++rank)
            blame.take(rank, {&sign, 1}, now);
        blame.judge(now);
    }
    return blame.culprit();
}

/// Of ten seconds at least.
Culprit verdictOn(const Made& made, unsigned seed)
{
    RunBlame blame(star(made.ranks, 100));
    MadeRun(made, seed).tell(blame, static_cast<int>(20 + 10 / made.compute));
    return settled(blame);
}

/// One flow as a rank's kernel tells of it, over ten seconds.
LinksMeasured flow(int peer, double busyFraction, double mbps, double receiverFraction = 0)
{
    const double busy = busyFraction * 10;
    return {.seconds = 10,
            .peers = {peer},
            .bytesSent = {std::llround(mbps * 1e6 / 8 * busy)},
            .bytesReceived = {0},
            .lateSeconds = {0},
            .transferSeconds = {busy},
            .receiverLimitedSeconds = {receiverFraction * busy},
            .senderLimitedSeconds = {0},
            .roundTripMs = {3},
            .deliveredMbps = {mbps},
            .isRateALowerBound = {0},
            .resentSegments = {0},
            .windowBytes = {14480}};
}

/// A run that waits for the network, with flows of the ring 0 -> 2 -> 1 -> 0.
Culprit verdictOnRing(const Experiment& experiment, const LinksMeasured& from0, const LinksMeasured& from2,
                      const LinksMeasured& from1)
{
    RunBlame blame(experiment);
    MadeRun run({.ranks = 3, .exchange = 0.8}, 1);
    run.tell(blame, 30);
    run.tellOne(blame, 0, from0);
    run.tellOne(blame, 2, from2);
    run.tellOne(blame, 1, from1);
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

    /// Measured on three hosts at 100 Mbit/s of which the link of the one with rank 1 let pass 20.
    void aClampedLinkIsNamed()
    {
        const Experiment experiment = star(3, 100);
        const Culprit culprit =
            verdictOnRing(experiment, flow(2, 0.26, 93), flow(1, 0.98, 17.9), flow(0, 0.95, 19));
        QVERIFY(culprit.kind == Kind::SlowLink);
        QCOMPARE(culprit.link->links, std::vector<std::size_t>{1});
        QCOMPARE(culprit.link->mbps, 17.9);
        QCOMPARE(culprit.link->expectedMbps, 93.0);
        QVERIFY(culprit.cost > 0.5 && culprit.cost < 0.8);
        const QString sentence = blameSentence(culprit, experiment.topology);
        QVERIFY2(sentence.contains(QStringLiteral("h1 – switch")), qPrintable(sentence));
    }

    void aLinkThatIsSlowOneWayIsNamed()
    {
        const Culprit culprit =
            verdictOnRing(star(3, 100), flow(2, 0.26, 93), flow(1, 0.98, 17.9), flow(0, 0.26, 93));
        QVERIFY(culprit.kind == Kind::SlowLink);
        // Rank 2's way out or rank 1's way in: 0 -> 2 and 1 -> 0 clear the other directions alone.
        QCOMPARE(culprit.link->links, (std::vector<std::size_t>{1, 2}));
    }

    /// On busy hosts acknowledgements come in bunches: now and then one flow's last measurement is far too
    /// high.
    void oneFlowThatTheKernelMisjudgesTellsTheLinksApartAllTheSame()
    {
        LinksMeasured misjudged = flow(0, 0.95, 14);
        misjudged.deliveredMbps = {609.7};
        const Culprit culprit =
            verdictOnRing(star(3, 100), flow(2, 0.26, 93), flow(1, 0.98, 14.6), misjudged);
        QVERIFY(culprit.kind == Kind::SlowLink);
        QCOMPARE(culprit.link->links, std::vector<std::size_t>{1});
    }

    void linksThatDoWhatIsDrawnAreNotToBlame()
    {
        const LinksMeasured drawn = flow(1, 0.95, 90);
        LinksMeasured to2 = drawn, to0 = drawn;
        to2.peers = {2};
        to0.peers = {0};
        QVERIFY(verdictOnRing(star(3, 100), to2, drawn, to0).kind == Kind::Nothing);
    }

    void aReceiverThatTakesNoMoreIsNoSlowLink()
    {
        QVERIFY(
            verdictOnRing(star(3, 100), flow(2, 0.3, 93), flow(1, 0.98, 17.9, 0.9), flow(0, 0.3, 93)).kind ==
            Kind::Nothing);
    }

    /// Measured on two hosts with one core each and 1000 Mbit/s between them: the exchange is hidden behind
    /// computing, which takes the core from it.
    void whatTheHostsCoresHoldBackIsNoSlowLink()
    {
        const auto kindOf = [](double exchange, double deliveredMbps) {
            RunBlame blame(star(2, 1000));
            MadeRun run({.ranks = 2, .compute = 0.023, .exchange = exchange}, 1);
            run.tell(blame, 500);
            for (const int rank : {0, 1}) {
                LinksMeasured links = flow(1 - rank, 0.55, 418);
                links.deliveredMbps = {deliveredMbps};
                run.tellOne(blame, rank, links);
            }
            return settled(blame).kind;
        };
        QVERIFY(kindOf(0.05, 418) == Kind::SlowLink);
        QVERIFY(kindOf(0.05, 1023.6) == Kind::Nothing); // it is quick in a single round trip
        QVERIFY(kindOf(0.008, 418) == Kind::Nothing);   // an eighth of the step would be saved, at most
    }

    /// The records of three hosts when the link of rank 0 is clamped: the first that tells of it could as
    /// well mean the link of rank 2.
    void aChangeThatOneRankHasToldOfNamesNobodyYet()
    {
        RunBlame blame(star(3, 100));
        MadeRun run({.ranks = 3, .exchange = 0.8}, 1);
        run.tell(blame, 30);
        const auto tell = [&](int rank, double now, double mbps, double busyFraction) {
            LinksMeasured links = flow((rank + 2) % 3, busyFraction, mbps);
            links.seconds = 2;
            links.transferSeconds.front() /= 5;
            links.bytesSent.front() /= 5;
            run.tellOne(blame, rank, links, now);
            const Culprit& culprit = blame.judge(now);
            if (culprit.kind == Kind::SlowLink)
                QCOMPARE(culprit.link->links, std::vector<std::size_t>{0});
        };
        for (double now = 0; now < 20; now += 2) {
            const bool isClamped = now >= 6;
            tell(0, now, isClamped ? 14 : 92, 0.98);
            tell(1, now + 0.3, isClamped ? 14 : 92, 0.98);
            tell(2, now + 0.6, 92, isClamped ? 0.15 : 0.97);
            QVERIFY((blame.culprit().kind == Kind::SlowLink) == (now >= 12));
        }
        QCOMPARE(blame.culprit().link->mbps, 14.0);
    }

    void withoutADrawingTheFastestFlowIsTheMeasure()
    {
        const Culprit culprit =
            verdictOnRing(star(3, std::nullopt), flow(2, 0.26, 900), flow(1, 0.98, 90), flow(0, 0.3, 850));
        QVERIFY(culprit.kind == Kind::SlowLink);
        QVERIFY(culprit.link->links.empty());
        QCOMPARE(culprit.link->from, std::size_t(2));
        QCOMPARE(culprit.link->to, std::size_t(1));
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
