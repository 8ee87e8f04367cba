// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The network between hosts, measured: on the canvas, in the list of tests, and taken into the drawing. Two
// real SSH servers, the real engine.
#include "app/theme/theme.h"
#include "app/topology/items/link_item.h"
#include "app/topology/topology_scene.h"
#include "app/window/design_page.h"
#include "app/window/host_test_model.h"
#include "app/window/host_test_panel.h"
#include "app/window/main_window.h"
#include "app/window/measured_links.h"
#include "tests/app/private_settings.h"
#include "tests/remote/controller_helpers.h"

#include <QImage>
#include <QPainter>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;

namespace {

constexpr int kPatienceMs = 60'000;

Topology drawing(std::optional<double> mbps)
{
    Topology topology;
    for (const char* id : {"a", "b"}) {
        Host host;
        host.id = id;
        host.name = std::string("gpu-") + id;
        host.address = std::string("192.0.2.") + (host.id == "a" ? "1" : "2");
        host.position = {host.id == "a" ? 0.0 : 400.0, 0.0};
        host.devices = {Device{}};
        topology.hosts.push_back(host);
    }
    Link link;
    link.from = "a";
    link.to = "b";
    link.bandwidthMbps = mbps;
    topology.links = {link};
    return topology;
}

PairCheck found(const Topology& topology, double forth, double back)
{
    PairCheck check{.pair = {0, 1}};
    judge(check, {.mbpsForth = forth, .mbpsBack = back, .roundTripMs = 0.2, .pathMtu = 1500}, topology);
    return check;
}

LinkMark markOf(const Topology& topology, const PairCheck& check)
{
    return linkMarks(topology, linkRates(topology, {check})).at({"a", "b", 0});
}

} // namespace

class MeasuredLinksTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { usePrivateSettings(m_folder); }

    void everyVerdictHasATextAndAKind_data()
    {
        QTest::addColumn<double>("drawn");
        QTest::addColumn<double>("measured");
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("text");
        using Kind = LinkMark::Kind;
        QTest::newRow("as drawn") << 100.0 << 95.0 << int(Kind::Good) << QStringLiteral("✓");
        QTest::newRow("slower") << 100.0 << 18.03 << int(Kind::Bad) << QStringLiteral("▼ 18.9 Mbps");
        QTest::newRow("faster") << 10.0 << 95.0 << int(Kind::Doubtful) << QStringLiteral("▲ 99.3 Mbps");
        QTest::newRow("nothing drawn")
            << 0.0 << 941.0 << int(Kind::Good) << QStringLiteral("measured 984 Mbps");
    }
    void everyVerdictHasATextAndAKind()
    {
        QFETCH(double, drawn);
        QFETCH(double, measured);
        QFETCH(int, kind);
        QFETCH(QString, text);
        const Topology topology = drawing(drawn > 0 ? std::optional(drawn) : std::nullopt);
        const LinkMark mark = markOf(topology, found(topology, measured, measured));
        QCOMPARE(int(mark.kind), kind);
        QCOMPARE(mark.text, text);
        QVERIFY(mark.detail.contains(QStringLiteral("Measured from gpu-a to gpu-b")));
    }

    void whatIsUnreachableIsMarked()
    {
        const Topology topology = drawing(100);
        PairCheck check{.pair = {0, 1}};
        judgeUnreachable(check, "No route to host.", topology);
        QCOMPARE(int(markOf(topology, check).kind), int(LinkMark::Kind::Bad));
        QVERIFY(bandwidthsToDraw(linkRates(topology, {check})).empty());
    }

    void aLineOfTheListLeadsToTheLink()
    {
        const Topology topology = drawing(100);
        HostTestModel model;
        model.setTests({}, pairLines(topology, {found(topology, 18, 18)}));
        QCOMPARE(model.rowCount(), 1);
        QVERIFY(model.index(0).data().toString().startsWith(QStringLiteral("gpu-a – gpu-b: 18 Mbps")));
        QCOMPARE(model.index(0).data(HostTestModel::kKeyRole).toString(),
                 QStringLiteral("topology.links.0.bandwidth_mbps"));
        model.setTests({}, pairLines(topology, {found(topology, 95, 95)}));
        QVERIFY(model.index(0).data(HostTestModel::kKeyRole).toString().isEmpty());
    }

    /// Where its line may be out of sight.
    void theTitleCountsTrouble()
    {
        const Topology topology = drawing(100);
        const std::vector<HostTests::Test> tests(2);
        const auto title = [&](double mbps) {
            return testsTitle(tests, {found(topology, mbps, mbps)}, false);
        };
        QCOMPARE(title(95), testsTitle(tests, {}, false));
        QCOMPARE(title(18), title(95) + QStringLiteral(", trouble on the network between 1 pair(s)"));
    }

    /// A mark is seen, and goes with the drawing when that is painted again.
    void aMarkIsPainted()
    {
        ExperimentDocument document;
        Experiment experiment;
        experiment.topology = drawing(100);
        document.reset(experiment);
        TopologyScene scene(document);
        const LinkKey key{"a", "b", 0};
        const auto painted = [&scene] {
            QImage image(600, 200, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            scene.render(&painter, {}, scene.drawingRect());
            return image;
        };
        const QImage plain = painted();
        scene.setLinkMarks({{key, {LinkMark::Kind::Bad, QStringLiteral("▼ 18.9 Mbps"), {}}}});
        QCOMPARE(scene.linkItem(key)->label(), QStringLiteral("100 Mbps"));
        QCOMPARE(scene.linkItem(key)->shownText(), QStringLiteral("100 Mbps\n▼ 18.9 Mbps"));
        QVERIFY(painted() != plain);
        experiment.topology.hosts[1].position.x = 420;
        document.edit([] { return QStringLiteral("move"); }, experiment);
        QCOMPARE(scene.linkItem(key)->shownText(), QStringLiteral("100 Mbps\n▼ 18.9 Mbps"));
        scene.setLinkMarks({});
        QCOMPARE(scene.linkItem(key)->shownText(), QStringLiteral("100 Mbps"));
    }

    void measuredRatesAreDrawnInOneStep()
    {
        ExperimentDocument document;
        Experiment experiment;
        experiment.topology = drawing(std::nullopt);
        experiment.topology.links.push_back(experiment.topology.links[0]);
        document.reset(experiment);
        drawBandwidths(document, {{0, 18.9}, {1, 98.3}});
        QCOMPARE(document.experiment().topology.links[0].bandwidthMbps, std::optional(18.9));
        QCOMPARE(document.experiment().topology.links[1].bandwidthMbps, std::optional(98.3));
        document.undoStack().undo();
        QCOMPARE(document.experiment().topology, experiment.topology);
    }

    /// From Test hosts to the drawing and back.
    void aTestMeasuresAndOneClickDraws()
    {
        std::vector<std::unique_ptr<LocalSshd>> servers;
        for (const char* address : {"127.0.0.2", "127.0.0.3"}) {
            LocalSshd::Options options;
            options.address = QLatin1String(address);
            servers.push_back(std::make_unique<LocalSshd>(options));
            QVERIFY2(servers.back()->error().isEmpty(), qPrintable(servers.back()->error()));
        }
        servers[1]->authorize(
            QString::fromUtf8(contentOf(servers[0]->identityFile() + ".pub")).section(' ', 0, 1));
        const QTemporaryDir folder;
        RemoteOptions options =
            remoteOptions(folder.path(), QStringLiteral(LOCKSTEP_BINARY_DIR "/bin/lockstep-engine"),
                          QStringLiteral(LOCKSTEP_BINARY_DIR "/lib/lockstep/bundle"), servers[0].get());
        options.knownHostsFiles = QStringList{servers[0]->knownHostsFile(), servers[1]->knownHostsFile()};
        MainWindow window(options);
        Experiment experiment;
        experiment.topology.hosts = {hostFor(*servers[0], 1), hostFor(*servers[1], 1)};
        Link link;
        link.from = experiment.topology.hosts[0].id;
        link.to = experiment.topology.hosts[1].id;
        link.bandwidthMbps = 10; // the loopback has more
        experiment.topology.links = {link};
        window.document().reset(experiment);
        window.show();
        window.designPage().testHosts();
        auto* panel = window.findChild<HostTestPanel*>();
        auto* draw = panel->findChild<QPushButton*>(QStringLiteral("drawRates"));
        QVERIFY(!draw->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(draw->isVisible(), kPatienceMs);
        QCOMPARE(panel->model().rowCount(), 3); // two hosts and what lies between them
        const LinkItem& item = *window.designPage().scene().linkItem({link.from, link.to, 0});
        QVERIFY2(item.shownText().startsWith(QStringLiteral("10 Mbps\n▲")), qPrintable(item.shownText()));

        draw->click();
        const std::optional<double> drawn = window.document().experiment().topology.links[0].bandwidthMbps;
        QVERIFY2(drawn && *drawn > 100, qPrintable(QString::number(drawn.value_or(0))));
        QVERIFY2(item.shownText().endsWith(QStringLiteral("✓")), qPrintable(item.shownText()));
        QVERIFY(!draw->isVisible());
        window.document().undoStack().undo();
        QCOMPARE(window.document().experiment().topology.links[0].bandwidthMbps, std::optional(10.0));
        QVERIFY(draw->isVisible());

        Experiment moved = window.document().experiment();
        moved.topology.hosts[1].interface = "eth7"; // over which nothing was measured
        window.document().edit([] { return QStringLiteral("interface"); }, moved);
        QCOMPARE(item.shownText(), QStringLiteral("10 Mbps"));
    }

private:
    QTemporaryDir m_folder;
};

QTEST_MAIN(MeasuredLinksTest)
#include "measured_links_test.moc"
