// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Who is measured with whom, and what is made of the figures.
#include "engine/protocol/drawn_routes.h"
#include "remote/preflight/pairs/link_rates.h"
#include "remote/preflight/pairs/pair_tournament.h"
#include "tests/remote/pair_hosts.h"

#include <QTest>
#include <algorithm>
#include <map>
#include <set>

namespace lockstep {

namespace {

constexpr double kPayload = 1448.0 / 1514;

std::string nameOf(std::size_t host)
{
    return "h" + std::to_string(host);
}

Topology withHosts(std::size_t count)
{
    Topology topology;
    for (std::size_t i = 0; i < count; ++i)
        topology.hosts.push_back(placedHost(nameOf(i)));
    return topology;
}

/// Hosts at one switch, each over a link of its own.
Topology star(std::size_t count, std::optional<double> link, std::optional<double> shared = {})
{
    Topology topology = withHosts(count);
    Switch node;
    node.id = node.name = "sw";
    node.bandwidthMbps = shared;
    topology.switches = {node};
    for (std::size_t i = 0; i < count; ++i)
        topology.links.push_back(drawnLink(nameOf(i), "sw", link));
    return topology;
}

Topology chain(const std::vector<double>& rates)
{
    Topology topology = withHosts(rates.size() + 1);
    for (std::size_t i = 0; i < rates.size(); ++i)
        topology.links.push_back(drawnLink(nameOf(i), nameOf(i + 1), rates[i]));
    return topology;
}

std::vector<std::size_t> all(const Topology& topology)
{
    std::vector<std::size_t> hosts;
    for (std::size_t i = 0; i < topology.hosts.size(); ++i)
        hosts.push_back(i);
    return hosts;
}

PairFigures figures(double forth, double back)
{
    return {.mbpsForth = forth, .mbpsBack = back, .roundTripMs = 0.2, .pathMtu = 1500};
}

PairTournament tournamentOf(const Topology& topology)
{
    return {topology, all(topology), [](const HostPair&) { return true; }};
}

/// Measures a network of which `rateOf` tells what a pair gets, given who is measured at the same time.
PairChecks playedOut(const Topology& topology,
                     const std::function<double(const HostPair&, const PairRound&)>& rateOf)
{
    PairTournament tournament = tournamentOf(topology);
    while (!tournament.isOver()) {
        const PairRound round = tournament.nextRound();
        for (const HostPair& pair : round) {
            const double rate = rateOf(pair, round);
            tournament.take(pair, figures(rate, rate));
        }
    }
    return tournament.checks();
}

PairCheck judged(const Topology& topology, const PairFigures& found)
{
    PairCheck check{.pair = {0, 1}};
    judge(check, found, topology);
    return check;
}

} // namespace

class PairsTest : public QObject {
    Q_OBJECT
private slots:
    void everyPairIsMeasuredOnce_data();
    void everyPairIsMeasuredOnce();
    void pairsOfARoundShareNothing();
    void manyHostsAreMeasuredAlongTheRing();
    void ratesAreComparedWithTheDrawing_data();
    void ratesAreComparedWithTheDrawing();
    void ratesAreWrittenAsInTheDrawing();
    void theNarrowestLinkOrSwitchIsThePromise();
    void aBusyHostIsNoSlowNetwork();
    void whatIsLostOrNotReachedIsSaid();
    void aSegmentThatIsNotDrawnIsFound();
    void aSlowLinkIsNotTakenForASharedOne();
    void aLostHostEndsItsPairs();
    void givingUpSkipsTheRest();
    void theSlowLinkOfAStarIsNamed();
    void bandwidthsToDrawFollowTheSlowerDirection();
};

void PairsTest::everyPairIsMeasuredOnce_data()
{
    QTest::addColumn<int>("count");
    for (const int count : {2, 3, 4, 5, 8, 15, 16})
        QTest::newRow(qPrintable(QString::number(count))) << count;
}

void PairsTest::everyPairIsMeasuredOnce()
{
    QFETCH(int, count);
    const auto hosts = static_cast<std::size_t>(count);
    const Topology topology = star(hosts, 100);
    const auto rounds = planPairRounds(topology, all(topology));
    std::set<HostPair> seen;
    for (const PairRound& round : rounds) {
        std::set<std::size_t> busy;
        for (const HostPair& pair : round) {
            QVERIFY(pair.first < pair.second);
            QVERIFY(seen.insert(pair).second);
            QVERIFY(busy.insert(pair.first).second && busy.insert(pair.second).second);
        }
    }
    QCOMPARE(seen.size(), hosts * (hosts - 1) / 2);
    QCOMPARE(rounds.size(), hosts - 1 + hosts % 2); // no more than a tournament takes
}

void PairsTest::pairsOfARoundShareNothing()
{
    for (const Topology& topology : {chain({10, 10, 10, 10}), star(6, 100, 100), star(6, 100)}) {
        DrawnRoutes routes(topology);
        std::size_t together = 0;
        for (const PairRound& round : planPairRounds(topology, all(topology))) {
            std::set<std::size_t> links;
            std::size_t crossing = 0;
            for (const HostPair& pair : round) {
                for (const auto& leg : routes.between(pair.first, pair.second))
                    QVERIFY(links.insert(leg.link).second);
                crossing += topology.switches.empty() || !topology.switches[0].bandwidthMbps ? 0 : 1;
            }
            QVERIFY(crossing <= 1); // the switch has a rate: one pair at a time
            together = std::max(together, round.size());
        }
        if (!topology.switches.empty() && !topology.switches[0].bandwidthMbps)
            QCOMPARE(together, std::size_t(3));
    }
}

void PairsTest::manyHostsAreMeasuredAlongTheRing()
{
    for (const std::size_t count : {17u, 40u}) {
        const Topology topology = star(count, 100);
        std::map<std::size_t, int> neighbours;
        std::size_t pairs = 0;
        for (const PairRound& round : planPairRounds(topology, all(topology))) {
            pairs += round.size();
            for (const HostPair& pair : round) {
                ++neighbours[pair.first];
                ++neighbours[pair.second];
            }
        }
        QCOMPARE(pairs, count);
        QVERIFY(std::ranges::all_of(neighbours, [](const auto& entry) { return entry.second == 2; }));
    }
}

void PairsTest::ratesAreComparedWithTheDrawing_data()
{
    QTest::addColumn<double>("forth");
    QTest::addColumn<double>("back");
    QTest::addColumn<int>("verdict");
    QTest::addColumn<bool>("passes");
    const auto row = [](const char* name, double forth, double back, PairVerdict verdict, bool passes) {
        QTest::newRow(name) << forth << back << static_cast<int>(verdict) << passes;
    };
    row("as drawn", 94, 95, PairVerdict::AsDrawn, true);
    row("a little less", 88, 94, PairVerdict::AsDrawn, true);
    row("slower one way", 94, 80, PairVerdict::Slower, false);
    row("slower", 18, 18, PairVerdict::Slower, false);
    row("faster one way alone", 500, 94, PairVerdict::AsDrawn, true);
    row("faster", 500, 400, PairVerdict::Faster, true);
}

void PairsTest::ratesAreComparedWithTheDrawing()
{
    QFETCH(double, forth);
    QFETCH(double, back);
    QFETCH(int, verdict);
    QFETCH(bool, passes);
    const PairCheck check = judged(chain({100}), figures(forth, back));
    QCOMPARE(static_cast<int>(check.verdict), verdict);
    QCOMPARE(check.state, passes ? CheckState::Passed : CheckState::Failed);
    QCOMPARE(check.remedy.empty(), check.verdict == PairVerdict::AsDrawn);
    QVERIFY(check.found.english().find(bitRateText(back)) != std::string::npos);
    // Both figures: what was found, and what is drawn.
    if (!passes)
        QVERIFY(check.found.english().find("Drawn are 100 Mbps") != std::string::npos);
}

void PairsTest::ratesAreWrittenAsInTheDrawing()
{
    QCOMPARE(bitRateText(100), std::string("100 Mbps"));
    QCOMPARE(bitRateText(95.64), std::string("95.6 Mbps"));
    QCOMPARE(bitRateText(0.5236), std::string("524 kbps"));
    QCOMPARE(bitRateText(999.6), std::string("1 Gbps"));
    QCOMPARE(bitRateText(9412.3), std::string("9.41 Gbps"));
    QCOMPARE(bitRateText(0), std::string("0 kbps"));
}

void PairsTest::theNarrowestLinkOrSwitchIsThePromise()
{
    QCOMPARE(drawnBandwidth(chain({100, 20, 50}), {0, 3}), std::optional(20.0));
    QCOMPARE(drawnBandwidth(star(3, 100, 30), {0, 2}), std::optional(30.0));
    QCOMPARE(drawnBandwidth(star(3, std::nullopt), {0, 2}), std::nullopt);
    const PairCheck check = judged(star(2, std::nullopt), figures(7, 8));
    QCOMPARE(check.verdict, PairVerdict::NothingDrawn);
    QCOMPARE(check.state, CheckState::Passed);
}

void PairsTest::aBusyHostIsNoSlowNetwork()
{
    PairReport first{.sentMbps = 600, .coreSending = 0.97};
    PairReport second{.sentMbps = 600, .coreReceiving = 0.2};
    QVERIFY(figuresOf(first, second).isHostLimitedForth);
    QVERIFY(!figuresOf(first, second).isHostLimitedBack);
    QCOMPARE(judged(chain({1000}), figuresOf(first, second)).verdict,
             PairVerdict::Slower); // the way back is slow
    second.coreSending = 0.97;
    QCOMPARE(judged(chain({1000}), figuresOf(first, second)).verdict, PairVerdict::HostLimited);
    // Where nothing is drawn, it is no figure for the drawing.
    Topology bare = chain({1000});
    bare.links[0].bandwidthMbps.reset();
    const PairCheck check = judged(bare, figuresOf(first, second));
    QCOMPARE(check.state, CheckState::Passed);
    QVERIFY(check.remedy.english().find("may carry more") != std::string::npos);
    const auto rates = linkRates(bare, {check});
    QCOMPARE(rates.at(0).verdict, PairVerdict::HostLimited);
    QVERIFY(bandwidthsToDraw(rates).empty());
    // Cores that take turns are none of them busy all the time.
    first = {.sentMbps = 6560, .idle = 0.2, .coreSending = 0.87};
    second = {.sentMbps = 9000, .coreReceiving = 0.87};
    QVERIFY(figuresOf(first, second).isHostLimitedForth);
    first.idle = 0.02;
    QVERIFY(!figuresOf(first, second).isHostLimitedForth);
    first = {.sentMbps = 600, .coreSending = 0.97};
    second = {.sentMbps = 600, .coreSending = 0.97};
    // What a busy computer carries as well is no excuse, unless nothing was on its way.
    first.sentMbps = second.sentMbps = 30;
    QCOMPARE(judged(chain({100}), figuresOf(first, second)).verdict, PairVerdict::Slower);
    first.idle = second.idle = 0.5;
    QCOMPARE(judged(chain({100}), figuresOf(first, second)).verdict, PairVerdict::HostLimited);
}

void PairsTest::whatIsLostOrNotReachedIsSaid()
{
    PairFigures found = figures(90, 90);
    found.losesLargePackets = true;
    PairCheck check = judged(chain({100}), found);
    QCOMPARE(check.verdict, PairVerdict::LosesLargePackets);
    QVERIFY(check.state == CheckState::Failed && !check.remedy.empty());
    judgeUnreachable(check, "No route to host.", chain({100}));
    QCOMPARE(check.verdict, PairVerdict::Unreachable);
    QVERIFY(!check.figures && check.found.english().find("No route to host.") != std::string::npos);
    QVERIFY(check.remedy.english().find("h1 connect to h0") != std::string::npos);
}

/// Four hosts, drawn with links of 100 at a switch that holds nothing back. In truth two and two are joined
/// by a cable of 100.
void PairsTest::aSegmentThatIsNotDrawnIsFound()
{
    const auto crosses = [](const HostPair& pair) { return (pair.first < 2) != (pair.second < 2); };
    const PairChecks checks = playedOut(star(4, 100), [&](const HostPair& pair, const PairRound& round) {
        const auto crossing = std::count_if(round.begin(), round.end(), crosses);
        return 100 * kPayload / (crosses(pair) ? static_cast<double>(crossing) : 1);
    });
    QCOMPARE(checks.size(), 6);
    for (const PairCheck& check : checks) {
        QCOMPARE(check.verdict, crosses(check.pair) ? PairVerdict::SharesASegment : PairVerdict::AsDrawn);
        if (crosses(check.pair)) // named is the pair that it shares with: both others
            QVERIFY(check.found.english().find(nameOf(check.pair.first == 0 ? 1 : 0)) != std::string::npos);
    }
}

/// One host's cable is bad; its pairs are slow alone as well.
void PairsTest::aSlowLinkIsNotTakenForASharedOne()
{
    const PairChecks checks = playedOut(star(4, 100), [](const HostPair& pair, const PairRound&) {
        return pair.second == 3 ? 20 * kPayload : 100 * kPayload;
    });
    for (const PairCheck& check : checks)
        QCOMPARE(check.verdict, check.pair.second == 3 ? PairVerdict::Slower : PairVerdict::AsDrawn);
}

void PairsTest::aLostHostEndsItsPairs()
{
    const Topology topology = star(4, 100);
    PairTournament tournament = tournamentOf(topology);
    const PairRound first = tournament.nextRound();
    QCOMPARE(first.size(), std::size_t(2));
    QVERIFY(!tournament.isRoundOver());
    tournament.lose(3, "The link broke.");
    for (const HostPair& pair : first) {
        if (pair.second != 3)
            tournament.take(pair, figures(95, 95));
    }
    QVERIFY(tournament.isRoundOver());
    while (!tournament.isOver()) {
        for (const HostPair& pair : tournament.nextRound()) {
            QVERIFY(pair.second != 3);
            tournament.take(pair, figures(95, 95));
        }
    }
    for (const PairCheck& check : tournament.checks())
        QCOMPARE(check.verdict, check.pair.second == 3 ? PairVerdict::Unreachable : PairVerdict::AsDrawn);
}

void PairsTest::givingUpSkipsTheRest()
{
    const Topology topology = star(3, 100);
    PairTournament tournament = tournamentOf(topology);
    tournament.take(tournament.nextRound().front(), figures(95, 95));
    tournament.nextRound();
    tournament.cancel();
    QVERIFY(tournament.isOver());
    const PairChecks& checks = tournament.checks();
    QCOMPARE(checks[0].state, CheckState::Passed);
    QCOMPARE(checks[1].state, CheckState::Skipped);
    QCOMPARE(checks[2].state, CheckState::Skipped);
}

void PairsTest::theSlowLinkOfAStarIsNamed()
{
    const Topology topology = star(4, 100);
    const auto rates = linkRates(topology, playedOut(topology, [](const HostPair& pair, const PairRound&) {
                                     return pair.second == 3 ? 20 * kPayload : 100 * kPayload;
                                 }));
    QCOMPARE(rates.size(), std::size_t(4));
    for (const auto& [link, rate] : rates)
        QCOMPARE(rate.verdict, link == 3 ? PairVerdict::Slower : PairVerdict::AsDrawn);
    const auto drawn = bandwidthsToDraw(rates);
    QCOMPARE(drawn, (std::map<std::size_t, double>{{3, 20.0}}));
}

void PairsTest::bandwidthsToDrawFollowTheSlowerDirection()
{
    Topology topology = chain({100});
    topology.links[0].from = "h1"; // drawn from the second host to the first
    topology.links[0].to = "h0";
    PairCheck check{.pair = {0, 1}};
    judge(check, figures(94.1, 18.03), topology);
    const auto rates = linkRates(topology, {check});
    QVERIFY(std::abs(*rates.at(0).mbpsForth - 18.03 / kPayload) < 1e-9);
    QVERIFY(std::abs(*rates.at(0).mbpsBack - 94.1 / kPayload) < 1e-9);
    QCOMPARE(bandwidthsToDraw(rates).at(0), 18.9);
    topology.links[0].bandwidthMbps.reset();
    judge(check, figures(9412, 9415), topology);
    QCOMPARE(bandwidthsToDraw(linkRates(topology, {check})).at(0), 9840.0);
}

} // namespace lockstep

QTEST_APPLESS_MAIN(lockstep::PairsTest)
#include "pairs_test.moc"
