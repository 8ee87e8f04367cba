// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The palette: what it offers, and the user's own hosts in it.
#include "app/document/host_book.h"
#include "app/document/ssh_config.h"
#include "app/topology/host_palette.h"

#include <QDir>
#include <QFile>
#include <QMimeData>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

using namespace lockstep;

namespace {

void writeFile(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

} // namespace

class PaletteTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_sources = {m_folder->filePath(QStringLiteral("hosts.json")),
                     m_folder->filePath(QStringLiteral("config"))};
    }

    void freshNodesAreOffered()
    {
        const HostPalette palette(m_sources);
        QCOMPARE(palette.entries().size(), std::size_t(5));
        QCOMPARE(palette.count(), 5);
        ExperimentDocument document;
        for (const PaletteEntry& entry : palette.entries()) {
            const std::unique_ptr<QMimeData> data(toMimeData(entry));
            const std::optional<PaletteEntry> back = entryOf(data.get());
            QVERIFY(back);
            QVERIFY(!addEntry(document, *back, {0, 0}).empty());
        }
        const Topology& topology = document.experiment().topology;
        QCOMPARE(topology.hosts.size(), std::size_t(3));
        QCOMPARE(topology.switches.size(), std::size_t(1));
        QCOMPARE(topology.networks.size(), std::size_t(1));
    }

    void savedHostsStay()
    {
        Host host;
        host.name = "vm";
        host.address = "10.0.0.7";
        host.facts = "RTX 3080, 4 cores, 8 GB, 200 GB";
        host.devices = {{DeviceKind::Cuda, 0}};
        host.position.x = 300;
        {
            HostPalette palette(m_sources);
            QVERIFY(palette.saveHosts({host}).ok());
            QCOMPARE(palette.entries().size(), std::size_t(6));
        }
        HostPalette palette(m_sources);
        QCOMPARE(palette.entries().size(), std::size_t(6));
        ExperimentDocument document;
        QSignalSpy wanted(&palette, &HostPalette::entryWanted);
        palette.setCurrentRow(palette.count() - 1);
        QTest::keyClick(&palette, Qt::Key_Return);
        QCOMPARE(wanted.count(), 1);
        addEntry(document, palette.entries().back(), {100, 100});
        addEntry(document, palette.entries().back(), {100, 300});
        const Topology& topology = document.experiment().topology;
        QCOMPARE(topology.hosts[0].name, std::string("vm"));
        QCOMPARE(topology.hosts[1].name, std::string("vm-2"));
        QCOMPARE(topology.hosts[1].facts, host.facts);
        // Saved again under its name it takes the old one's place; Delete forgets it.
        host.facts = "RTX 4090";
        QVERIFY(palette.saveHosts({host}).ok());
        QCOMPARE(palette.entries().size(), std::size_t(6));
        palette.setCurrentRow(palette.count() - 1);
        QTest::keyClick(&palette, Qt::Key_Delete);
        QCOMPARE(palette.entries().size(), std::size_t(5));
        QVERIFY(HostBook(m_sources.book).hosts().empty());
    }

    void deleteForgetsNoFreshEntry()
    {
        HostPalette palette(m_sources);
        palette.setCurrentRow(0);
        QTest::keyClick(&palette, Qt::Key_Delete);
        QCOMPARE(palette.entries().size(), std::size_t(5));
    }

    void aDamagedBookIsNotOverwritten()
    {
        writeFile(m_sources.book, "{\"hosts\": [");
        HostBook book(m_sources.book);
        QVERIFY(book.error());
        QVERIFY(!book.save(Host()).ok());
        QFile file(m_sources.book);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("{\"hosts\": ["));
        QVERIFY(QFile::remove(m_sources.book));
        QVERIFY(QDir().mkpath(m_sources.book)); // and one that cannot be written says so
        QVERIFY(!HostBook(m_sources.book).save(Host()).ok());
    }

    void sshHostsAreRead()
    {
        writeFile(m_sources.sshConfig, "# comment\n"
                                       "User everybody\n"
                                       "Host gpu-1 gpu-2 # trailing words are aliases of ssh, too\n"
                                       "  HostName=%h.lab.example.org\n"
                                       "  Port 2222\n"
                                       "Host *.example.org !bad.example.org\n"
                                       "  User pattern\n"
                                       "Host \"quoted\"\n"
                                       "\tHOSTNAME \"10.0.0.9\"\n"
                                       "Host -oProxyCommand=evil\n"
                                       "Host box\n"
                                       "  HostName -oProxyCommand=evil\n"
                                       "  Port 99999\n"
                                       "Match host gpu-1\n"
                                       "  Port 1\n"
                                       "Include more/*.conf\n"
                                       "Host *\n"
                                       "  User late\n");
        QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("more")));
        writeFile(m_folder->filePath(QStringLiteral("more/a.conf")),
                  "Host inner\nHostName 10.0.0.4\nInclude ../config\n");
        const std::vector<Host> hosts = sshConfigHosts(m_sources.sshConfig);
        std::map<std::string, Host> byName;
        for (const Host& host : hosts)
            byName[host.name] = host;
        QCOMPARE(byName.at("gpu-1").address, std::string("gpu-1.lab.example.org"));
        QCOMPARE(byName.at("gpu-2").port, 2222);
        QCOMPARE(byName.at("gpu-1").user, std::string("everybody"));
        QCOMPARE(byName.at("quoted").address, std::string("10.0.0.9"));
        QCOMPARE(byName.at("box").address, std::string("box"));
        QCOMPARE(byName.at("box").port, 22);
        QCOMPARE(byName.at("inner").address, std::string("10.0.0.4"));
        QVERIFY(!byName.contains("-oProxyCommand=evil"));
        QVERIFY(!byName.contains("*.example.org"));
        const HostPalette palette(m_sources);
        QVERIFY(palette.entries().size() > 8);
    }

    /// Files that other programs are tested with: whatever is in them, the hosts that come of it can be
    /// drawn, saved and read again.
    void strangeConfigurationsGiveHostsThatCanBeSaved()
    {
        const QDir folder(QStringLiteral(LOCKSTEP_SHARED_DATA "/ssh-config/paramiko"));
        const QStringList files = folder.entryList(QDir::Files);
        QVERIFY(files.size() > 20);
        int named = 0;
        for (const QString& file : files) {
            Topology topology;
            topology.hosts = sshConfigHosts(folder.filePath(file));
            named += static_cast<int>(topology.hosts.size());
            const Result<Topology> back = parseTopology(toJson(topology));
            QVERIFY2(back.ok(), qPrintable(file));
            QVERIFY(*back == topology);
        }
        QVERIFY(named > 5);
        QCOMPARE(sshConfigHosts(folder.filePath(QStringLiteral("basic"))).front().user, std::string("rando"));
        const std::vector<Host> robey = sshConfigHosts(folder.filePath(QStringLiteral("robey")));
        QCOMPARE(robey.front().name, std::string("spoo.example.com"));
        QCOMPARE(robey.front().user, std::string("robey"));
        QCOMPARE(robey.front().port, 3333);
        QVERIFY(sshConfigHosts(folder.filePath(QStringLiteral("no-such-file"))).empty());
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    HostPalette::Sources m_sources;
};

QTEST_MAIN(PaletteTest)
#include "palette_test.moc"
