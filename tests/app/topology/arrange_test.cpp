// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Align, distribute, tidy: nothing overlaps, nothing is lost, networks keep what stands on them, one step
// each.
#include "app/document/document_edits.h"
#include "app/document/node_geometry.h"
#include "app/topology/arrange/arrange_edits.h"
#include "app/topology/arrange/first_layout.h"
#include "app/topology/items/link_route.h"
#include "app/topology/viewport/find_elements.h"

#include <QTest>
#include <random>

using namespace lockstep;

namespace {

/// A star: a switch with `count` hosts around it, all drawn on one heap.
std::set<std::string> drawStar(ExperimentDocument& document, int count)
{
    std::set<std::string> nodes;
    const std::string middle = addSwitch(document, {7, 3});
    nodes.insert(middle);
    for (int index = 0; index < count; ++index) {
        const std::string host = addHost(document, HostKind::CpuHost, {index * 3.0, index * 2.0});
        addLink(document, host, middle);
        nodes.insert(host);
    }
    return nodes;
}

/// The same as a file says it that was written by hand: without places.
Experiment unplacedStar(int count)
{
    Experiment experiment;
    Switch middle;
    middle.id = middle.name = "switch";
    experiment.topology.switches = {middle};
    for (int index = 0; index < count; ++index) {
        Host host;
        host.id = host.name = "host-" + std::to_string(index);
        experiment.topology.hosts.push_back(host);
        experiment.topology.links.push_back({host.id, middle.id, std::nullopt, std::nullopt, {}, {}});
    }
    return experiment;
}

Network networkAt(const std::string& id, const QPointF& corner)
{
    Network network;
    network.id = network.name = id;
    network.position = {corner.x(), corner.y(), {}};
    return network;
}

void verifyNoneOverlap(const Topology& topology)
{
    const std::map<std::string, QRectF> rects = nodeRects(topology);
    for (const auto& [one, first] : rects) {
        for (const auto& [two, second] : rects)
            QVERIFY2(one == two || !first.intersects(second), qPrintable(QString::fromStdString(one + two)));
    }
}

} // namespace

class ArrangeTest : public QObject {
    Q_OBJECT

private slots:
    void edgesAlign()
    {
        const NodeRects nodes = {{"a", {0, 0, 100, 50}}, {"b", {30, 90, 60, 80}}, {"c", {-20, 200, 100, 50}}};
        for (const auto& [id, place] : aligned(nodes, Edge::Left))
            QCOMPARE(place.x(), -20.0);
        for (const auto& [id, place] : aligned(nodes, Edge::Right))
            QCOMPARE(place.x() + nodes.at(id).width(), 100.0);
        for (const auto& [id, place] : aligned(nodes, Edge::Bottom))
            QCOMPARE(place.y() + nodes.at(id).height(), 250.0);
        for (const auto& [id, place] : aligned(nodes, Edge::HorizontalCenter))
            QCOMPARE(place.x() + nodes.at(id).width() / 2, 40.0);
        QCOMPARE(aligned(nodes, Edge::Top).at("b"), QPointF(30, 0));
    }

    void gapsBecomeEqual()
    {
        const NodeRects nodes = {{"a", {0, 0, 100, 50}},
                                 {"b", {110, 90, 60, 80}},
                                 {"c", {500, 0, 100, 50}},
                                 {"d", {400, 9, 40, 50}}};
        const NodePlaces places = distributed(nodes, Qt::Horizontal);
        QCOMPARE(places.at("a"), QPointF(0, 0));
        QCOMPARE(places.at("c"), QPointF(500, 0));
        QCOMPARE(places.at("b"), QPointF(200, 90)); // gaps of 100
        QCOMPARE(places.at("d"), QPointF(360, 9));
    }

    void tidyDrawingsOverlapNowhere_data()
    {
        QTest::addColumn<int>("tidy");
        QTest::addColumn<int>("count");
        for (const int count : {1, 2, 3, 9, 60}) {
            for (int tidy = 0; tidy < 3; ++tidy)
                QTest::addRow("layout %d of %d", tidy, count) << tidy << count;
        }
    }
    void tidyDrawingsOverlapNowhere()
    {
        QFETCH(int, tidy);
        QFETCH(int, count);
        ExperimentDocument document;
        drawStar(document, count);
        const Experiment before = document.experiment();
        const int steps = document.undoStack().count();
        tidyNodes(document, {}, static_cast<Tidy>(tidy));
        verifyNoneOverlap(document.experiment().topology);
        QCOMPARE(document.undoStack().count(), steps + 1);
        document.undoStack().undo();
        QVERIFY(document.experiment() == before);
    }

    void layersPutTheSwitchAboveItsHosts()
    {
        ExperimentDocument document;
        drawStar(document, 5);
        tidyNodes(document, {}, Tidy::Layered);
        const Topology& topology = document.experiment().topology;
        for (const Host& host : topology.hosts)
            QVERIFY(host.position.y > topology.switches[0].position.y + kCardSize.height());
    }

    void aLongRowIsFolded()
    {
        ExperimentDocument document;
        const std::set<std::string> nodes = drawStar(document, 20);
        tidyNodes(document, {}, Tidy::Layered);
        const QRectF bounds = boundsOf(document.experiment().topology, nodes);
        QVERIFY(bounds.width() < 9 * (kCardSize.width() + kCardGap));
    }

    /// Hosts at two switches: each stands next to its own, and no link between them passes a card.
    void hostsStandAtTheirSwitch()
    {
        ExperimentDocument document;
        const std::string core = addSwitch(document, {0, 0});
        const std::string leaf = addSwitch(document, {1, 0});
        addLink(document, core, leaf);
        std::map<std::string, std::string> switchOf;
        for (int index = 0; index < 20; ++index) {
            const std::string host = addHost(document, HostKind::CpuHost, {index * 2.0, 0});
            switchOf[host] = index < 11 ? core : leaf;
            addLink(document, host, switchOf[host]);
        }
        tidyNodes(document, {}, Tidy::Layered);
        verifyNoneOverlap(document.experiment().topology);
        const std::map<std::string, QRectF> rects = nodeRects(document.experiment().topology);
        QVERIFY(rects.at(leaf).top() > rects.at(core).bottom());
        for (const auto& [host, itsSwitch] : switchOf)
            QVERIFY(itsSwitch == core ? rects.at(host).bottom() < rects.at(core).top()
                                      : rects.at(host).top() > rects.at(leaf).bottom());
    }

    /// Random drawings, with rings and parts of their own.
    void noLayoutOfLinksOverlaps()
    {
        std::mt19937 random(7);
        for (int round = 0; round < 30; ++round) {
            ExperimentDocument document;
            std::vector<std::string> nodes;
            const int count = 2 + static_cast<int>(random() % 40);
            for (int index = 0; index < count; ++index)
                nodes.push_back(random() % 4 == 0 ? addSwitch(document, {0, 0})
                                                  : addHost(document, HostKind::CpuHost, {0, 0}));
            for (int index = 0; index < count; ++index)
                addLink(document, nodes[random() % nodes.size()], nodes[random() % nodes.size()]);
            tidyNodes(document, {}, Tidy::Layered);
            verifyNoneOverlap(document.experiment().topology);
        }
    }

    void whatAFileGivesNoPlaceIsLaidOut_data()
    {
        QTest::addColumn<int>("count");
        for (const int count : {2, 3, 11, 200})
            QTest::addRow("%d hosts", count) << count;
    }
    void whatAFileGivesNoPlaceIsLaidOut()
    {
        QFETCH(int, count);
        ExperimentDocument document;
        document.reset(unplacedStar(count));
        layOutUnplaced(document);
        const Topology& topology = document.experiment().topology;
        verifyNoneOverlap(topology);
        for (const Host& host : topology.hosts)
            QVERIFY(host.position.y > topology.switches[0].position.y + kCardSize.height());
        QVERIFY(!document.isModified());
        QVERIFY(!document.undoStack().canUndo()); // which would put them back in a heap
    }

    void whatHasAPlaceKeepsIt()
    {
        Experiment experiment = unplacedStar(4);
        Topology& topology = experiment.topology;
        topology.switches[0].position = {-80, 30, {}}; // and one host lies on it
        topology.hosts[0].position = {500, 300, {}};
        topology.networks = {networkAt("area", {480, 280})};
        ExperimentDocument document;
        document.reset(experiment);
        layOutUnplaced(document);
        const Topology& laid = document.experiment().topology;
        QVERIFY(laid.switches == topology.switches);
        QVERIFY(laid.networks == topology.networks);
        QVERIFY(laid.hosts[0] == topology.hosts[0]);
        QCOMPARE(membersOf(laid, laid.networks[0]), (std::set<std::string>{"host-0"}));
        Topology cards = laid;
        cards.networks.clear();
        verifyNoneOverlap(cards);
    }

    void aDrawingWithPlacesIsLeftAlone()
    {
        Experiment experiment = unplacedStar(1);
        experiment.topology.switches[0].position = {0, 200, {}};
        experiment.topology.networks = {networkAt("area", {0, 0})}; // the host at the origin stands on it
        ExperimentDocument document;
        document.reset(experiment);
        layOutUnplaced(document);
        QCOMPARE(document.undoStack().count(), 0);
    }

    void networksWithoutAPlaceAreLaidOut()
    {
        Experiment experiment;
        experiment.topology.networks = {networkAt("a", {}), networkAt("b", {}), networkAt("c", {900, 0})};
        ExperimentDocument document;
        document.reset(experiment);
        layOutUnplaced(document);
        verifyNoneOverlap(document.experiment().topology);
        QVERIFY(document.experiment().topology.networks[2] == experiment.topology.networks[2]);
    }

    void aRingIsRound()
    {
        ExperimentDocument document;
        for (int index = 0; index < 8; ++index)
            addHost(document, HostKind::CpuHost, {index * 10.0, 0});
        tidyNodes(document, {}, Tidy::Ring);
        const Topology& topology = document.experiment().topology;
        std::set<std::string> all;
        for (const Host& host : topology.hosts)
            all.insert(host.id);
        const QPointF center = boundsOf(topology, all).center();
        std::vector<qreal> radii;
        for (const auto& [id, rect] : nodeRects(topology))
            radii.push_back(QLineF(center, rect.center()).length());
        for (const qreal radius : radii)
            QVERIFY(std::abs(radius - radii.front()) < 3);
    }

    void networksKeepWhatStandsOnThem()
    {
        ExperimentDocument document;
        const std::string one = addHost(document, HostKind::CpuHost, {0, 0});
        const std::string two = addHost(document, HostKind::CpuHost, {300, 0});
        addHost(document, HostKind::CpuHost, {40, 20});
        groupNodes(document, {one, two});
        const Topology& topology = document.experiment().topology;
        moveNodes(document, {{topology.hosts[2].id, {900, 900}}});
        for (const Tidy tidy : {Tidy::Layered, Tidy::Ring, Tidy::Grid}) {
            tidyNodes(document, {}, tidy);
            QCOMPARE(membersOf(topology, topology.networks[0]), (std::set<std::string>{one, two}));
        }
        alignNodes(document, {topology.networks[0].id, topology.hosts[2].id}, Edge::Top);
        QCOMPARE(topology.networks[0].position.y, topology.hosts[2].position.y);
        QCOMPARE(membersOf(topology, topology.networks[0]).size(), std::size_t(2));
    }

    void everythingCanBePutOnTheGrid()
    {
        ExperimentDocument document;
        drawStar(document, 9);
        putOnGrid(document, {}, 24);
        for (const auto& [id, rect] : nodeRects(document.experiment().topology)) {
            QCOMPARE(std::fmod(rect.x(), 24), 0.0);
            QCOMPARE(std::fmod(rect.y(), 24), 0.0);
        }
    }

    /// Between cards at random places: a route begins and ends at its cards, and crosses far fewer others
    /// than the straight way does; between neighbouring rows hardly any.
    void routesGoRoundCards()
    {
        std::mt19937 random(3);
        const auto below = [&](int bound) {
            return static_cast<int>(random() % static_cast<unsigned>(bound));
        };
        int crossings = 0;
        int direct = 0;
        for (int drawing = 0; drawing < 200; ++drawing) {
            std::vector<QRectF> cards;
            RectIndex index;
            for (int place = 0; place < 16; ++place) {
                cards.emplace_back(QPointF(place % 4 * 360 + below(60), place / 4 * 230 + below(60)),
                                   kCardSize);
                index.add(cards.back(), 0);
            }
            const LinkCourse course{cards[static_cast<std::size_t>(below(8))],
                                    cards[static_cast<std::size_t>(8 + below(8))], below(3), 3};
            const auto crossed = [&](const LinkRoute& route) {
                return static_cast<int>(std::count_if(cards.begin(), cards.end(), [&](const QRectF& card) {
                    bool isCrossed = false;
                    for (int step = 0; step <= 60 && card != course.from && card != course.to; ++step)
                        isCrossed = isCrossed || card.contains(route.at(step / 60.0));
                    return isCrossed;
                }));
            };
            const LinkRoute route = routeLink(course, index);
            QVERIFY(course.from.adjusted(-1, -1, 1, 1).contains(route.at(0)));
            QVERIFY(course.to.adjusted(-1, -1, 1, 1).contains(route.at(1)));
            QVERIFY(route.bounds().adjusted(-1, -1, 1, 1).contains(route.at(0.37)));
            crossings += crossed(route);
            direct += crossed(directRoute(course));
        }
        QVERIFY2(3 * crossings < direct, qPrintable(QStringLiteral("%1 of %2").arg(crossings).arg(direct)));
    }

    void findLooksEverywhere()
    {
        ExperimentDocument document;
        const std::string host = addHost(document, HostKind::GpuHost, {0, 0});
        const std::string node = addSwitch(document, {300, 0});
        const std::optional<LinkKey> link = addLink(document, host, node);
        changeHost(document, host, {}, [](Host& item) {
            item.address = "10.1.2.3";
            item.facts = "RTX 3080";
            item.region = "南京";
        });
        changeLink(document, *link, {}, [](Link& item) { item.note = "through the basement"; });
        changeNetwork(document, addNetwork(document, {0, 200, 300, 100}), {},
                      [](Network& network) { network.name = "Rack 7"; });
        const Topology& topology = document.experiment().topology;
        for (const char* text : {"gpu-1", "10.1.2", "rtx", "南京", " 3080 "})
            QCOMPARE(findElements(topology, QString::fromUtf8(text)),
                     (std::vector<ElementSet>{{{host}, {}}}));
        QCOMPARE(findElements(topology, QStringLiteral("BASEMENT")),
                 (std::vector<ElementSet>{{{}, {*link}}}));
        QCOMPARE(findElements(topology, QStringLiteral("rack")).size(), std::size_t(1));
        QVERIFY(findElements(topology, QStringLiteral("  ")).empty());
        QVERIFY(findElements(topology, QStringLiteral("nothing")).empty());
    }
};

QTEST_GUILESS_MAIN(ArrangeTest)
#include "arrange_test.moc"
