// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/run/routed_addresses.h"

#include <QTest>

namespace lockstep {

/// Which of its addresses a host is found at by the others.
class RoutedAddressesTest : public QObject {
    Q_OBJECT
private slots:
    void init() { m_reports.clear(); }
    void whereSshCameInIsKept();
    void aNetworkThatTheHostsShareIsFound();
    void aNarrowerWayCounts();
    void theOthersFollowAChosenInterface();
    void aBridgeForContainersIsNoNetworkOfHosts();
    void aWayIntoTheWorldShowsNobody();
    void nothingIsSaidWhereNothingIsKnown();

private:
    using Found = std::optional<std::map<std::size_t, std::string>>;
    void add(std::vector<NetworkInterface> interfaces)
    {
        m_reports.emplace_back().interfaces = std::move(interfaces);
    }
    /// `addresses`: where SSH came in, by host.
    Found found(const std::vector<std::string>& addresses, std::size_t chosen = 99) const
    {
        std::map<std::size_t, AddressSeeker> hosts;
        for (std::size_t i = 0; i < addresses.size(); ++i)
            hosts[i] = {&m_reports.at(i), addresses[i], i == chosen};
        return routedAddresses(hosts);
    }

    std::vector<HostReport> m_reports;
};

/// In one network, and in several with a router between them.
void RoutedAddressesTest::whereSshCameInIsKept()
{
    add({{"eth0", {"10.0.0.1"}, {"10.0.0.0/24", "0.0.0.0/0"}}, {"eth1", {"10.9.0.1"}, {"10.9.0.0/24"}}});
    add({{"eth1", {"10.9.0.2"}, {"10.9.0.0/24"}}, {"eth0", {"10.0.0.2"}, {"10.0.0.0/24", "0.0.0.0/0"}}});
    add({{"eth1", {"10.9.0.3"}, {"10.9.0.0/24"}}, {"eth0", {"192.0.2.3"}, {"192.0.2.0/24", "0.0.0.0/0"}}});
    QCOMPARE(found({"10.0.0.1", "10.0.0.2", "192.0.2.3"}),
             (Found{{{0, "10.0.0.1"}, {1, "10.0.0.2"}, {2, "192.0.2.3"}}}));
}

void RoutedAddressesTest::aNetworkThatTheHostsShareIsFound()
{
    add({{"eth0", {"10.1.0.2"}, {"10.1.0.0/24", "10.7.0.9/32"}}, {"ib0", {"10.9.0.1"}, {"10.9.0.0/24"}}});
    add({{"eth0", {"10.2.0.2"}, {"10.2.0.0/24", "10.7.0.9/32"}}, {"ib1", {"10.9.0.2"}, {"10.9.0.0/24"}}});
    QCOMPARE(found({"10.1.0.2", "10.2.0.2"}), (Found{{{0, "10.9.0.1"}, {1, "10.9.0.2"}}}));
    // Of this computer, which SSH came from over a jump host, no address is known.
    QCOMPARE(found({"", "10.2.0.2"}), (Found{{{0, "10.9.0.1"}, {1, "10.9.0.2"}}}));
    // SSH came through a tunnel.
    QCOMPARE(found({"127.0.0.1", "127.0.0.1"}), (Found{{{0, "10.9.0.1"}, {1, "10.9.0.2"}}}));
}

/// Racks with networks of their own, and routes between these.
void RoutedAddressesTest::aNarrowerWayCounts()
{
    add({{"eth0", {"203.0.113.1"}, {"203.0.113.0/24", "0.0.0.0/0"}},
         {"eth1", {"10.9.1.1"}, {"10.9.0.0/16"}}});
    add({{"eth0", {"10.9.2.1"}, {"10.9.2.0/24", "10.9.1.0/24", "0.0.0.0/0"}}});
    QCOMPARE(found({"203.0.113.1", "10.9.2.1"}), (Found{{{0, "10.9.1.1"}, {1, "10.9.2.1"}}}));
}

void RoutedAddressesTest::theOthersFollowAChosenInterface()
{
    for (const char* last : {"1", "2"})
        add({{"eth0", {std::string("10.0.0.") + last}, {"10.0.0.0/24", "0.0.0.0/0"}},
             {"eth1", {std::string("10.9.0.") + last}, {"10.9.0.0/24"}}});
    QCOMPARE(found({"10.9.0.1", "10.0.0.2"}, 0), (Found{{{0, "10.9.0.1"}, {1, "10.9.0.2"}}}));
}

void RoutedAddressesTest::aBridgeForContainersIsNoNetworkOfHosts()
{
    for (const char* last : {"1", "2"})
        add({{"docker0", {"172.17.0.1"}, {"172.17.0.0/16"}},
             {"eth0", {std::string("10.") + last + ".0.2"}, {std::string("10.") + last + ".0.0/24"}}});
    QCOMPARE(found({"10.1.0.2", "10.2.0.2"}), Found());
}

void RoutedAddressesTest::aWayIntoTheWorldShowsNobody()
{
    add({{"eth0", {"192.168.1.5"}, {"192.168.1.0/24", "0.0.0.0/0"}}});
    add({{"eth0", {"10.0.0.7"}, {"10.0.0.0/24", "0.0.0.0/0"}}});
    QCOMPARE(found({"127.0.0.1", "127.0.0.1"}), Found());
}

void RoutedAddressesTest::nothingIsSaidWhereNothingIsKnown()
{
    add({{"eth0", {"10.0.0.1", "2001:db8::1"}, {}}}); // an old engine
    add({{"eth0", {"10.0.0.2", "2001:db8::2"}, {"10.0.0.0/24"}}});
    QCOMPARE(found({"10.0.0.1", "10.0.0.2"}), Found());
    m_reports[0].interfaces[0].routes = {"10.0.0.0/24"};
    QCOMPARE(found({"2001:db8::1", "2001:db8::2"}), Found()); // where SSH came in will do
    m_reports[1] = m_reports[0];                              // drawn twice
    QCOMPARE(found({"127.0.0.2", "127.0.0.3"}), Found());
    m_reports[0].interfaces[0].routes = {"", "10.0.0.0", "10.0.0.0/-1", "10.0.0.0/33", "x/8", "10.0.0.0/"};
    QCOMPARE(found({"10.0.0.1", "10.0.0.2"}), Found());
}

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::RoutedAddressesTest)
#include "routed_addresses_test.moc"
