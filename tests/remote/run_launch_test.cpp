// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/run/run_launch.h"

#include <QTest>
#include <set>

namespace lockstep {

namespace {

Host host(const std::string& name, Connection connection, std::size_t devices)
{
    Host answer;
    answer.id = answer.name = name;
    answer.connection = connection;
    answer.devices.resize(devices);
    return answer;
}

SubmittedReply reply(const std::string& address, int leasePort, int ranks)
{
    SubmittedReply answer;
    answer.lease.address = address;
    answer.lease.port = leasePort;
    for (int i = 1; i <= ranks; ++i)
        answer.ranks.push_back({address, leasePort + i});
    return answer;
}

HostWelcome welcome(const std::string& sshAddress, const std::string& local = "",
                    const std::string& peer = "")
{
    HostWelcome answer;
    answer.report.sshAddress = sshAddress;
    answer.report.interfaces = {{"lo", {"127.0.0.1"}}, {"ib0", {"fe80::1", "10.1.0.7"}}, {"down0", {}}};
    answer.localAddress = local;
    answer.peerAddress = peer;
    return answer;
}

} // namespace

class RunLaunchTest : public QObject {
    Q_OBJECT
private slots:
    void aloneMeansLoopback();
    void severalHostsUseWhereSshCameIn();
    void hostsBehindAJumpUseWhereItsConnectionCameIn();
    void thisComputerUsesOurEndOfTheConnection();
    void aChosenInterfaceWins();
    void hostsOfARehearsalHaveItsAddresses();
    void theTableIsByRankAndHost();
    void serversHaveTheirOwnTable();
    void wrongAnswersAreRefused();
    void tokensAreFresh();
};

void RunLaunchTest::aloneMeansLoopback()
{
    Topology topology;
    topology.hosts = {host("a", Connection::Local, 2), host("b", Connection::Local, 1)};
    auto found = bindAddresses(topology, {{0, welcome("")}, {1, welcome("")}});
    QVERIFY(found.ok());
    QCOMPARE(found->at(0), std::string("127.0.0.1"));
    QCOMPARE(found->at(1), std::string("127.0.0.1"));
    topology.hosts = {host("a", Connection::Ssh, 2)};
    found = bindAddresses(topology, {{0, welcome("192.0.2.1", "192.0.2.9")}});
    QCOMPARE(found->at(0), std::string("127.0.0.1"));
}

void RunLaunchTest::severalHostsUseWhereSshCameIn()
{
    Topology topology;
    topology.hosts = {host("a", Connection::Ssh, 1), host("b", Connection::Ssh, 1)};
    const auto found = bindAddresses(topology, {{0, welcome("192.0.2.1", "192.0.2.9", "192.0.2.1")},
                                                {1, welcome("", "192.0.2.9", "192.0.2.2")}});
    QVERIFY(found.ok());
    QCOMPARE(found->at(0), std::string("192.0.2.1"));
    QCOMPARE(found->at(1), std::string("192.0.2.2"));
}

/// The connections end at the jump host here, so there is no end of ours that they could reach.
void RunLaunchTest::hostsBehindAJumpUseWhereItsConnectionCameIn()
{
    Topology topology;
    topology.hosts = {host("a", Connection::Ssh, 1), host("b", Connection::Ssh, 1)};
    const std::map<std::size_t, HostWelcome> welcomes{{0, welcome("10.1.0.1")}, {1, welcome("10.1.0.2")}};
    const auto found = bindAddresses(topology, welcomes);
    QVERIFY(found.ok());
    QCOMPARE(found->at(0), std::string("10.1.0.1"));
    QCOMPARE(found->at(1), std::string("10.1.0.2"));
    topology.hosts[0] = host("here", Connection::Local, 1);
    const auto refused = bindAddresses(topology, welcomes);
    QVERIFY(!refused.ok());
    QVERIFY(refused.error().message().find("here") != std::string::npos);
    topology.hosts[0].interface = "ib0";
    QVERIFY(bindAddresses(topology, welcomes).ok());
}

void RunLaunchTest::thisComputerUsesOurEndOfTheConnection()
{
    Topology topology;
    topology.hosts = {host("here", Connection::Local, 1), host("b", Connection::Ssh, 1)};
    const auto found =
        bindAddresses(topology, {{0, welcome("")}, {1, welcome("192.0.2.1", "192.0.2.9", "192.0.2.1")}});
    QVERIFY(found.ok());
    QCOMPARE(found->at(0), std::string("192.0.2.9"));
    QCOMPARE(found->at(1), std::string("192.0.2.1"));
}

void RunLaunchTest::aChosenInterfaceWins()
{
    Topology topology;
    topology.hosts = {host("a", Connection::Ssh, 1), host("b", Connection::Ssh, 1)};
    topology.hosts[1].interface = "ib0";
    const std::map<std::size_t, HostWelcome> welcomes{{0, welcome("192.0.2.1", "192.0.2.9")},
                                                      {1, welcome("192.0.2.2", "192.0.2.9")}};
    auto found = bindAddresses(topology, welcomes);
    QVERIFY(found.ok());
    QCOMPARE(found->at(1), std::string("10.1.0.7"));
    for (const char* missing : {"eth7", "down0"}) {
        topology.hosts[1].interface = missing;
        found = bindAddresses(topology, welcomes);
        QVERIFY(!found);
        for (const char* part : {"b", missing, "lo, ib0"})
            QVERIFY2(found.error().message().find(part) != std::string::npos,
                     found.error().message().c_str());
    }
}

void RunLaunchTest::hostsOfARehearsalHaveItsAddresses()
{
    Topology topology;
    topology.hosts = {host("a", Connection::Local, 1), host("b", Connection::Local, 1)};
    const auto found =
        bindAddresses(topology, {{0, welcome("", "", "198.18.0.1")}, {1, welcome("", "", "198.18.0.2")}});
    QVERIFY(found.ok());
    QCOMPARE(found->at(0), std::string("198.18.0.1"));
    QCOMPARE(found->at(1), std::string("198.18.0.2"));
}

void RunLaunchTest::theTableIsByRankAndHost()
{
    Experiment experiment;
    Topology& topology = experiment.topology;
    topology.hosts = {host("a", Connection::Ssh, 2), host("idle", Connection::Ssh, 0),
                      host("c", Connection::Ssh, 1)};
    std::map<std::size_t, SubmittedReply> replies;
    replies[0] = reply("192.0.2.1", 40, 2);
    replies[2] = reply("192.0.2.3", 50, 1);
    const auto request = startRequest("run-1", experiment, replies);
    QVERIFY(request.ok());
    QCOMPARE(request->run, std::string("run-1"));
    QCOMPARE(request->leases.size(), 3u);
    QCOMPARE(request->leases[0].port, 40);
    QCOMPARE(request->leases[1].port, 0);
    QCOMPARE(request->leases[2].port, 50);
    QCOMPARE(request->ranks.size(), 3u);
    QCOMPARE(request->ranks[0].port, 41);
    QCOMPARE(request->ranks[1].port, 42);
    QCOMPARE(request->ranks[2].port, 51);
    QVERIFY(request->servers.empty());
}

/// Also on a host without ranks, which takes part by them.
void RunLaunchTest::serversHaveTheirOwnTable()
{
    Experiment experiment;
    experiment.training.strategy = StrategyKind::ServerSync;
    experiment.topology.hosts = {host("a", Connection::Ssh, 1), host("store", Connection::Ssh, 0)};
    experiment.topology.hosts[1].servers = 2;
    std::map<std::size_t, SubmittedReply> replies;
    replies[0] = reply("192.0.2.1", 40, 1);
    replies[1] = reply("192.0.2.2", 50, 0);
    QVERIFY(!startRequest("run-1", experiment, replies));
    replies[1].servers = {{"192.0.2.2", 51}, {"192.0.2.2", 52}};
    const auto request = startRequest("run-1", experiment, replies);
    QVERIFY(request.ok());
    QCOMPARE(request->ranks.size(), 1u);
    QCOMPARE(request->servers.size(), 2u);
    QCOMPARE(request->servers[1].port, 52);
    QCOMPARE(request->leases[1].port, 50);
}

void RunLaunchTest::wrongAnswersAreRefused()
{
    Experiment experiment;
    experiment.topology.hosts = {host("a", Connection::Ssh, 2)};
    QVERIFY(!startRequest("run-1", experiment, {}));
    std::map<std::size_t, SubmittedReply> replies;
    replies[0] = reply("192.0.2.1", 40, 1);
    const auto refused = startRequest("run-1", experiment, replies);
    QVERIFY(!refused);
    QVERIFY(refused.error().message().find("Host a") != std::string::npos);
}

void RunLaunchTest::tokensAreFresh()
{
    std::set<std::string> tokens;
    for (int i = 0; i < 100; ++i) {
        const auto token = drawToken();
        QVERIFY(token.ok());
        QCOMPARE(token->size(), 64u);
        QCOMPARE(token->find_first_not_of("0123456789abcdef"), std::string::npos);
        tokens.insert(token.value());
    }
    QCOMPARE(tokens.size(), 100u);
}

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::RunLaunchTest)
#include "run_launch_test.moc"
