// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What people write to have something done to a rehearsal at a time.
#include "app/rehearsal/timed_act.h"

#include <QTest>

namespace lockstep {

namespace {

Topology drawn()
{
    Topology topology;
    for (const auto& [id, name] : {std::pair("h1", "gpu-1"), {"h2", "a, b: c"}, {"h3", ""}}) {
        Host host;
        host.id = id;
        host.name = name;
        topology.hosts.push_back(host);
    }
    topology.switches.push_back({"s1", "core", {}, {}, {}});
    for (const auto& [from, to] : {std::pair("s1", "h1"), {"h2", "s1"}}) {
        Link link;
        link.from = from;
        link.to = to;
        topology.links.push_back(link);
    }
    return topology;
}

TimedAct onHost(double seconds, const char* host, HostAct act)
{
    return {seconds, ActOnHost{host, act}};
}

TimedAct onLink(double seconds, const LinkKey& link, std::optional<LinkState> state)
{
    return {seconds, ActOnLink{link, state}};
}

} // namespace

class TimedActTest : public QObject {
    Q_OBJECT
private slots:
    void readsWhatIsDoneToAHost_data()
    {
        QTest::addColumn<int>("act");
        const std::pair<const char*, HostAct> words[] = {
            {"pause", HostAct::Pause},        {"continue", HostAct::Continue},
            {"slow", HostAct::Slow},          {"relieve", HostAct::Relieve},
            {"slow-data", HostAct::SlowData}, {"relieve-data", HostAct::RelieveData},
            {"kill", HostAct::Kill}};
        for (const auto& [word, act] : words)
            QTest::newRow(word) << static_cast<int>(act);
    }

    void readsWhatIsDoneToAHost()
    {
        QFETCH(int, act);
        const QString word = QString::fromLatin1(QTest::currentDataTag());
        const auto read = timedActFrom(QStringLiteral("2.5:%1:gpu-1").arg(word), drawn());
        QVERIFY(read.ok());
        QVERIFY(*read == onHost(2.5, "h1", static_cast<HostAct>(act)));
    }

    void findsHostsByNameAndById()
    {
        QVERIFY(*timedActFrom("0:kill:h1", drawn()) == onHost(0, "h1", HostAct::Kill));
        QVERIFY(*timedActFrom("0:kill:a, b: c", drawn()) == onHost(0, "h2", HostAct::Kill));
        QVERIFY(*timedActFrom("0:kill:h3", drawn()) == onHost(0, "h3", HostAct::Kill));
    }

    void readsWhatIsDoneToALink()
    {
        const LinkKey first{"s1", "h1", 0}, second{"h2", "s1", 0};
        const LinkState limited{.isCut = false, .bandwidthMbps = 15}, cut{.isCut = true, .bandwidthMbps = {}};
        QVERIFY(*timedActFrom("20:limit=15Mbps:gpu-1,core", drawn()) == onLink(20, first, limited));
        QVERIFY(*timedActFrom("20:limit=0.015 Gbit/s:core,gpu-1", drawn()) == onLink(20, first, limited));
        QVERIFY(*timedActFrom("1e2:cut:a, b: c,core", drawn()) == onLink(100, second, cut));
        QVERIFY(*timedActFrom("0:mend:h2,s1", drawn()) == onLink(0, second, std::nullopt));
    }

    void refusesWhatIsNone_data()
    {
        QTest::addColumn<QString>("expected");
        for (const char* text :
             {"", "20", "20:kill", "x:kill:gpu-1", "-1:kill:gpu-1", "nan:kill:gpu-1", "inf:kill:gpu-1",
              "1e9:kill:gpu-1", ":kill:gpu-1", "20:maim:gpu-1", "20::gpu-1", "20:limit:gpu-1,core",
              "20:limit=0:gpu-1,core", "20:limit=-5Mbps:gpu-1,core", "20:limit=much:gpu-1,core"})
            QTest::newRow(text) << QString();
        for (const char* text : {"20:kill:gpu-2", "20:kill:core", "20:kill:gpu-1,core"})
            QTest::newRow(text) << QStringLiteral("No host is called \"%1\"");
        for (const char* text : {"20:cut:gpu-1", "20:cut:gpu-1,h2", "20:cut:gpu-1,", "20:mend:nobody,core"})
            QTest::newRow(text) << QStringLiteral("No link is drawn between \"%1\"");
    }

    void refusesWhatIsNone()
    {
        QFETCH(QString, expected);
        const QString text = QString::fromLatin1(QTest::currentDataTag());
        const auto read = timedActFrom(text, drawn());
        QVERIFY(!read.ok());
        const QString said = QString::fromStdString(read.error().message());
        if (!expected.isEmpty())
            QVERIFY2(said.startsWith(expected.arg(text.section(u':', 2))), qPrintable(said));
    }
};

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::TimedActTest)
#include "timed_act_test.moc"
