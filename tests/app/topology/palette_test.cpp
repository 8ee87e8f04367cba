// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The palette: what it offers, and the user's own hosts in it.
#include "app/document/host_book.h"
#include "app/document/ssh_config.h"
#include "app/topology/palette/host_palette.h"

#include <QAbstractButton>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
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
        answerNext(QMessageBox::No);
        QTest::keyClick(&palette, Qt::Key_Delete);
        QCOMPARE(palette.entries().size(), std::size_t(6));
        answerNext(QMessageBox::Yes);
        QTest::keyClick(&palette, Qt::Key_Delete);
        QCOMPARE(palette.entries().size(), std::size_t(5));
        QVERIFY(HostBook(m_sources.book).hosts().empty());
    }

    void aTemplateMakesAFreshHostEachTime()
    {
        Host host = portalHost();
        host.address = "10.0.0.7";
        host.connection = Connection::Ssh;
        {
            HostPalette palette(m_sources);
            QVERIFY(palette.saveTemplate(host).ok());
        }
        HostPalette palette(m_sources); // as after a restart
        QCOMPARE(palette.entries().size(), std::size_t(6));
        QCOMPARE(palette.item(5)->text(), QStringLiteral("Host templates"));
        QVERIFY(palette.item(6)->toolTip().contains(QStringLiteral("Nanjing")));
        QVERIFY(
            palette.item(6)->data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("RTX 3080")));
        const PaletteEntry entry = palette.entries().back();
        QVERIFY(entry.kind == PaletteEntry::Kind::Template);
        QCOMPARE(entry.known.address, std::string());
        ExperimentDocument document;
        for (int times = 0; times < 2; ++times) {
            const std::unique_ptr<QMimeData> data(toMimeData(entry));
            const std::optional<PaletteEntry> back = entryOf(data.get());
            QVERIFY(back);
            QVERIFY(!addEntry(document, *back, {100, 100.0 + 200 * times}).empty());
        }
        const std::vector<Host>& made = document.experiment().topology.hosts;
        QCOMPARE(made[0].name, std::string("vm-1"));
        QCOMPARE(made[1].name, std::string("vm-2"));
        QVERIFY(made[0].id != made[1].id);
        for (const Host& one : made) {
            QCOMPARE(one.address, std::string());
            QCOMPARE(one.facts, host.facts);
            QCOMPARE(one.region, host.region);
            QCOMPARE(one.image, host.image);
            QCOMPARE(one.gpus, host.gpus);
            QVERIFY(one.devices == host.devices);
        }
        QCOMPARE(document.undoStack().count(), 2);
        document.undoStack().undo();
        QCOMPARE(document.experiment().topology.hosts.size(), std::size_t(1));
    }

    void strangeTemplatesAreNotDropped()
    {
        for (const char* bytes : {"", "{", "{}", "{\"hosts\":[]}", "7"}) {
            QMimeData data;
            data.setData(QStringLiteral("application/x-lockstep-template"), bytes);
            QVERIFY2(!entryOf(&data), bytes);
        }
    }

    void templatesAreRenamedAndForgotten()
    {
        HostPalette palette(m_sources);
        QSignalSpy failed(&palette, &HostPalette::failed);
        Host host = portalHost();
        QVERIFY(palette.saveTemplate(host).ok());
        host.name = "big";
        QVERIFY(palette.saveTemplate(host).ok());
        QCOMPARE(palette.currentItem()->text(), QStringLiteral("big"));
        rename(palette, QStringLiteral("huge"));
        QTRY_COMPARE(palette.currentItem()->text(), QStringLiteral("huge"));
        QVERIFY(HostBook(templatesPath(), HostBook::Kind::Templates).find("huge"));
        QCOMPARE(failed.count(), 0);
        rename(palette, QStringLiteral("vm")); // taken
        QCOMPARE(failed.count(), 1);
        QVERIFY(failed[0][0].toString().contains(QStringLiteral("vm")));
        QTRY_COMPARE(palette.currentItem()->text(), QStringLiteral("huge"));
        rename(palette, QStringLiteral("  ")); // empty
        QCOMPARE(failed.count(), 2);
        rename(palette, QString(400, u'x')); // too long to be read again
        QCOMPARE(failed.count(), 3);
        QTRY_COMPARE(palette.currentItem()->text(), QStringLiteral("huge"));
        answerNext(QMessageBox::Yes);
        QTest::keyClick(&palette, Qt::Key_Delete);
        const HostBook book(templatesPath(), HostBook::Kind::Templates);
        QCOMPARE(book.hosts().size(), std::size_t(1));
        QCOMPARE(book.hosts().front().name, std::string("vm"));
    }

    void aNameIsTypedInItsPlace()
    {
        HostPalette palette(m_sources);
        QVERIFY(palette.saveTemplate(portalHost()).ok());
        palette.show();
        palette.activateWindow();
        palette.setFocus();
        QTRY_VERIFY(palette.hasFocus());
        palette.setCurrentRow(palette.count() - 1);
        QTest::keyClick(&palette, Qt::Key_F2);
        auto* name = palette.findChild<QLineEdit*>();
        QVERIFY(name);
        name->selectAll();
        QTest::keyClicks(name, QStringLiteral("big one"));
        QTest::keyClick(name, Qt::Key_Return);
        QTRY_COMPARE(palette.item(palette.count() - 1)->text(), QStringLiteral("big one"));
        QVERIFY(palette.templates().find("big one"));
        palette.setCurrentRow(0); // what is not one's own has no name to change
        QTest::keyClick(&palette, Qt::Key_F2);
        QVERIFY(!palette.findChild<QLineEdit*>() || !palette.findChild<QLineEdit*>()->isVisible());
    }

    void damagedTemplatesAreSaidAndKept()
    {
        writeFile(templatesPath(), "{\"hosts\": [");
        HostPalette palette(m_sources);
        QCOMPARE(palette.entries().size(), std::size_t(5));
        QCOMPARE(palette.count(), 7);
        QCOMPARE(palette.item(5)->text(), QStringLiteral("Host templates"));
        QVERIFY(palette.item(6)->toolTip().contains(QStringLiteral("templates.json")));
        QVERIFY(!palette.saveTemplate(portalHost()).ok());
        QFile file(templatesPath());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("{\"hosts\": ["));
    }

    void whatAnotherWindowSavedStays()
    {
        HostBook one(m_sources.book);
        HostBook other(m_sources.book);
        Host host = portalHost();
        QVERIFY(one.save(host).ok());
        host.name = "second";
        QVERIFY(other.save(host).ok());
        QCOMPARE(HostBook(m_sources.book).hosts().size(), std::size_t(2));
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
        // As for ssh, the alias is the address: HostName, keys and jumps hold for it alone.
        QCOMPARE(byName.at("gpu-1").address, std::string("gpu-1"));
        QCOMPARE(byName.at("gpu-2").port, 2222);
        QCOMPARE(byName.at("gpu-1").user, std::string("everybody"));
        QCOMPARE(byName.at("quoted").address, std::string("quoted"));
        QCOMPARE(byName.at("box").address, std::string("box"));
        QCOMPARE(byName.at("box").port, 22);
        QCOMPARE(byName.at("inner").address, std::string("inner"));
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
    static Host portalHost()
    {
        Host host;
        host.name = "vm";
        host.facts = "RTX 3080, 4 cores, 8 GB, 200 GB";
        host.region = "Nanjing";
        host.image = "Ubuntu 20.04";
        host.gpus = 2;
        host.devices = {{DeviceKind::Cuda, 0}, {DeviceKind::Cuda, 1}};
        return host;
    }
    QString templatesPath() const { return m_folder->filePath(QStringLiteral("templates.json")); }

    static void rename(HostPalette& palette, const QString& name)
    {
        palette.currentItem()->setText(name);
        QCoreApplication::processEvents();
    }

    /// Presses a button of the next message box.
    void answerNext(QMessageBox::StandardButton button)
    {
        QTimer::singleShot(0, this, [button] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            QVERIFY(box);
            box->button(button)->click();
        });
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    HostPalette::Sources m_sources;
};

QTEST_MAIN(PaletteTest)
#include "palette_test.moc"
