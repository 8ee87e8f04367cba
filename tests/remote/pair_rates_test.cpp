// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The network between two hosts as they measure it, held against links of known rates: those of rehearsals.
#include "remote/preflight/pairs/link_rates.h"
#include "remote/preflight/preflight.h"
#include "remote/rehearsal/rehearsal.h"
#include "tests/remote/pair_hosts.h"

#include <QSignalSpy>
#include <QTest>
#include <cmath>

namespace lockstep {

namespace {

const std::string kStage = LOCKSTEP_BINARY_DIR "/bin/lockstep-stage";
const std::string kEngine = LOCKSTEP_BINARY_DIR "/bin/lockstep-engine";
/// Of 1514 bytes that the token bucket counts for a frame, TCP carries so many.
constexpr double kPayload = 1448.0 / 1514;
/// The estimator's own error is 2 % (see the figures of the benchmark); the rest is for a busy machine.
constexpr double kBand = 0.10;

std::shared_ptr<Rehearsal> open(const Topology& topology)
{
    auto opened = Rehearsal::open(kStage, topology);
    return opened ? opened.value() : nullptr;
}

bool isNear(double found, double expected)
{
    return std::abs(found - expected) <= kBand * expected;
}

/// Tests the drawn hosts where the network is in truth another one.
PairChecks preflight(const Topology& drawn, const Topology& truth)
{
    const auto rehearsal = open(truth);
    if (!rehearsal)
        return {};
    RemoteOptions options;
    options.engine = QString::fromStdString(kEngine);
    Preflight preflight(options);
    preflight.rehearseIn(rehearsal);
    Experiment experiment;
    experiment.topology = drawn;
    std::set<int> hosts;
    for (std::size_t i = 0; i < drawn.hosts.size(); ++i)
        hosts.insert(static_cast<int>(i));
    QSignalSpy finished(&preflight, &Preflight::finished);
    preflight.begin(experiment, hosts, Preflight::Network::Measure);
    finished.wait(120'000);
    return preflight.isOver() ? preflight.pairs() : PairChecks();
}

Topology star(const std::vector<double>& rates)
{
    Topology topology;
    Switch node;
    node.id = node.name = "sw";
    topology.switches = {node};
    for (const double rate : rates) {
        const std::string id(1, static_cast<char>('a' + topology.hosts.size()));
        topology.hosts.push_back(placedHost(id));
        topology.links.push_back(drawnLink(id, "sw", rate));
    }
    return topology;
}

QByteArray said(const PairChecks& checks)
{
    QByteArray text;
    for (const PairCheck& check : checks)
        text += QByteArray::number(check.pair.first) + '-' + QByteArray::number(check.pair.second) + ": " +
                QByteArray::fromStdString(check.found.english()) + '\n';
    return text;
}

QByteArray said(const std::optional<PairAnswer>& answer)
{
    if (!answer)
        return "no answer";
    QByteArray text;
    for (const HostMeasured& host : {answer->listening, answer->connecting})
        text += QByteArray::fromStdString(host.report  ? toJson(*host.report)
                                          : host.error ? host.error->message()
                                                       : std::string("nothing")) +
                '\n';
    return text;
}

} // namespace

class PairRatesTest : public QObject {
    Q_OBJECT
private slots:
    void ratesAreThoseOfTheLink_data();
    void ratesAreThoseOfTheLink();
    void eachDirectionHasItsRate();
    void aWayIsAsFastAsItsNarrowestLink();
    void aWayThatLosesLargePacketsIsTold();
    void aHostThatCannotBeReachedIsTold();
    void aDrawingIsHeldAgainstTheTruth();
    void aSegmentThatIsNotDrawnIsFound();
};

void PairRatesTest::ratesAreThoseOfTheLink_data()
{
    QTest::addColumn<double>("rate");
    QTest::newRow("10 Mbit/s") << 10.0;
    QTest::newRow("100 Mbit/s") << 100.0;
}

void PairRatesTest::ratesAreThoseOfTheLink()
{
    QFETCH(double, rate);
    Topology drawn;
    drawn.hosts = {placedHost("a"), placedHost("b")};
    drawn.links = {drawnLink("a", "b", rate)};
    const auto rehearsal = open(drawn);
    QVERIFY(rehearsal);
    PairHosts hosts(rehearsal, drawn.hosts, kEngine);
    const auto answer = hosts.measure(0, 1);
    QVERIFY2(answer && answer->listening.report && answer->connecting.report, said(answer));
    for (const HostMeasured& host : {answer->listening, answer->connecting}) {
        QVERIFY2(isNear(host.report->sentMbps, rate * kPayload), said(answer));
        QCOMPARE(host.report->pathMtu, 1500);
        QVERIFY(!host.report->losesLargePackets);
        QCOMPARE(host.report->interface, std::string("link0"));
    }
    QVERIFY2(answer->connecting.report->roundTripMs.value_or(1e9) < 20, said(answer));
}

/// A link of 50 whose one end is then shaped to 10.
void PairRatesTest::eachDirectionHasItsRate()
{
    Topology drawn;
    drawn.hosts = {placedHost("a"), placedHost("b")};
    drawn.links = {drawnLink("a", "b", 50)};
    const auto rehearsal = open(drawn);
    QVERIFY(rehearsal);
    for (const StageOrder& order : linkOrders(drawn, 0, {.isCut = false, .bandwidthMbps = 10})) {
        if (order.place == 0)
            QVERIFY(rehearsal->stage().carryOut(order).ok());
    }
    PairHosts hosts(rehearsal, drawn.hosts, kEngine);
    const auto answer = hosts.measure(0, 1);
    QVERIFY2(answer && answer->listening.report && answer->connecting.report, said(answer));
    QVERIFY2(isNear(answer->listening.report->sentMbps, 10 * kPayload), said(answer));
    QVERIFY2(isNear(answer->connecting.report->sentMbps, 50 * kPayload), said(answer));
}

void PairRatesTest::aWayIsAsFastAsItsNarrowestLink()
{
    Topology drawn;
    drawn.hosts = {placedHost("a"), placedHost("b"), placedHost("c")};
    drawn.links = {drawnLink("a", "b", 80), drawnLink("b", "c", 20)};
    const auto rehearsal = open(drawn);
    QVERIFY(rehearsal);
    PairHosts hosts(rehearsal, drawn.hosts, kEngine);
    const auto answer = hosts.measure(0, 2);
    QVERIFY2(answer && answer->listening.report && answer->connecting.report, said(answer));
    QVERIFY2(isNear(answer->listening.report->sentMbps, 20 * kPayload), said(answer));
    QVERIFY2(isNear(answer->connecting.report->sentMbps, 20 * kPayload), said(answer));
}

/// The host between the two has a smaller packet size to one of them, and what it would say of that is
/// thrown away before it leaves.
void PairRatesTest::aWayThatLosesLargePacketsIsTold()
{
    Topology drawn;
    drawn.hosts = {placedHost("a"), placedHost("b"), placedHost("c")};
    drawn.links = {drawnLink("a", "b", 50), drawnLink("b", "c", 50)};
    const auto rehearsal = open(drawn);
    QVERIFY(rehearsal);
    constexpr std::size_t kBetween = 1;
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"ip", "link", "set", "dev", "link1", "mtu", "1300"},
          std::vector<std::string>{"ip", "rule", "add", "priority", "1", "iif", "lo", "to",
                                   rehearsedAddress(0), "blackhole"}})
        QVERIFY(rehearsal->stage().carryOut({StageOrder::Kind::Run, kBetween, words, ""}).ok());
    PairHosts hosts(rehearsal, drawn.hosts, kEngine);
    const auto answer = hosts.measure(2, 0);
    QVERIFY2(answer && answer->listening.report && answer->connecting.report, said(answer));
    QVERIFY2(answer->connecting.report->losesLargePackets, said(answer));
    // And what small ones get through is measured all the same.
    const double expected = 50 * 1148.0 / (1148 + 66);
    QVERIFY2(isNear(answer->connecting.report->sentMbps, expected), said(answer));
}

void PairRatesTest::aHostThatCannotBeReachedIsTold()
{
    Topology drawn;
    drawn.hosts = {placedHost("a"), placedHost("b")};
    drawn.links = {drawnLink("a", "b", 50)};
    const auto rehearsal = open(drawn);
    QVERIFY(rehearsal);
    PairHosts hosts(rehearsal, drawn.hosts, kEngine);
    QVERIFY(rehearsal->setLink(0, {.isCut = true, .bandwidthMbps = {}}).ok());
    const auto answer = hosts.measure(0, 1);
    QVERIFY2(answer && answer->connecting.error && !answer->listening.report, said(answer));
    QVERIFY(rehearsal->setLink(0, {.isCut = false, .bandwidthMbps = 50}).ok());
    const auto mended = hosts.measure(0, 1);
    QVERIFY2(mended && mended->connecting.report && mended->listening.report, said(mended));
}

/// Drawn are three links of 40; the third is one of 10.
void PairRatesTest::aDrawingIsHeldAgainstTheTruth()
{
    const Topology drawn = star({40, 40, 40});
    const PairChecks checks = preflight(drawn, star({40, 40, 10}));
    QCOMPARE(checks.size(), 3);
    for (const PairCheck& check : checks) {
        const bool isSlow = check.pair.second == 2;
        QVERIFY2(check.verdict == (isSlow ? PairVerdict::Slower : PairVerdict::AsDrawn), said(checks));
    }
    const auto rates = linkRates(drawn, checks);
    const auto bandwidths = bandwidthsToDraw(rates);
    QCOMPARE(bandwidths.size(), std::size_t(1));
    QVERIFY2(bandwidths.contains(2) && isNear(bandwidths.at(2), 10), said(checks));
}

/// Drawn is one switch; in truth there are two, with a cable between them.
void PairRatesTest::aSegmentThatIsNotDrawnIsFound()
{
    const Topology drawn = star({40, 40, 40, 40});
    Topology truth = drawn;
    Switch second;
    second.id = second.name = "far";
    truth.switches.push_back(second);
    truth.links[2].to = truth.links[3].to = "far";
    truth.links.push_back(drawnLink("sw", "far", 40));
    const PairChecks checks = preflight(drawn, truth);
    QCOMPARE(checks.size(), 6);
    for (const PairCheck& check : checks) {
        const bool crosses = (check.pair.first < 2) != (check.pair.second < 2);
        QVERIFY2(check.verdict == (crosses ? PairVerdict::SharesASegment : PairVerdict::AsDrawn),
                 said(checks));
    }
}

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::PairRatesTest)
#include "pair_rates_test.moc"
