// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Drawn networks, made of namespaces of this computer and measured.
#include "remote/rehearsal/rehearsal_routes.h"
#include "remote/waiting.h"
#include "tests/remote/rehearsal_helpers.h"

#include <QFile>
#include <QTest>
#include <QUuid>
#include <algorithm>
#include <csignal>
#include <thread>
#include <unistd.h>

namespace lockstep {

namespace {

const std::string kPeer = LOCKSTEP_SOURCE_DIR "/tests/remote/throughput_peer.py";
/// What TCP makes of a link's rate: 1448 of the 1514 bytes that tc counts for a frame.
constexpr double kPayload = 1448.0 / 1514.0;

/// What a program has printed until it ends, or has printed so many lines.
std::string linesOf(HostChannel& channel, int lines, std::chrono::seconds patience)
{
    std::string text;
    const Deadline deadline = deadlineIn(patience);
    while (std::count(text.begin(), text.end(), '\n') < lines && Clock::now() < deadline) {
        char buffer[256];
        const auto size = channel.read(buffer, sizeof buffer);
        if (!size)
            return text + channel.diagnostics();
        text.append(buffer, *size);
        std::vector<pollfd> descriptors;
        channel.addDescriptors(descriptors, false);
        waitFor(descriptors, deadlineIn(std::chrono::milliseconds(50)), WakeFlag());
    }
    return text;
}

/// A receiver that listens.
std::unique_ptr<HostChannel> receiver(Rehearsal& rehearsal, std::size_t place)
{
    auto channel = rehearsal.stage().start(place, "receiver", {"python3", kPeer, "receive", "5000"});
    if (!channel || linesOf(**channel, 1, std::chrono::seconds(10)) != "listening\n")
        return nullptr;
    return std::move(channel.value());
}

StageOrder sending(std::size_t from, std::size_t to, double megabytes)
{
    return {StageOrder::Kind::Run,
            from,
            {"python3", kPeer, "send", rehearsedAddress(to), "5000", std::to_string(megabytes)},
            ""};
}

double rateFrom(HostChannel& channel)
{
    return std::atof(linesOf(channel, 1, std::chrono::seconds(10)).c_str());
}

/// Mbit/s of TCP from one place to another; -1 when they do not come together.
double measured(Rehearsal& rehearsal, std::size_t from, std::size_t to, double megabytes)
{
    const auto channel = receiver(rehearsal, to);
    if (!channel || !rehearsal.stage().carryOut(sending(from, to, megabytes)))
        return -1;
    return rateFrom(*channel);
}

/// Of processor time that these processes have taken so far.
double computedSeconds(const QByteArray& mark)
{
    double seconds = 0;
    for (const QString& process : marked(mark)) {
        QFile file("/proc/" + process + "/schedstat"); // nanoseconds first
        if (file.open(QIODevice::ReadOnly))
            seconds += file.readAll().split(' ').value(0).toDouble() * 1e-9;
    }
    return seconds;
}

} // namespace

class RehearsalStageTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void linksHaveTheDrawnRate_data();
    void linksHaveTheDrawnRate();
    void aChainIsAsFastAsItsSlowestLink();
    void packetsAreAsLateAsDrawn();
    void linksAreClampedCutAndMended();
    void aSharedRateIsShared();
    void hostsArePausedAndKilledAlone();
    void hostsKeepToTheirCores();
    void aSlowedHostSharesItsCores();
    void aHostsDataAreSlowByAFileOfItsOwn();
    void whatIsRefusedIsTold();
    void whatIsPreferredIsTakenWhereItCanBe();
    void rootMakesTheSameNetworks();
};

void RehearsalStageTest::initTestCase()
{
    const auto opened = Rehearsal::open(kStage, chain(10, 10));
    QVERIFY2(opened.ok(), opened ? "" : opened.error().message().c_str());
}

void RehearsalStageTest::linksHaveTheDrawnRate_data()
{
    QTest::addColumn<double>("rate");
    QTest::addColumn<double>("megabytes");
    QTest::newRow("10") << 10.0 << 2.5;
    QTest::newRow("100") << 100.0 << 25.0;
    QTest::newRow("1000") << 1000.0 << 200.0;
}

void RehearsalStageTest::linksHaveTheDrawnRate()
{
    QFETCH(double, rate);
    QFETCH(double, megabytes);
    Topology pair;
    pair.hosts = {host("a"), host("b")};
    pair.links = {link("a", "b", rate)};
    const auto rehearsal = make(pair);
    QVERIFY(rehearsal);
    // A busy machine may be slower than the link, for a while or than a gigabit at all, but never faster.
    const double least = rate > 500 ? 0.5 : 0.95;
    double best = 0;
    for (int trial = 0; trial < 3 && best <= rate * kPayload * least; ++trial) {
        best = std::max(best, measured(*rehearsal, 0, 1, megabytes));
        QVERIFY2(best < rate * kPayload * 1.03, std::to_string(best).c_str());
    }
    QVERIFY2(best > rate * kPayload * least, std::to_string(best).c_str());
    qInfo("%g Mbit/s: %.2f", rate, best);
}

void RehearsalStageTest::aChainIsAsFastAsItsSlowestLink()
{
    const auto rehearsal = make(chain(50, 10));
    QVERIFY(rehearsal);
    const double through = measured(*rehearsal, 0, 2, 2.5);
    const double first = measured(*rehearsal, 1, 0, 5);
    QVERIFY2(through > 9.0 && through < 9.9, std::to_string(through).c_str());
    QVERIFY2(first > 40 && first < 49.5, std::to_string(first).c_str());
}

/// a - b with 5 ms, b - c with 20 ms each way.
void RehearsalStageTest::packetsAreAsLateAsDrawn()
{
    Topology late = chain(10, 10);
    late.links[0].latencyMs = 5;
    late.links[1].latencyMs = 20;
    const auto rehearsal = make(late);
    QVERIFY(rehearsal);
    const auto roundTrip = [&](std::size_t from, std::size_t to) {
        const auto answers = rehearsal->stage().start(to, "echo", {"python3", kPeer, "echo", "5001"});
        if (!answers || linesOf(**answers, 1, std::chrono::seconds(10)) != "listening\n")
            return -1.0;
        const auto asks =
            rehearsal->stage().start(from, "ping", {"python3", kPeer, "ping", rehearsedAddress(to), "5001"});
        return asks ? rateFrom(**asks) : -1.0;
    };
    // The shortest of many trips: a busy machine makes some of them longer, none shorter.
    for (const auto& [from, to, drawn] :
         {std::tuple(0, 1, 10.0), std::tuple(1, 0, 10.0), std::tuple(0, 2, 50.0), std::tuple(2, 1, 40.0)}) {
        const double found = roundTrip(static_cast<std::size_t>(from), static_cast<std::size_t>(to));
        qInfo("drawn %g ms, found %.2f", drawn, found);
        QVERIFY2(found >= drawn && found < drawn + 3, std::to_string(found).c_str());
    }
    // All of the bandwidth crosses them: nothing is lost, checksums are right, segments are cut.
    const double through = measured(*rehearsal, 0, 2, 2.5);
    QVERIFY2(through > 8.5 && through < 9.9, std::to_string(through).c_str());
}

void RehearsalStageTest::linksAreClampedCutAndMended()
{
    const Topology rehearsed = chain(10, 10);
    const auto rehearsal = make(rehearsed);
    QVERIFY(rehearsal);
    QVERIFY(rehearsal->setLink(0, {.isCut = false, .bandwidthMbps = 4}).ok());
    const double clamped = measured(*rehearsal, 0, 1, 1.5);
    QVERIFY2(clamped > 3.5 && clamped < 4, std::to_string(clamped).c_str());
    QVERIFY(rehearsal->setLink(0, {.isCut = true, .bandwidthMbps = {}}).ok());
    QCOMPARE(measured(*rehearsal, 0, 1, 0.1), -1.0);
    QVERIFY(rehearsal->killHost(rehearsed.hosts[1]).ok()); // where a receiver waits still
    QVERIFY(measured(*rehearsal, 1, 2, 0.1) > 0);
    QVERIFY(rehearsal->setLink(0, {.isCut = false, .bandwidthMbps = 10}).ok());
    const double mended = measured(*rehearsal, 0, 1, 2.5);
    QVERIFY2(mended > 9.0 && mended < 9.9, std::to_string(mended).c_str());
}

void RehearsalStageTest::aSharedRateIsShared()
{
    Topology star;
    star.hosts = {host("a"), host("b"), host("c"), host("d")};
    Switch middle;
    middle.id = "s";
    middle.bandwidthMbps = 10;
    star.switches = {middle};
    for (const char* each : {"a", "b", "c", "d"})
        star.links.push_back(link(each, "s", 100));
    const auto rehearsal = make(star);
    QVERIFY(rehearsal);
    const double alone = measured(*rehearsal, 0, 1, 2.5);
    QVERIFY2(alone > 9.0 && alone < 9.9, std::to_string(alone).c_str());
    // Two ways that have no link in common.
    const auto first = receiver(*rehearsal, 1);
    const auto second = receiver(*rehearsal, 3);
    QVERIFY(first && second);
    const StageOrder toFirst = sending(0, 1, 2), toSecond = sending(2, 3, 2);
    const auto one = rehearsal->stage().start(0, "sender", toFirst.words);
    const auto other = rehearsal->stage().start(2, "sender", toSecond.words);
    QVERIFY(one && other);
    const double sum = rateFrom(*first) + rateFrom(*second);
    // The one that ends later has the whole rate at last.
    QVERIFY2(sum > 9.0 && sum < 14, std::to_string(sum).c_str());
}

void RehearsalStageTest::hostsArePausedAndKilledAlone()
{
    const Topology topology = chain(10, 10);
    const auto rehearsal = make(topology);
    QVERIFY(rehearsal);
    const std::vector<std::string> cat{"cat"};
    auto first = rehearsal->stage().start(0, "a", cat);
    auto second = rehearsal->stage().start(1, "b", cat);
    QVERIFY(first && second);
    const auto echoes = [](HostChannel& channel) {
        return channel.write("hello\n") && linesOf(channel, 1, std::chrono::seconds(1)) == "hello\n";
    };
    QVERIFY(echoes(**first));
    QVERIFY(rehearsal->pauseHost(topology.hosts[0]).ok());
    QVERIFY(!echoes(**first));
    QVERIFY(echoes(**second));
    QVERIFY(rehearsal->continueHost(topology.hosts[0]).ok());
    QCOMPARE(linesOf(**first, 1, std::chrono::seconds(5)), std::string("hello\n"));
    QVERIFY(rehearsal->killHost(topology.hosts[0]).ok());
    char buffer[16];
    QTRY_VERIFY(!(*first)->read(buffer, sizeof buffer));
    QVERIFY(echoes(**second));
}

void RehearsalStageTest::hostsKeepToTheirCores()
{
    const auto rehearsal = make(chain(10, 10));
    QVERIFY(rehearsal);
    const std::vector<std::string> count{"nproc"};
    const auto one = rehearsal->stage().start(0, "a", count, {0});
    const auto all = rehearsal->stage().start(0, "a", count);
    QVERIFY(one && all);
    QCOMPARE(linesOf(**one, 1, std::chrono::seconds(5)), std::string("1\n"));
    QCOMPARE(linesOf(**all, 1, std::chrono::seconds(5)),
             std::to_string(std::thread::hardware_concurrency()) + "\n");
}

void RehearsalStageTest::aSlowedHostSharesItsCores()
{
    const QByteArray mark = QUuid::createUuid().toByteArray();
    const Topology topology = chain(10, 10);
    qputenv(kMark, mark);
    const auto rehearsal = make(topology);
    qunsetenv(kMark);
    QVERIFY(rehearsal);
    // The process outside, and the first one inside.
    QTRY_COMPARE_WITH_TIMEOUT(countMarked(mark), 2, 30'000);
    const auto cores = std::max<std::size_t>(1, coresOf(0, 3, std::thread::hardware_concurrency()).size());
    QVERIFY(rehearsal->slowHost(topology.hosts[0]).ok());
    QCOMPARE(countMarked(mark), 2 + static_cast<int>(cores));
    QVERIFY(rehearsal->slowHost(topology.hosts[0]).ok()); // no more than that
    QTRY_COMPARE_WITH_TIMEOUT(countMarked(mark), 2 + static_cast<int>(cores), 30'000);
    const auto moment = [&] { return computedSeconds(mark); };
    const double before = moment();
    QTRY_VERIFY_WITH_TIMEOUT(moment() > before + 0.05, 30'000);
    QVERIFY(rehearsal->relieveHost(topology.hosts[0]).ok());
    QTRY_COMPARE_WITH_TIMEOUT(countMarked(mark), 2, 30'000);
    QVERIFY(rehearsal->slowHost(topology.hosts[1]).ok());
    QVERIFY(rehearsal->killHost(topology.hosts[1]).ok());
    QTRY_COMPARE_WITH_TIMEOUT(countMarked(mark), 2, 30'000);
    QVERIFY(rehearsal->relieveHost(topology.hosts[1]).ok());
}

void RehearsalStageTest::aHostsDataAreSlowByAFileOfItsOwn()
{
    const Topology topology = chain(10, 10);
    const auto rehearsal = make(topology);
    QVERIFY(rehearsal);
    const auto isSlow = [&](std::size_t place) {
        auto asked = rehearsal->stage().start(
            place, "sh",
            {"sh", "-c", "[ -n \"$LOCKSTEP_SLOW_DATA\" ] && ls \"$LOCKSTEP_SLOW_DATA\" | wc -l"});
        return asked && linesOf(**asked, 1, std::chrono::seconds(10)) == "1\n";
    };
    QVERIFY(!isSlow(0));
    QVERIFY(rehearsal->slowData(topology.hosts[0]).ok());
    QVERIFY(isSlow(0));
    QVERIFY(!isSlow(1));
    QVERIFY(rehearsal->slowData(topology.hosts[0]).ok()); // no more than that
    QVERIFY(rehearsal->relieveData(topology.hosts[0]).ok());
    QVERIFY(!isSlow(0));
    QVERIFY(rehearsal->relieveData(topology.hosts[0]).ok());
    QVERIFY(rehearsal->slowData(topology.hosts[1]).ok()); // of a host where nothing has begun
    QVERIFY(isSlow(1));
}

void RehearsalStageTest::whatIsRefusedIsTold()
{
    const auto rehearsal = make(chain(10, 10));
    QVERIFY(rehearsal);
    const auto done =
        rehearsal->stage().carryOut({StageOrder::Kind::Run, 0, {"ip", "link", "set", "no0", "up"}, ""});
    QVERIFY(!done);
    QVERIFY2(done.error().message().find("no0") != std::string::npos, done.error().message().c_str());
    const auto started = rehearsal->stage().start(0, "engine", {"/no/such/engine", "attach"});
    QVERIFY(!started);
    QVERIFY(started.error().message().find("/no/such/engine") != std::string::npos);
    QVERIFY(!rehearsal->stage().carryOut({StageOrder::Kind::Run, 99, {"true"}, ""}));
    QVERIFY(rehearsal->stage().carryOut({StageOrder::Kind::Run, 0, {"true"}, ""}).ok());
    QVERIFY(!Rehearsal::open("/no/such/stage", chain(10, 10)));
}

void RehearsalStageTest::whatIsPreferredIsTakenWhereItCanBe()
{
    const auto rehearsal = make(chain(10, 10));
    QVERIFY(rehearsal);
    const std::string file = "/proc/sys/net/ipv4/tcp_congestion_control";
    const auto here = [](const char* name) {
        QFile settings(QStringLiteral("/proc/sys/net/ipv4/") + QLatin1String(name));
        return settings.open(QIODevice::ReadOnly) ? settings.readAll().trimmed() : QByteArray();
    };
    // The kernel gives networks that are made what this computer allows to everybody, else what it uses
    // itself.
    const bool isAllowed = here("tcp_allowed_congestion_control").split(' ').contains("cubic");
    const std::string control = isAllowed ? "cubic" : here("tcp_congestion_control").toStdString();
    QVERIFY(!control.empty());
    QVERIFY(!rehearsal->stage().carryOut({StageOrder::Kind::Write, 0, {file}, "no-such-control"}));
    QVERIFY(rehearsal->stage().carryOut({StageOrder::Kind::Prefer, 0, {file}, "no-such-control"}).ok());
    for (const std::size_t place : {0u, 1u, 2u})
        QVERIFY(rehearsal->stage()
                    .carryOut({StageOrder::Kind::Run, place, {"grep", "-qx", control, file}, ""})
                    .ok());
}

/// And nobody else may.
void RehearsalStageTest::rootMakesTheSameNetworks()
{
    const auto opened = Rehearsal::open(kStage, chain(10, 10), StageKind::Root);
    QCOMPARE(opened.ok(), ::geteuid() == 0);
    if (!opened)
        return;
    QVERIFY(opened.value()->kind() == StageKind::Root);
    const double through = measured(*opened.value(), 0, 2, 2.5);
    QVERIFY2(through > 9.0 && through < 9.9, std::to_string(through).c_str());
}

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::RehearsalStageTest)
#include "rehearsal_stage_test.moc"
