// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/blame/run_blame.h"
#include "app/network/network_texts.h"
#include "app/network/network_view.h"
#include "app/network/run_network_panel.h"
#include "tests/app/private_settings.h"
#include "tests/app/saved_picture.h"
#include "tests/app/summary/recorded_run.h"

#include <QElapsedTimer>
#include <QLabel>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;

namespace {

Link linkOf(const std::string& from, const std::string& to, std::optional<double> mbps)
{
    return {from, to, mbps, {}, {}, {}};
}

/// Hosts "a", "b", ... with one rank each, side by side.
Topology hosts(int count)
{
    Topology topology;
    for (int i = 0; i < count; ++i) {
        Host host;
        host.id = std::string(1, static_cast<char>('a' + i));
        host.name = "node " + host.id;
        host.address = "10.0.0." + std::to_string(i + 1);
        host.devices = {Device{}};
        host.position = {i * 400.0, 0, {}};
        topology.hosts.push_back(host);
    }
    return topology;
}

Experiment experimentOf(Topology topology)
{
    Experiment experiment;
    experiment.topology = std::move(topology);
    return experiment;
}

/// Two hosts at a switch, over 100 and 10 Mbit/s.
Topology switched()
{
    Topology topology = hosts(2);
    topology.switches.push_back({"s", "switch", 50.0, {400, 300, {}}, {}});
    topology.links = {linkOf("a", "s", 100), linkOf("s", "b", 10)};
    return topology;
}

Record linksOf(double seconds, std::vector<std::int64_t> peers, std::vector<std::int64_t> sent,
               std::vector<double> late)
{
    LinksMeasured links;
    links.seconds = seconds;
    links.peers = std::move(peers);
    links.bytesReceived = sent;
    links.bytesSent = std::move(sent);
    links.lateSeconds = std::move(late);
    return {0, 0, 0, links};
}

/// Steps of a rank, all alike.
std::vector<Record> stepsOf(const RankTimes& times, int steps = 30)
{
    std::vector<Record> records;
    for (int i = 0; i < steps; ++i) {
        StepFinished step;
        step.step = i;
        step.dataSeconds = times.data;
        step.forwardSeconds = times.compute / 2;
        step.backwardSeconds = times.compute / 2;
        step.networkSeconds = times.network;
        records.push_back({static_cast<std::uint64_t>(i), 0, 1000 + i, step});
    }
    return records;
}

} // namespace

class NetworkTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_settings;
private slots:
    void initTestCase() { usePrivateSettings(m_settings); }

    /// By hand: rank 0 sends 3 MB and 2 MB in 4 s, rank 1 sends 1 MB in 2 s.
    void theLoadOfALinkIsTheSumOfItsRecords()
    {
        const Topology topology = switched();
        MeasuredTraffic traffic;
        traffic.take(0, std::vector<Record>{linksOf(2, {1}, {3'000'000}, {0.5}),
                                            {0, 0, 0, StepFinished{}},
                                            linksOf(2, {1}, {2'000'000}, {1.5})});
        traffic.take(1, std::vector<Record>{linksOf(2, {0}, {1'000'000}, {0.1})});
        DrawnRoutes routes(topology);
        const NetworkLoad load = networkLoad(topology, routes, traffic.flows());
        QCOMPARE(load.links[0].forwardMbps, 10.0); // 5 MB in 4 s
        QCOMPARE(load.links[0].backwardMbps, 4.0);
        QCOMPARE(load.links[1].forwardMbps, 10.0);
        QCOMPARE(load.links[1].backwardMbps, 4.0);
        QCOMPARE(*load.links[0].share(topology.links[0]), 0.1);
        QCOMPARE(*load.links[1].share(topology.links[1]), 1.0);
        QCOMPARE(load.links[0].lateFraction, 0.5); // 2 s of 4
        QCOMPARE(load.switchMbps[0], 14.0);
        QVERIFY(load.direct.empty());
    }

    void whatIsWithinAHostOrOfNobodyCrossesNothing()
    {
        Topology topology = switched();
        topology.hosts[0].devices = {Device{}, Device{}}; // ranks 0 and 1; rank 2 is on b
        DrawnRoutes routes(topology);
        const std::vector<Flow> flows{{0, 1, 1e6, 0.5}, {0, 9, 1e6, 0.5}, {2, 1, 1e6, 0}};
        const NetworkLoad load = networkLoad(topology, routes, flows);
        QCOMPARE(load.links[0].forwardMbps, 0.0);
        QCOMPARE(load.links[0].backwardMbps, 8.0);
        QCOMPARE(load.links[0].lateFraction, 0.0);
    }

    /// Ranks 0 and 1 on a and b, a server on each: process 3 is b's. What it returns is told by the rank.
    void whatServersSendIsSeenToo()
    {
        const Topology topology = switched();
        TrainingSpec training;
        training.strategy = StrategyKind::ServerSync;
        MeasuredTraffic traffic;
        Record record = linksOf(2, {2, 3}, {1'000'000, 2'000'000}, {0, 1});
        std::get<LinksMeasured>(record.event).bytesReceived = {1'000'000, 1'000'000};
        traffic.take(0, {&record, 1});
        DrawnRoutes routes(topology);
        const NetworkLoad load = networkLoad(topology, routes, traffic.flows(), training);
        QCOMPARE(load.links[0].forwardMbps, 8.0);
        QCOMPARE(load.links[0].backwardMbps, 4.0);
        QCOMPARE(load.links[1].forwardMbps, 8.0);
        QCOMPARE(load.links[1].lateFraction, 0.5);
        QCOMPARE(networkLoad(topology, routes, traffic.flows()).links[0].forwardMbps, 0.0);
    }

    void ofServersOfThePastTheLastIsRecalled()
    {
        RankStarted started;
        started.worldSize = 2;
        std::vector<Record> records{{0, 0, 0, started}};
        for (const Record& step : stepsOf({0, 0, 1, 0}, 2))
            records.push_back(step);
        records.push_back(linksOf(2, {3}, {4'000'000}, {1}));
        MetricStore store;
        store.append(0, records);
        MeasuredTraffic traffic;
        traffic.recall(store.table(), 2);
        QCOMPARE(traffic.flows().size(), std::size_t(1));
        QCOMPARE(traffic.flows()[0].peer, 3);
        QCOMPARE(traffic.flows()[0].sentPerSecond, 2e6);
        QCOMPARE(traffic.flows()[0].receivedPerSecond, 2e6);
        QCOMPARE(traffic.flows()[0].lateFraction, 0.5);
    }

    void withoutLinksTheLoadIsBetweenHosts()
    {
        const Topology topology = hosts(2);
        DrawnRoutes routes(topology);
        const std::vector<Flow> flows{{1, 0, 1e6, 0.25}};
        const NetworkLoad load = networkLoad(topology, routes, flows);
        QCOMPARE(load.direct.size(), std::size_t(1));
        QCOMPARE(load.direct.at({0, 1}).forwardMbps, 0.0);
        QCOMPARE(load.direct.at({0, 1}).backwardMbps, 8.0);
        QCOMPARE(load.direct.at({0, 1}).lateFraction, 0.25);
    }

    void onlyTheLastSecondsCount()
    {
        MeasuredTraffic traffic;
        std::vector<Record> records(10, linksOf(2, {1}, {8'000'000}, {0}));
        records.insert(records.end(), 5, linksOf(2, {1}, {2'000'000}, {1}));
        records.push_back(linksOf(0, {1}, {1}, {1})); // damaged: covers nothing
        traffic.take(0, records);
        const std::vector<Flow> flows = traffic.flows();
        QCOMPARE(flows.size(), std::size_t(1));
        QCOMPARE(flows[0].sentPerSecond, 1e6);
        QCOMPARE(flows[0].lateFraction, 0.5);
    }

    void whatARunOfThePastToldLastIsRecalled()
    {
        MetricStore store;
        std::vector<Record> records = stepsOf({0, 0, 1, 0}, 2);
        records.push_back(linksOf(2, {1}, {4'000'000}, {1}));
        store.append(0, records);
        MeasuredTraffic traffic;
        traffic.recall(store.table(), 2);
        QCOMPARE(traffic.flows().size(), std::size_t(1));
        QCOMPARE(traffic.flows()[0].peer, 1);
        QCOMPARE(traffic.flows()[0].sentPerSecond, 2e6);
        QCOMPARE(traffic.flows()[0].lateFraction, 0.5);
        traffic.take(0, std::vector<Record>{linksOf(2, {1}, {2'000'000}, {0})});
        QCOMPARE(traffic.flows()[0].sentPerSecond, 1e6); // the present is worth more
        QCOMPARE(traffic.flows().size(), std::size_t(1));
    }

    void theSlowestPartIsNamed_data()
    {
        using Kind = SlowestPart::Kind;
        QTest::addColumn<QVector<RankTimes>>("times");
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("rank");
        QTest::addColumn<double>("saving");
        const auto row = [](const char* name, const QVector<RankTimes>& times, Kind kind, int rank,
                            double saving) {
            QTest::newRow(name) << times << static_cast<int>(kind) << rank << saving;
        };
        row("nothing known", {}, Kind::Unknown, -1, 0);
        row("even", {{0, 0, 1, 0.05}, {1, 0.01, 1, 0.04}}, Kind::Nothing, -1, 0);
        row("a rank", {{0, 0, 1, 1}, {1, 0, 2, 0}, {2, 0, 1.1, 0.9}}, Kind::Rank, 1, 0.9);
        row("one of two ranks", {{0, 0, 1, 1}, {1, 0, 2, 0}}, Kind::Rank, 1, 1);
        row("a loader", {{0, 0, 1, 1}, {1, 1, 1, 0}, {2, 0, 1, 1}}, Kind::Loader, 1, 1);
        row("every loader", {{0, 0.5, 1, 0}, {1, 0.4, 1, 0.1}}, Kind::Loader, 0, 0.5);
        row("the loader of one rank alone", {{0, 0.5, 1, 0}}, Kind::Loader, 0, 0.5);
        row("the network", {{0, 0, 1, 3}, {1, 0, 1.2, 2.8}}, Kind::Network, -1, 2.8);
        // The rank that waits least is the one that others wait for: 2 of their 5 are the network's.
        row("a rank more than the network", {{0, 0, 1, 5}, {1, 0, 4, 2}, {2, 0, 1, 5}}, Kind::Rank, 1, 3);
        // A loader that is slower than the others', but faster than another rank's computing.
        row("what nobody waits for", {{0, 0.5, 1, 1.5}, {1, 0, 3, 0}, {2, 0, 3, 0}}, Kind::Nothing, -1, 0);
        row("less than a tenth", {{0, 0, 1, 0.1}, {1, 0, 1.05, 0.05}}, Kind::Nothing, -1, 0);
    }
    void theSlowestPartIsNamed()
    {
        QFETCH(const QVector<RankTimes>, times);
        const std::span<const RankTimes> all(times.constData(), static_cast<std::size_t>(times.size()));
        const SlowestPart part = slowestPart(all, hosts(3), {});
        QTEST(static_cast<int>(part.kind), "kind");
        QTEST(part.rank, "rank");
        QFETCH(const double, saving);
        QVERIFY2(std::abs(part.saving - saving) < 1e-9, qPrintable(QString::number(part.saving)));
        QVERIFY(!part.link && !part.direct);
    }

    void ofTheNetworkTheFullestLinkIsNamedElseTheOneThatIsWaitedFor()
    {
        const Topology topology = switched();
        const std::vector<RankTimes> times{{0, 0, 1, 3}, {1, 0, 1, 3}};
        DrawnRoutes routes(topology);
        const auto named = [&](const std::vector<Flow>& flows) {
            const NetworkLoad load = networkLoad(topology, routes, flows);
            return slowestPart(times, topology, load).link;
        };
        // 9.6 Mbit/s fill the link to b, and not the one to a.
        QCOMPARE(named({{0, 1, 1.2e6, 0.1}, {1, 0, 1.2e6, 0.2}}), std::optional<std::size_t>(1));
        // Four tenths of what is drawn: the network is not what the drawing says.
        QCOMPARE(named({{0, 1, 0.5e6, 0.1}}), std::optional<std::size_t>(1));
        QCOMPARE(named({}), std::optional<std::size_t>());
        const Topology bare = hosts(2);
        DrawnRoutes none(bare);
        const std::vector<Flow> flows{{0, 1, 1e6, 0.3}};
        const SlowestPart part = slowestPart(times, bare, networkLoad(bare, none, flows));
        QVERIFY(part.kind == SlowestPart::Kind::Network && part.direct == NetworkLoad::HostPair(0, 1));
    }

    /// Ranks wait for each other while the link between them is all but idle: its bandwidth is not to blame.
    void aLinkThatHardlyCarriesAnythingIsNotBlamed()
    {
        const Experiment experiment = experimentOf(switched());
        const Topology& topology = experiment.topology;
        const std::vector<RankTimes> times{{0, 0, 0.2, 0.1}, {1, 0, 0.2, 0.1}};
        DrawnRoutes routes(topology);
        const auto sentence = [&](double bytesPerSecond) {
            const NetworkLoad load =
                networkLoad(topology, routes, std::vector<Flow>{{0, 1, bytesPerSecond, 0.1}});
            return slowestSentence(slowestPart(times, topology, load), topology, RunSummary(experiment),
                                   load);
        };
        QVERIFY2(sentence(5e3).contains(QStringLiteral("carries 40 kbps · <1 %, so its bandwidth is not")),
                 qPrintable(sentence(5e3)));
        QVERIFY2(sentence(0.5e6).startsWith(QStringLiteral("The slowest part is the link")),
                 qPrintable(sentence(0.5e6)));
    }

    void timesAreThoseOfTheLastSteps()
    {
        MetricStore store;
        std::vector<Record> records = stepsOf({0, 0.5, 9, 9}, 10);
        const std::vector<Record> later = stepsOf({0, 0.25, 1, 0.125}, 30);
        records.insert(records.end(), later.begin() + 10, later.end());
        store.append(0, records);
        store.append(1, stepsOf({1, 1, 1, 1}, 1));
        const std::vector<RankTimes> times = recentTimes(store.table(), 3);
        QCOMPARE(times.size(), std::size_t(1)); // of rank 1 only the step that prepares is known
        QCOMPARE(times[0].data, 0.25);
        QCOMPARE(times[0].compute, 1.0);
        QCOMPARE(times[0].network, 0.125);
    }

    void thePictureShowsARunAtWork()
    {
        Topology topology = switched();
        topology.hosts[1].devices = {Device{}, Device{}};
        const Experiment experiment = experimentOf(topology);
        RunSummary summary(experiment);
        MetricStore store;
        RunNetworkPanel panel(summary, store);
        panel.resize(900, 500);
        panel.setExperiment(experiment);
        panel.show();
        QVERIFY(panel.verdict().contains(QStringLiteral("after its first steps")));
        for (int rank = 0; rank < 3; ++rank) {
            const std::vector<Record> records =
                stepsOf({rank, 0, rank == 2 ? 0.3 : 0.1, rank == 2 ? 0 : 0.2});
            store.append(rank, summary.take(rank, records));
        }
        panel.take(0, std::vector<Record>{linksOf(2, {2}, {1'850'000}, {0.5})});
        panel.refresh();
        QCOMPARE(panel.verdict(),
                 QStringLiteral("The slowest part is rank 2 on node b: it computes 300.0 ms in each "
                                "step, the others 100.0 ms; all wait for it."));
        // The same as it comes in, step for step, is more than a mean, once it has stayed; nobody need look.
        panel.hide();
        for (int rank = 0; rank < 3; ++rank)
            panel.take(rank, stepsOf({rank, 0, rank == 2 ? 0.3 : 0.1, rank == 2 ? 0 : 0.2}));
        constexpr auto kStaysMs = static_cast<qint64>((RunBlame::kSettleSeconds + 1) * 1e3);
        QElapsedTimer clock;
        for (clock.start(); clock.elapsed() < kStaysMs; QTest::qWait(100))
            for (int rank = 0; rank < 3; ++rank)
                panel.take(rank, std::vector<Record>{{0, 0, 0, DeviceSampled{}}});
        panel.show();
        QVERIFY2(
            panel.verdict().startsWith(QStringLiteral("Held back by rank 2 on node b: it computes 300.0 ms")),
            qPrintable(panel.verdict()));
        auto& view = *panel.findChild<NetworkView*>();
        const auto& picture = static_cast<const NetworkPicture&>(*view.scene());
        QCOMPARE(picture.link(1)->label(), QStringLiteral("7.4 Mbps · 74 %"));
        QVERIFY(picture.link(1)->ink().busy > picture.link(0)->ink().busy);
        QVERIFY(picture.host(1).dots()[1].phase == RunPhase::Training);

        QVERIFY(savePicture(panel, QStringLiteral("network")));
        const auto placeOf = [&](const QPointF& point) { return view.mapFromScene(point); };
        QSignalSpy moments(&panel, &RunNetworkPanel::momentChosen);
        QSignalSpy ranks(&panel, &RunNetworkPanel::ranksChosen);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, placeOf(picture.rectOf(2).center()));
        QCOMPARE(moments.count(), 1);
        QCOMPARE(moments[0][0].value<Moment>().rank, 2);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, placeOf(picture.host(1).rect().center()));
        QCOMPARE(ranks.count(), 1);
        QCOMPARE(ranks[0][0].value<QVector<int>>(), (QVector<int>{1, 2}));
        QCOMPARE(moments.count(), 1);

        view.setFocus();
        QTest::keyClick(&view, Qt::Key_Right);
        QTest::keyClick(&view, Qt::Key_Right);
        QVERIFY(view.accessibleDescription().startsWith(QStringLiteral("Rank 1 · cpu · Training")));
        QTest::keyClick(&view, Qt::Key_Return);
        QCOMPARE(moments.count(), 2);
        QCOMPARE(moments[1][0].value<Moment>().rank, 1);
    }

    void draggingMovesThePictureAndChoosesNothing()
    {
        const Experiment experiment = recordedExperiment({.hosts = 3});
        RunSummary summary(experiment);
        MetricStore store;
        RunNetworkPanel panel(summary, store);
        panel.resize(700, 400);
        panel.setExperiment(experiment);
        panel.show();
        auto& view = *panel.findChild<NetworkView*>();
        const auto& picture = static_cast<const NetworkPicture&>(*view.scene());
        // All three were drawn at one place; here none covers another.
        QVERIFY(!picture.host(0).rect().intersects(picture.host(1).rect()));
        QVERIFY(!picture.host(1).rect().intersects(picture.host(2).rect()));
        QSignalSpy ranks(&panel, &RunNetworkPanel::ranksChosen);
        const QPoint place = view.mapFromScene(picture.host(0).rect().center());
        const QPointF held = view.mapToScene(place);
        QTest::mousePress(view.viewport(), Qt::LeftButton, {}, place);
        QTest::mouseMove(view.viewport(), place + QPoint(40, 30));
        QTest::mouseRelease(view.viewport(), Qt::LeftButton, {}, place + QPoint(40, 30));
        QCOMPARE(view.mapFromScene(held), place + QPoint(40, 30));
        QCOMPARE(ranks.count(), 0);
        const qreal before = view.transform().m11();
        QTest::keyClick(&view, Qt::Key_Plus);
        QVERIFY(view.transform().m11() > before);
        QTest::keyClick(&view, Qt::Key_Home);
        QVERIFY(view.mapToScene(view.viewport()->rect()).boundingRect().contains(picture.drawingRect()));
    }
};

QTEST_MAIN(NetworkTest)
#include "network_test.moc"
