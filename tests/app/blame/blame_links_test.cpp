// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Which link is to blame, in runs that are made up: what each kernel tells of its flows is as it was
// measured.
#include "app/blame/blame_texts.h"
#include "tests/app/blame/made_run.h"

#include <QTest>

namespace lockstep {

namespace {

using Kind = Culprit::Kind;

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

/// Two flows of one rank in one record, as ranks tell of them.
LinksMeasured both(LinksMeasured one, const LinksMeasured& other)
{
    const auto add = [](auto& list, const auto& more) { list.insert(list.end(), more.begin(), more.end()); };
    add(one.peers, other.peers);
    add(one.bytesSent, other.bytesSent);
    add(one.bytesReceived, other.bytesReceived);
    add(one.lateSeconds, other.lateSeconds);
    add(one.transferSeconds, other.transferSeconds);
    add(one.receiverLimitedSeconds, other.receiverLimitedSeconds);
    add(one.deliveredMbps, other.deliveredMbps);
    return one;
}

} // namespace

class BlameLinksTest : public QObject {
    Q_OBJECT
private slots:
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

    /// Each of three ranks pushes to the servers on the other hosts, 3 to 5: two flows share what is drawn,
    /// and what comes back crosses the same links.
    void flowsThatShareALinkAreNotHeldBackByIt()
    {
        Experiment experiment = star(3, 100);
        experiment.training.strategy = StrategyKind::ServerAsync;
        const auto judged = [&](double mbpsOfRank1) {
            RunBlame blame(experiment);
            MadeRun run({.ranks = 3, .exchange = 0.8}, 1);
            run.tell(blame, 30);
            for (const int rank : {0, 1, 2}) {
                const int one = (rank + 1) % 3, other = (rank + 2) % 3;
                const auto mbpsTo = [&](int host) { return rank == 1 || host == 1 ? mbpsOfRank1 : 31; };
                run.tellOne(blame, rank,
                            both(flow(3 + one, 0.95, mbpsTo(one)), flow(3 + other, 0.95, mbpsTo(other))));
            }
            return settled(blame);
        };
        QVERIFY(judged(31).kind == Kind::Nothing);
        const Culprit clamped = judged(4);
        QVERIFY(clamped.kind == Kind::SlowLink);
        QCOMPARE(clamped.link->links, std::vector<std::size_t>{1});
    }

    /// Measured on three hosts in a chain at 100 Mbit/s: each rank pushes for less than half a step, and
    /// waits for the answers in the other.
    void flowsThatShareALinkForPartOfAStepAreNotHeldBackByIt()
    {
        Experiment experiment = star(3, 100);
        experiment.training.strategy = StrategyKind::ServerSync;
        RunBlame blame(experiment);
        MadeRun run({.ranks = 3, .exchange = 0.2}, 1);
        run.tell(blame, 30);
        run.tellOne(blame, 0, both(flow(4, 0.37, 55.8), flow(5, 0.53, 43.1)));
        run.tellOne(blame, 1, both(flow(3, 0.31, 65.9), flow(5, 0.25, 80)));
        run.tellOne(blame, 2, both(flow(3, 0.52, 43.1), flow(4, 0.36, 56)));
        QVERIFY(settled(blame).kind == Kind::Nothing);
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
};

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::BlameLinksTest)
#include "blame_links_test.moc"
