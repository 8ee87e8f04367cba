// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// In which order hosts hand data on to each other. The times are worked out by hand: 80 megabits (10 MB) over
// the drawn links.
#include "remote/delivery/delivery_plan.h"

#include <QTest>
#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr double kMegabits = 80;

bool isAbout(std::optional<double> seconds, double expected)
{
    return seconds && std::abs(*seconds - expected) < 1e-9;
}

/// A drawing of hosts and switches by name: "pc" is this computer, names with an "s" are switches.
class Drawing {
public:
    Drawing& link(const std::string& from, const std::string& to, std::optional<double> mbps)
    {
        for (const std::string& name : {from, to})
            add(name);
        Link link;
        link.from = from;
        link.to = to;
        link.bandwidthMbps = mbps;
        m_topology.links.push_back(link);
        return *this;
    }
    Drawing& limit(const std::string& name, double mbps)
    {
        for (Switch& node : m_topology.switches)
            if (node.id == name)
                node.bandwidthMbps = mbps;
        return *this;
    }
    DeliveryPlan plan() const
    {
        std::set<int> hosts;
        for (std::size_t i = 0; i < m_topology.hosts.size(); ++i)
            if (m_topology.hosts[i].id != "pc")
                hosts.insert(static_cast<int>(i));
        return planDelivery(m_topology, hosts, kMegabits);
    }
    QString order() const
    {
        QString names;
        for (const int host : plan().order)
            names += QString::fromStdString(m_topology.hosts[static_cast<std::size_t>(host)].id) + u' ';
        return names.trimmed();
    }

private:
    void add(const std::string& name)
    {
        const auto isNamed = [&name](const auto& node) { return node.id == name; };
        if (std::ranges::any_of(m_topology.hosts, isNamed) ||
            std::ranges::any_of(m_topology.switches, isNamed))
            return;
        if (name.starts_with('s')) {
            Switch node;
            node.id = node.name = name;
            m_topology.switches.push_back(node);
            return;
        }
        Host host;
        host.id = host.name = name;
        host.connection = name == "pc" ? Connection::Local : Connection::Ssh;
        m_topology.hosts.push_back(host);
    }

    Topology m_topology;
};

} // namespace

class DeliveryPlanTest : public QObject {
    Q_OBJECT
private slots:
    void aChainSparesTheLineOfThisComputer()
    {
        Drawing drawing;
        for (const char* host : {"pc", "a", "b", "c"})
            drawing.link(host, "s", 10);
        QCOMPARE(drawing.order(), "a b c");
        QVERIFY(isAbout(drawing.plan().directSeconds, 24.0)); // three times over one line
        QVERIFY(isAbout(drawing.plan().chainSeconds, 16.0));  // to the first, then all at once
        QCOMPARE(drawing.plan().fasterWay(), CopyWay::Chain);
    }

    void twoHostsGainNothing()
    {
        Drawing drawing;
        for (const char* host : {"pc", "a", "b"})
            drawing.link(host, "s", 10);
        QCOMPARE(drawing.plan().directSeconds, drawing.plan().chainSeconds);
        QCOMPARE(drawing.plan().fasterWay(), CopyWay::Direct);
    }

    void aSlowLinkIsCrossedLast()
    {
        Drawing drawing;
        drawing.link("pc", "s", 100).link("tardy", "s", 1).link("a", "s", 100).link("b", "s", 100);
        QCOMPARE(drawing.order(), "a b tardy");
        QVERIFY(isAbout(drawing.plan().directSeconds, 80.0));
        QVERIFY(isAbout(drawing.plan().chainSeconds, 80.8));
        QCOMPARE(drawing.plan().fasterWay(), CopyWay::Direct); // which sends to the slow one from the start
    }

    void aTrunkIsCrossedOnce()
    {
        Drawing drawing;
        drawing.link("pc", "s1", 10).link("far-1", "s2", 10).link("near-1", "s1", 10);
        drawing.link("far-2", "s2", 10).link("near-2", "s1", 10).link("s1", "s2", 10);
        QCOMPARE(drawing.order(), "near-1 near-2 far-1 far-2");
        QVERIFY(isAbout(drawing.plan().directSeconds, 32.0));
        QVERIFY(isAbout(drawing.plan().chainSeconds, 16.0));
    }

    void aSharedSegmentIsShared()
    {
        Drawing drawing;
        for (const char* host : {"pc", "a", "b", "c", "d"})
            drawing.link(host, "s", 10);
        drawing.limit("s", 10);
        QVERIFY(isAbout(drawing.plan().directSeconds, 32.0));
        QVERIFY(isAbout(drawing.plan().chainSeconds, 8.0 + 24.0)); // three hops at once
        QCOMPARE(drawing.plan().fasterWay(), CopyWay::Direct);
    }

    void whereThisComputerIsNotDrawnAPersonDecides()
    {
        Drawing drawing;
        drawing.link("a", "s", 10).link("b", "s", 40).link("c", "s", 10);
        QCOMPARE(drawing.order(), "b a c");
        QVERIFY(isAbout(drawing.plan().directSeconds, 6.0));
        QVERIFY(isAbout(drawing.plan().chainSeconds, 2.0 + 8.0));
        QVERIFY(!drawing.plan().isDrawnHere);
        QCOMPARE(drawing.plan().fasterWay(), CopyWay::Direct);
    }

    void nothingIsSaidOfWhatIsNotDrawn()
    {
        Drawing unknown;
        for (const char* host : {"pc", "a", "b", "c"})
            unknown.link(host, "s", std::nullopt);
        QCOMPARE(unknown.order(), "a b c");
        QVERIFY(!unknown.plan().directSeconds && !unknown.plan().chainSeconds);
        QCOMPARE(unknown.plan().fasterWay(), CopyWay::Direct);
        Drawing apart;
        apart.link("pc", "s1", 10).link("a", "s1", 10).link("b", "s2", 10).link("c", "s2", 10);
        QVERIFY(!apart.plan().chainSeconds);
        QVERIFY(planDelivery({}, {}, kMegabits).order.empty());
    }
};

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::DeliveryPlanTest)
#include "delivery_plan_test.moc"
