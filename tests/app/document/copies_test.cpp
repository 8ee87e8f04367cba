// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Duplicates and copies: what they are called, where they stand, and that their text comes back.
#include "app/document/copies.h"
#include "app/document/document_edits.h"
#include "app/document/node_geometry.h"
#include "app/document/running_names.h"

#include <QTest>
#include <set>

using namespace lockstep;

namespace {

/// A host as the testbed's tutorial describes it, and a switch, linked.
Experiment smallDrawing()
{
    ExperimentDocument document;
    const std::string host = addHost(document, HostKind::GpuHost, {0, 0});
    changeHost(document, host, {}, [](Host& item) {
        item.name = "vm-1";
        item.address = "10.0.0.7";
        item.user = "root";
        item.gpus = 2;
        item.facts = "RTX 3080, 4 cores, 8 GB, 200 GB";
        item.region = "南京";
        item.image = "Ubuntu 20.04";
    });
    const std::string node = addSwitch(document, {300, 0});
    const std::optional<LinkKey> link = addLink(document, host, node);
    changeLink(document, *link, {}, [](Link& item) { item.bandwidthMbps = 10; });
    return document.experiment();
}

IsTaken among(std::set<std::string> names)
{
    return [names = std::move(names)](const std::string& name) { return names.contains(name); };
}

} // namespace

class CopiesTest : public QObject {
    Q_OBJECT

private slots:
    void namesRunOn_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("next");
        QTest::newRow("number") << "gpu-1"
                                << "gpu-2";
        QTest::newRow("padded") << "node09"
                                << "node10";
        QTest::newRow("taken") << "vm-3"
                               << "vm-5";
        QTest::newRow("none") << "lab"
                              << "lab-2";
        QTest::newRow("words") << "This computer"
                               << "This computer 2";
        QTest::newRow("Chinese") << "训练节点"
                                 << "训练节点-2";
        QTest::newRow("long number") << "a99999999999"
                                     << "a991000000000";
    }
    void namesRunOn()
    {
        QFETCH(QString, name);
        QFETCH(QString, next);
        QCOMPARE(QString::fromStdString(nextName(name.toStdString(), among({"vm-4"}))), next);
    }

    void longNamesStayNames()
    {
        for (const QString& name : {QString(256, u'x'), QString(85, u'机') + u'1', QString(256, u'9')}) {
            const std::string next = nextName(name.toStdString(), among({}));
            QVERIFY(next.size() <= 256);
            QCOMPARE(QString::fromStdString(next).toStdString(), next); // no character cut in two
        }
    }

    void addressesRunOn_data()
    {
        QTest::addColumn<QString>("address");
        QTest::addColumn<QString>("next");
        QTest::newRow("IPv4") << "10.0.0.7"
                              << "10.0.0.8";
        QTest::newRow("taken") << "10.0.0.19"
                               << "10.0.0.21";
        QTest::newRow("next network") << "10.0.0.254"
                                      << "10.0.1.1";
        QTest::newRow("last of all") << "255.255.255.254"
                                     << "";
        QTest::newRow("IPv6") << "fd00::9"
                              << "fd00::a";
        QTest::newRow("last IPv6") << "fd00::ffff"
                                   << "";
        QTest::newRow("name") << "gpu-1.lab.example.org"
                              << "gpu-2.lab.example.org";
        QTest::newRow("nothing to count") << "gateway.example.org"
                                          << "";
        QTest::newRow("five numbers") << "1.2.3.4.5"
                                      << "2.2.3.4.5";
    }
    void addressesRunOn()
    {
        QFETCH(QString, address);
        QFETCH(QString, next);
        QCOMPARE(QString::fromStdString(nextAddress(address.toStdString(), among({"10.0.0.20"}))), next);
    }

    void duplicatesRunOnAndKeepFacts()
    {
        ExperimentDocument document;
        document.reset(smallDrawing());
        const std::string id = topology(document).hosts[0].id;
        const Result<ElementSet> made = duplicateElements(document, {{id}, {}}, 2);
        QVERIFY(made.ok());
        QCOMPARE(made->nodes.size(), std::size_t(2));
        QCOMPARE(topology(document).hosts.size(), std::size_t(3));
        QCOMPARE(topology(document).hosts[1].name, std::string("vm-2"));
        QCOMPARE(topology(document).hosts[2].name, std::string("vm-3"));
        QCOMPARE(topology(document).hosts[1].address, std::string("10.0.0.8"));
        QCOMPARE(topology(document).hosts[2].address, std::string("10.0.0.9"));
        for (const Host& host : topology(document).hosts) {
            QCOMPARE(host.facts, std::string("RTX 3080, 4 cores, 8 GB, 200 GB"));
            QCOMPARE(host.gpus, 2);
            QCOMPARE(host.user, std::string("root"));
        }
        QVERIFY(topology(document).links.size() == 1); // a link to what was not duplicated is not
        QCOMPARE(document.undoStack().count(), 1);
        QVERIFY(!document.undoStack().undoText().isEmpty());
        noneOverlap(document);
        document.undoStack().undo();
        QVERIFY(document.experiment() == smallDrawing());
    }

    void linksBetweenDuplicatesComeAlong()
    {
        ExperimentDocument document;
        document.reset(smallDrawing());
        const Topology& now = topology(document);
        const Result<ElementSet> made =
            duplicateElements(document, {{now.hosts[0].id, now.switches[0].id}, {}}, 3);
        QVERIFY(made.ok());
        QCOMPARE(now.links.size(), std::size_t(4));
        for (const Link& link : now.links) {
            QVERIFY(isLinkEnd(now, link.from) && isLinkEnd(now, link.to));
            QCOMPARE(link.bandwidthMbps, std::optional(10.0));
        }
        noneOverlap(document);
    }

    void aDuplicatedLinkIsParallel()
    {
        ExperimentDocument document;
        document.reset(smallDrawing());
        const LinkKey key = linkKeys(topology(document)).front();
        const Result<ElementSet> made = duplicateElements(document, {{}, {key}}, 2);
        QVERIFY(made.ok());
        QCOMPARE(made->links, (std::set<LinkKey>{{key.from, key.to, 1}, {key.from, key.to, 2}}));
        QCOMPARE(topology(document).links.size(), std::size_t(3));
    }

    void aNetworkIsDuplicatedWithWhatStandsOnIt()
    {
        ExperimentDocument document;
        document.reset(smallDrawing());
        const Topology& now = topology(document);
        const std::string network = groupNodes(document, {now.hosts[0].id, now.switches[0].id});
        QCOMPARE(membersOf(now, now.networks[0]).size(), std::size_t(2));
        QVERIFY(duplicateElements(document, {{network}, {}}, 1).ok());
        QCOMPARE(now.networks.size(), std::size_t(2));
        QCOMPARE(now.hosts.size(), std::size_t(2));
        QCOMPARE(now.links.size(), std::size_t(2));
        QCOMPARE(membersOf(now, now.networks[1]).size(), std::size_t(2));
    }

    void aFullDrawingIsNotMadeFuller()
    {
        ExperimentDocument document;
        document.reset(smallDrawing());
        const ElementSet host{{topology(document).hosts[0].id}, {}};
        QCOMPARE(mostDuplicates(topology(document), host), 1023);
        QVERIFY(!duplicateElements(document, host, 1024).ok());
        QVERIFY(duplicateElements(document, host, 1023).ok());
        QCOMPARE(mostDuplicates(topology(document), host), 0);
        QVERIFY(addHost(document, HostKind::CpuHost, {0, 0}).empty());
        QVERIFY(!pasteTopology(document, smallDrawing().topology, {0, 0}).ok());
        QVERIFY(parseExperiment(toJson(document.experiment())).ok());
    }

    void aCopyComesBackInAnotherWindow()
    {
        ExperimentDocument from;
        from.reset(smallDrawing());
        const Topology& source = topology(from);
        const ElementSet all{{source.hosts[0].id, source.switches[0].id}, {}};
        const QString text = copyText(source, all);
        QVERIFY(text.contains(QStringLiteral("\"vm-1\"")));
        QVERIFY(text.contains(QStringLiteral("RTX 3080, 4 cores, 8 GB, 200 GB")));
        ExperimentDocument to;
        const Result<Topology> copied = readCopy(text);
        QVERIFY2(copied.ok(), copied.ok() ? "" : copied.error().message().c_str());
        const Result<ElementSet> pasted = pasteTopology(to, *copied, {1000, 500});
        QVERIFY(pasted.ok());
        const Topology& pastedInto = topology(to);
        QCOMPARE(pastedInto.hosts[0].name, std::string("vm-1")); // free there, so it stays
        QCOMPARE(pastedInto.hosts[0].address, std::string("10.0.0.7"));
        QCOMPARE(pastedInto.links.size(), std::size_t(1));
        QCOMPARE(boundsOf(pastedInto, pasted->nodes).center(), QPointF(1000, 500));
        QVERIFY(pasteTopology(to, *copied, {1000, 700}).ok());
        QCOMPARE(pastedInto.hosts[1].name, std::string("vm-2"));
        QCOMPARE(pastedInto.hosts[1].address, std::string("10.0.0.8"));
        QCOMPARE(pastedInto.links.size(), std::size_t(2));
        to.undoStack().setIndex(0);
        QVERIFY(to.experiment() == Experiment());
    }

    void aWholeExperimentCanBePasted()
    {
        const Result<Topology> copied = readCopy(QString::fromStdString(toJson(smallDrawing())));
        QVERIFY(copied.ok());
        QVERIFY(*copied == smallDrawing().topology);
    }

    void aCutComesBackAsItWas()
    {
        ExperimentDocument document;
        document.reset(smallDrawing());
        const Topology& now = topology(document);
        const std::string network = groupNodes(document, {now.hosts[0].id, now.switches[0].id});
        const QString text = copyText(now, {{network}, {}});
        const QPointF middle = boundsOf(now, {network}).center();
        const Topology before = now;
        cutElements(document, {{network}, {}});
        QVERIFY(now == Topology());
        QVERIFY(pasteTopology(document, *readCopy(text), middle).ok());
        QCOMPARE(now.hosts[0].name, before.hosts[0].name);
        QCOMPARE(now.hosts[0].address, before.hosts[0].address);
        QCOMPARE(now.networks[0].width, before.networks[0].width);
    }

    void strangeTextsAreRefused_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("empty") << "";
        QTest::newRow("words") << "hello";
        QTest::newRow("number") << "17";
        QTest::newRow("list") << "[]";
        QTest::newRow("nothing in it") << "{}";
        QTest::newRow("cut") << "{\"hosts\": [{\"id\": \"a\"";
        QTest::newRow("port") << "{\"hosts\": [{\"id\": \"a\", \"port\": 70000}]}";
        QTest::newRow("other JSON") << "{\"hosts\": 3}";
        QTest::newRow("option as address")
            << "{\"hosts\": [{\"id\": \"a\", \"address\": \"-oProxyCommand=x\"}]}";
        QTest::newRow("deep") << QString(100000, u'{');
    }
    void strangeTextsAreRefused()
    {
        QFETCH(QString, text);
        const Result<Topology> copied = readCopy(text);
        QVERIFY(!copied.ok());
        QVERIFY(!copied.error().text.empty());
    }

    void pastedIdsNeverCollide()
    {
        const Result<Topology> copied = readCopy(QStringLiteral(
            R"({"hosts": [{"id": "a"}, {"id": "a"}], "switches": [{"id": "a"}], "links": [{"from": "a", "to": "x"}]})"));
        QVERIFY(copied.ok());
        ExperimentDocument document;
        QVERIFY(pasteTopology(document, *copied, {0, 0}).ok());
        std::set<std::string> ids;
        for (const auto& [id, rect] : nodeRects(topology(document)))
            ids.insert(id);
        QCOMPARE(ids.size(), std::size_t(3));
        QVERIFY(topology(document).links.empty());
    }

private:
    static const Topology& topology(const ExperimentDocument& document)
    {
        return document.experiment().topology;
    }
    static void noneOverlap(const ExperimentDocument& document)
    {
        const std::map<std::string, QRectF> rects = nodeRects(topology(document));
        for (const auto& [one, first] : rects) {
            for (const auto& [two, second] : rects)
                QVERIFY(one == two || !first.intersects(second));
        }
    }
};

QTEST_GUILESS_MAIN(CopiesTest)
#include "copies_test.moc"
