// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What is known of hosts: of this computer from the real engine and from programs that misbehave, of others
// from whoever reached them.
#include "app/problems/local_probe.h"
#include "app/problems/report_book.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <thread>

using namespace lockstep;

namespace {

Host sshHost(const char* id, const char* address, int port = 22)
{
    Host host;
    host.id = id;
    host.address = address;
    host.port = port;
    return host;
}

HostReport reportOf(const char* processor)
{
    HostReport report;
    report.processor = processor;
    return report;
}

Topology thisComputer()
{
    Host host;
    host.id = "here";
    host.connection = Connection::Local;
    Topology topology;
    topology.hosts = {host};
    return topology;
}

} // namespace

class ReportBookTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString program(const QByteArray& script)
    {
        const QString path = m_folder.filePath(QStringLiteral("engine"));
        QFile::remove(path);
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly))
            return {};
        file.write("#!/bin/sh\n" + script);
        file.close();
        file.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
        return path;
    }

private slots:
    void theRealEngineTellsWhatThisComputerIs()
    {
        ReportBook book(QStringLiteral(LOCKSTEP_ENGINE));
        QSignalSpy changed(&book, &ReportBook::changed);
        QVERIFY(book.of(thisComputer()).empty());
        QVERIFY(changed.wait(10'000));
        const HostReports reports = book.of(thisComputer());
        QCOMPARE(reports.count("here"), std::size_t{1});
        QVERIFY(book.ofThisComputer() && *book.ofThisComputer() == reports.at("here"));
        QVERIFY(reports.at("here").cores >= 1);
        QVERIFY(reports.at("here").cores <= static_cast<int>(std::thread::hardware_concurrency()));
    }

    void thisComputerIsAskedOnceAndOnlyWhenItIsDrawn()
    {
        const QString asked = m_folder.filePath(QStringLiteral("asked"));
        ReportBook book(program("echo asked >>" + asked.toUtf8() + "\nexit 1\n"));
        QSignalSpy changed(&book, &ReportBook::changed);
        book.of({});
        QVERIFY(!changed.wait(200));
        QVERIFY(!QFile::exists(asked));
        book.of(thisComputer());
        book.of(thisComputer());
        QVERIFY(changed.wait(10'000));
        book.of(thisComputer());
        QVERIFY(!changed.wait(200));
        QFile file(asked);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("asked\n"));
    }

    void anEngineThatCannotTellLeavesItUnknown_data()
    {
        QTest::addColumn<QString>("engine");
        QTest::newRow("fails") << program("exit 3\n");
        QTest::newRow("says something else") << program("echo 'not JSON'\n");
        QTest::newRow("dies") << program("kill -9 $$\n");
        QTest::newRow("is not there") << QStringLiteral("/nonexistent/engine");
    }
    void anEngineThatCannotTellLeavesItUnknown()
    {
        QFETCH(QString, engine);
        ReportBook book(engine);
        QSignalSpy changed(&book, &ReportBook::changed);
        book.of(thisComputer());
        QVERIFY(!changed.isEmpty() || changed.wait(10'000));
        QVERIFY(book.of(thisComputer()).empty());
        QVERIFY(!probeThisComputer(engine));
    }

    void aReportBelongsToTheAddressThatGaveIt()
    {
        ReportBook book(program("exit 1\n"));
        QSignalSpy changed(&book, &ReportBook::changed);
        Topology topology;
        topology.hosts = {sshHost("a", "gpu-1"), sshHost("b", "gpu-2"), sshHost("c", "gpu-1", 2222)};
        book.of(topology);
        QVERIFY(changed.wait(10'000)); // this computer, which says nothing of itself
        changed.clear();
        book.add(topology.hosts[0], reportOf("Xeon"));
        QCOMPARE(changed.count(), 1);
        book.add(topology.hosts[0], reportOf("Xeon"));
        QCOMPARE(changed.count(), 1);
        QCOMPARE(book.of(topology), (HostReports{{"a", reportOf("Xeon")}}));
        // The same machine in another drawing, and another machine in its place.
        topology.hosts[1].address = "gpu-1";
        topology.hosts[0].address = "gpu-3";
        QCOMPARE(book.of(topology), (HostReports{{"b", reportOf("Xeon")}}));
        book.add(topology.hosts[1], reportOf("EPYC"));
        QCOMPARE(changed.count(), 2);
        QCOMPARE(book.of(topology), (HostReports{{"b", reportOf("EPYC")}}));
    }
};

QTEST_GUILESS_MAIN(ReportBookTest)
#include "report_book_test.moc"
