// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/protocol/drawn_routes.h"
#include "engine/protocol/experiment.h"
#include "remote/rehearsal/imitation.h"
#include "remote/rehearsal/place_index.h"
#include "remote/rehearsal/rehearsal.h"
#include "remote/rehearsal/rehearsal_plan.h"
#include "remote/rehearsal/rehearsal_routes.h"

#include <QTest>
#include <random>
#include <set>

namespace lockstep {

namespace {

/// Hosts h0, h1, ..., switches s0, s1, ...
Topology nodes(int hosts, int switches)
{
    Topology topology;
    for (int i = 0; i < hosts; ++i) {
        Host host;
        host.id = host.name = "h" + std::to_string(i);
        host.devices.resize(1);
        topology.hosts.push_back(host);
    }
    for (int i = 0; i < switches; ++i) {
        Switch node;
        node.id = "s" + std::to_string(i);
        topology.switches.push_back(node);
    }
    return topology;
}

void join(Topology& topology, const std::string& from, const std::string& to, std::optional<double> rate = {})
{
    Link link;
    link.from = from;
    link.to = to;
    link.bandwidthMbps = rate;
    topology.links.push_back(link);
}

/// The links that a packet crosses by these tables, as routers look them up: the exceptions first. Stops
/// after a hundred.
std::vector<std::size_t> walk(const std::vector<RehearsedRoute>& routes, std::size_t from, std::size_t to)
{
    std::vector<std::size_t> links;
    std::size_t place = from;
    while (place != to && links.size() < 100) {
        const RehearsedRoute* chosen = nullptr;
        for (const RehearsedRoute& route : routes) {
            const bool fits = route.place == place && route.to == to && (!route.from || *route.from == from);
            if (fits && (chosen == nullptr || route.from))
                chosen = &route;
        }
        if (chosen == nullptr)
            return links;
        links.push_back(chosen->link);
        place = chosen->next;
    }
    return links;
}

Topology randomTopology(std::mt19937& random)
{
    Topology topology = nodes(2 + static_cast<int>(random() % 5), static_cast<int>(random() % 4));
    const std::size_t places = placeCount(topology);
    const auto id = [&](std::size_t place) {
        return place < topology.hosts.size() ? topology.hosts[place].id
                                             : topology.switches[place - topology.hosts.size()].id;
    };
    for (std::size_t links = random() % (2 * places); links > 0; --links) {
        const std::size_t from = random() % places;
        const std::size_t to = (from + 1 + random() % (places - 1)) % places;
        join(topology, id(from), id(to), 10.0 * static_cast<double>(1 + random() % 3));
    }
    return topology;
}

/// Everything that is fed to a program in a place.
std::string inputOf(const std::vector<StageOrder>& orders, std::size_t place, const std::string& program)
{
    std::string input;
    for (const StageOrder& order : orders)
        if (order.place == place && order.words[0] == program)
            input += order.input;
    return input;
}

bool has(const std::string& text, const std::string& line)
{
    return ("\n" + text).find("\n" + line + "\n") != std::string::npos;
}

} // namespace

class RehearsalPlanTest : public QObject {
    Q_OBJECT
private slots:
    void packetsTakeTheDrawnWays();
    void hostsApartMeetAtOneSwitch();
    void aChainForwardsThroughItsMiddle();
    void bothEndsOfALinkHaveItsRate();
    void aLateLinkHasAWireBetweenItsHalves();
    void aSwitchOfASharedRateSendsEverythingThroughOneBucket();
    void bucketsHoldAMillisecond();
    void linksCanBeCutAndMended();
    void coresAreSharedOut();
    void ordersSurviveTheWay();
    void whatIsNoOrderIsRefused();
    void gpusBecomeProcessors();
    void moreRanksThanCoresImitate();
};

void RehearsalPlanTest::packetsTakeTheDrawnWays()
{
    std::mt19937 random(7);
    std::size_t exceptions = 0, ways = 0;
    for (int turn = 0; turn < 500; ++turn) {
        const Topology topology = joinedTopology(randomTopology(random));
        const auto routes = rehearsedRoutes(topology);
        DrawnRoutes drawn(topology);
        for (std::size_t from = 0; from < topology.hosts.size(); ++from) {
            for (std::size_t to = 0; to < topology.hosts.size(); ++to) {
                if (from == to)
                    continue;
                std::vector<std::size_t> expected;
                for (const DrawnRoutes::Leg& leg : drawn.between(from, to))
                    expected.push_back(leg.link);
                QVERIFY(!expected.empty());
                QCOMPARE(walk(routes, from, to), expected);
                ++ways;
            }
        }
        for (const RehearsedRoute& route : routes)
            exceptions += route.from ? 1 : 0;
    }
    QVERIFY(ways > 1000);
    QVERIFY2(exceptions > 10, "no drawing had ways that depend on where they begin");
}

void RehearsalPlanTest::hostsApartMeetAtOneSwitch()
{
    const Topology bare = joinedTopology(nodes(3, 0));
    QCOMPARE(bare.switches.size(), 1u);
    QCOMPARE(bare.links.size(), 3u);
    QVERIFY(!bare.links[0].bandwidthMbps && !bare.switches[0].bandwidthMbps);

    Topology joined = nodes(3, 1);
    for (const char* host : {"h0", "h1", "h2"})
        join(joined, host, "s0", 100);
    QVERIFY(joinedTopology(joined) == joined);

    Topology parts = nodes(3, 0);
    join(parts, "h0", "h2");
    QCOMPARE(joinedTopology(parts).links.size(), 3u); // h0 and h2 as one, and h1
}

void RehearsalPlanTest::aChainForwardsThroughItsMiddle()
{
    Topology chain = nodes(3, 0);
    join(chain, "h0", "h1", 10);
    join(chain, "h1", "h2", 10);
    const auto orders = planRehearsal(chain);
    const std::string first = inputOf(orders, 0, "ip");
    const std::string middle = inputOf(orders, 1, "ip");
    QVERIFY(has(first, "link add link0 type veth peer name link0 netns " + networkFileOf(1)));
    QVERIFY(has(first, "addr add 198.18.0.1/32 dev lo"));
    QVERIFY(has(first, "route add 198.18.0.3 via 198.18.0.2 dev link0 onlink src 198.18.0.1"));
    QVERIFY(has(middle, "route add 198.18.0.1 via 198.18.0.1 dev link0 onlink src 198.18.0.2"));
    QVERIFY(has(middle, "route add 198.18.0.3 via 198.18.0.3 dev link1 onlink src 198.18.0.2"));
    QCOMPARE(inputOf(orders, 1, "/proc/sys/net/ipv4/ip_forward"), std::string("1"));
    QCOMPARE(inputOf(orders, 1, "/proc/sys/net/ipv4/tcp_congestion_control"), std::string("cubic"));
    // Devices are there before anything is done with them.
    QVERIFY(orders[0].input.starts_with("link add") && orders[1].input.starts_with("link add"));
}

void RehearsalPlanTest::bothEndsOfALinkHaveItsRate()
{
    Topology pair = nodes(2, 0);
    join(pair, "h0", "h1", 10);
    join(pair, "h0", "h1");
    const auto orders = planRehearsal(pair);
    const std::string expected =
        "qdisc replace dev link0 root tbf rate 10000000bit burst 5000 limit 375000\n";
    QCOMPARE(inputOf(orders, 0, "tc"), expected);
    QCOMPARE(inputOf(orders, 1, "tc"), expected);
    QVERIFY(has(inputOf(orders, 1, "ip"), "link set link0 gso_max_segs 2"));
    QVERIFY(!has(inputOf(orders, 1, "ip"), "link set link1 gso_max_segs 2"));
    QCOMPARE(inputOf(orders, 1, "/proc/sys/net/ipv4/tcp_limit_output_bytes"), std::string("6000"));
}

void RehearsalPlanTest::aLateLinkHasAWireBetweenItsHalves()
{
    Topology chain = nodes(3, 0);
    join(chain, "h0", "h1", 10);
    join(chain, "h1", "h2", 20);
    QCOMPARE(stagePlaces(chain), 3u);
    chain.links[0].latencyMs = 0;
    QCOMPARE(stagePlaces(chain), 3u);
    chain.links[1].latencyMs = 1.5;
    QCOMPARE(stagePlaces(chain), 4u);
    const auto orders = planRehearsal(chain);
    const auto wire = std::ranges::find(orders, StageOrder::Kind::Wire, &StageOrder::kind);
    QVERIFY(wire != orders.end());
    QVERIFY(wire->words == (std::vector<std::string>{"link1a", "link1b", "1500"}));
    QCOMPARE(wire->place, 3u);
    const std::string between = inputOf(orders, 3, "ip");
    QVERIFY(has(between, "link add link1a type veth peer name link1 netns " + networkFileOf(1)));
    QVERIFY(has(between, "link add link1b type veth peer name link1 netns " + networkFileOf(2)));
    QVERIFY(has(between, "link set link1a up") && has(between, "link set link1b up"));
    // Its ends are shaped as those of any other link, and the other link is one.
    QVERIFY(inputOf(orders, 2, "tc").find("link1 root tbf rate 20000000bit") != std::string::npos);
    QVERIFY(
        has(inputOf(orders, 0, "ip"), "link add link0 type veth peer name link0 netns " + networkFileOf(1)));
}

void RehearsalPlanTest::aSwitchOfASharedRateSendsEverythingThroughOneBucket()
{
    Topology star = nodes(3, 1);
    for (const char* host : {"h0", "h1", "h2"})
        join(star, host, "s0", 100);
    QVERIFY(inputOf(planRehearsal(star), 3, "ip").find("shared") == std::string::npos);
    star.switches[0].bandwidthMbps = 10;
    const auto orders = planRehearsal(star);
    const std::string ip = inputOf(orders, 3, "ip");
    for (const char* link : {"link0", "link1", "link2"})
        QVERIFY(has(ip, std::string("rule add priority 100 iif ") + link + " lookup 100"));
    QVERIFY(has(inputOf(orders, 3, "tc"),
                "qdisc replace dev shared0 root tbf rate 10000000bit burst 5000 limit 375000"));
}

void RehearsalPlanTest::bucketsHoldAMillisecond()
{
    const TokenBucket slow = tokenBucket(10);
    QCOMPARE(slow.bitsPerSecond, 10'000'000);
    QCOMPARE(slow.burst, 5000);
    QCOMPARE(slow.limit, 375'000); // 300 ms
    const TokenBucket fast = tokenBucket(1000);
    QCOMPARE(fast.burst, 125'000);
    QCOMPARE(fast.limit, 2'500'000);
    QCOMPARE(tokenBucket(0.0000001).bitsPerSecond, 1);
    QCOMPARE(slow.segments, 2);
    QCOMPARE(slow.unsent, 6000);
    QCOMPARE(tokenBucket(100).segments, 8);
    QCOMPARE(tokenBucket(100).unsent, 25'000);
    QCOMPARE(tokenBucket(10'000).segments, 45);
}

void RehearsalPlanTest::linksCanBeCutAndMended()
{
    Topology pair = nodes(2, 0);
    join(pair, "h0", "h1", 10);
    const auto cut = linkOrders(pair, 0, {.isCut = true, .bandwidthMbps = 10});
    QCOMPARE(cut.size(), 2u);
    QCOMPARE(cut[0].place, 0u);
    QCOMPARE(cut[1].place, 1u);
    QCOMPARE(cut[1].input, std::string("qdisc replace dev link0 root blackhole\n"));
    const auto clamped = linkOrders(pair, 0, {.isCut = false, .bandwidthMbps = 2.5});
    // What waited in the bucket of before, in frames too large for this one, is gone with it.
    QCOMPARE(clamped[0].input,
             std::string("qdisc replace dev link0 root blackhole\n"
                         "qdisc replace dev link0 root tbf rate 2500000bit burst 5000 limit 375000\n"));
    const auto open = linkOrders(pair, 0, {});
    QVERIFY(open[0].input.ends_with("qdisc replace dev link0 root pfifo_fast\n"));
}

void RehearsalPlanTest::coresAreSharedOut()
{
    using Cores = std::vector<std::size_t>;
    QCOMPARE(coresOf(0, 2, 8), (Cores{0, 1, 2, 3}));
    QCOMPARE(coresOf(1, 2, 8), (Cores{4, 5, 6, 7}));
    QCOMPARE(coresOf(2, 3, 8), (Cores{5, 6, 7}));
    QCOMPARE(coresOf(0, 1, 8), Cores()); // all
    for (std::size_t hosts = 2; hosts < 20; ++hosts) {
        std::set<std::size_t> used;
        for (std::size_t host = 0; host < hosts; ++host) {
            const Cores own = coresOf(host, hosts, 6);
            QVERIFY(!own.empty() && own.back() < 6);
            used.insert(own.begin(), own.end());
        }
        QCOMPARE(used.size(), 6u);
    }
}

void RehearsalPlanTest::ordersSurviveTheWay()
{
    for (const auto kind : {StageOrder::Kind::Run, StageOrder::Kind::Wire}) {
        const StageOrder order{kind, 17, {"ip", "", "a b"}, std::string("x\0y\n", 4)};
        QVERIFY(orderFrom(toDatagram(order)) == order);
    }
}

void RehearsalPlanTest::whatIsNoOrderIsRefused()
{
    using namespace std::string_literals;
    const std::string afterTheLast = std::to_string(static_cast<int>(StageOrder::Kind::Wire) + 1);
    for (const std::string& bytes :
         {""s, "0"s, "0\0"s, "0\0"s + "1\0"s + "1\0"s, afterTheLast + "\0"s + "1\0"s + "1\0"s + "ip\0"s,
          "0\0"s + "1\0"s + "0\0"s, "0\0"s + "-1\0"s + "1\0"s + "ip\0"s,
          "0\0"s + "1\0"s + "18446744073709551615\0"s + "ip\0"s, "0\0"s + "1\0"s + "2\0"s + "ip\0"s,
          "0\0"s + "1x\0"s + "1\0"s + "ip\0"s})
        QVERIFY2(!orderFrom(bytes), bytes.c_str());
}

void RehearsalPlanTest::gpusBecomeProcessors()
{
    Experiment drawn;
    drawn.topology = nodes(2, 0);
    drawn.topology.hosts[0].devices = {{DeviceKind::Cuda, 0}, {DeviceKind::Cuda, 1}};
    drawn.topology.hosts[0].interface = "ib0";
    drawn.topology.hosts[0].address = "192.0.2.1";
    drawn.training.precision = Precision::Float16;
    const Experiment run = rehearsedExperiment(drawn);
    QCOMPARE(run.topology.hosts[0].devices, (std::vector<Device>{Device{}, Device{}}));
    QVERIFY(run.topology.hosts[0].interface.empty());
    QVERIFY(run.topology.hosts[0].connection == Connection::Local && run.topology.hosts[0].address.empty());
    QVERIFY(run.training.precision == Precision::BFloat16);
    QCOMPARE(checkExperiment(run).size(), checkExperiment(rehearsedExperiment(run)).size());
    drawn.topology.hosts[0].devices = {Device{}};
    drawn.training.precision = Precision::Float32;
    QVERIFY(rehearsedExperiment(drawn).training == drawn.training);
}

void RehearsalPlanTest::moreRanksThanCoresImitate()
{
    Topology topology = nodes(3, 1);
    topology.hosts[0].devices.resize(2);
    QVERIFY(!imitatesCompute(topology, StageKind::User, 4));
    QVERIFY(imitatesCompute(topology, StageKind::User, 3));
    QVERIFY(imitatesCompute(topology, StageKind::Root, 3));
    QVERIFY(!imitatesCompute(topology, StageKind::Loopback, 3));
    QVERIFY(!imitatesCompute(topology, StageKind::User, 0)); // nobody knows how many there are
    QVERIFY(engineWords("/engine", false) == (std::vector<std::string>{"/engine", "attach"}));
    QVERIFY(
        engineWords("/engine", true) ==
        (std::vector<std::string>{"env", "LOCKSTEP_IMITATE_COMPUTE=/dev/shm/turns", "/engine", "attach"}));
}

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::RehearsalPlanTest)
#include "rehearsal_plan_test.moc"
