// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// From the button to a cluster of namespaces with the real engine in it, and what a person does to it there.
#include "app/document/document_edits.h"
#include "app/rehearsal/rehearsal_ribbon.h"
#include "app/runs/run_page.h"
#include "app/topology/items/host_item.h"
#include "app/topology/items/link_item.h"
#include "app/topology/topology_scene.h"
#include "app/window/design_page.h"
#include "app/window/main_window.h"
#include "remote/rehearsal/rehearsal_mark.h"
#include "tests/app/private_settings.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QInputDialog>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QUuid>

using namespace lockstep;

namespace {

constexpr int kPatienceMs = 60'000;
const LinkKey kFirst{"a", "b", 0};
const LinkKey kSecond{"b", "c", 0};

/// a - b - c, a rank each, as somebody draws a cluster that is not there yet: without addresses.
Experiment chain()
{
    Experiment experiment;
    experiment.name = "Chain";
    for (const char* id : {"a", "b", "c"}) {
        Host host;
        host.id = host.name = id;
        host.connection = Connection::Ssh;
        host.devices = {Device{DeviceKind::Cuda, 0}};
        experiment.topology.hosts.push_back(host);
    }
    for (const auto& [from, to] : {std::pair("a", "b"), std::pair("b", "c")}) {
        Link link;
        link.from = from;
        link.to = to;
        link.bandwidthMbps = 20;
        experiment.topology.links.push_back(link);
    }
    experiment.model.name = "lenet";
    experiment.data.kind = DataKind::Synthetic;
    experiment.data.imageSize = 28;
    experiment.data.classes = 10;
    experiment.data.samples = 8 * 3 * 8;
    experiment.training.batch = 8;
    experiment.training.epochs = 100;
    return experiment;
}

/// Processes that have this in their environment, besides our own.
int countMarked(const QByteArray& mark)
{
    int count = 0;
    for (const QString& entry : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs)) {
        QFile file("/proc/" + entry + "/environ");
        if (entry.toInt() > 0 && file.open(QIODevice::ReadOnly) && file.readAll().contains(mark))
            ++count;
    }
    return count;
}

} // namespace

class RehearsalTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        usePrivateSettings(m_folder);
    }
    void cleanup() { m_window.reset(); }

    void theDrawnClusterTrainsAndIsDisturbedOnTheCanvas()
    {
        const QByteArray mark = QUuid::createUuid().toByteArray();
        qputenv("LOCKSTEP_TEST_MARK", mark);
        open(QStringLiteral(LOCKSTEP_BINARY_DIR "/bin/lockstep-engine"));
        action("Re&hearse").trigger();
        QVERIFY(!action("Re&hearse").isEnabled()); // it is on its way
        QTRY_VERIFY_WITH_TIMEOUT(page().phase() == RunPhase::Training, kPatienceMs);
        qunsetenv("LOCKSTEP_TEST_MARK");
        QCOMPARE(m_window->page(), MainWindow::Page::Run);
        QVERIFY(ribbon().isVisible());
        QVERIFY(textOf(ribbon()).contains(QStringLiteral("3 host")));
        QVERIFY(textOf(ribbon()).contains(QStringLiteral("processors")));
        m_window->showPage(MainWindow::Page::Design);
        QTRY_VERIFY(card("b").lamp.phase == RunPhase::Training); // of a host that has no address

        disturbTheLinks();
        disturbAHost();
        action("Everything as &drawn").trigger();
        QTRY_VERIFY(card("b").badge.text.isEmpty() && label(kFirst) == QStringLiteral("20 Mbps"));
        QVERIFY(page().phase() == RunPhase::Training);

        killAHost();
        QTRY_COMPARE_WITH_TIMEOUT(countMarked(mark), 0, kPatienceMs);
    }

    void nothingIsDoneWithoutARehearsal()
    {
        open(QStringLiteral(LOCKSTEP_BINARY_DIR "/bin/lockstep-engine"));
        select({{"b"}, {kFirst}});
        for (const char* text :
             {"Limit the &bandwidth…", "&Cut the link", "&Mend the link", "&Pause the host", "&Slow the host",
              "Slow the &loading of data", "&Kill the host", "Everything as &drawn"})
            QVERIFY2(!action(text).isEnabled(), text);
    }

    void whatThisComputerRefusesIsSaid()
    {
        open(m_folder.filePath(QStringLiteral("no-engine")));
        action("Re&hearse").trigger();
        QTRY_VERIFY(action("Re&hearse").isEnabled());
        QCOMPARE(m_window->page(), MainWindow::Page::Design);
        QVERIFY(m_window->designPage().problemText().contains(QStringLiteral("lockstep-stage")));
    }

    void whatCannotRunIsNotRehearsed()
    {
        open(QStringLiteral(LOCKSTEP_BINARY_DIR "/bin/lockstep-engine"));
        for (const char* host : {"a", "b", "c"})
            changeHost(m_window->document(), host, {}, [](Host& drawn) { drawn.devices.clear(); });
        action("Re&hearse").trigger();
        QVERIFY(action("Re&hearse").isEnabled());
        QVERIFY(!m_window->designPage().problemText().isEmpty());
    }

    void aRehearsalOfThePastIsCalledOne()
    {
        open(QStringLiteral(LOCKSTEP_BINARY_DIR "/bin/lockstep-engine"));
        for (const bool wasRehearsal : {true, false}) {
            auto folder =
                RunFolder::create(m_folder.filePath(QStringLiteral("runs")), rehearsedExperiment(chain()));
            QVERIFY(folder.ok());
            if (wasRehearsal)
                QVERIFY(markRehearsal(folder->path(), {StageKind::Root, true}).ok());
            RunInfo info = folder->info();
            info.phase = RunPhase::Failed;
            info.complete = true;
            QVERIFY(folder->setInfo(info).ok());
            QVERIFY(page().open(folder->path()).ok());
            m_window->showPage(MainWindow::Page::Run);
            QCOMPARE(ribbon().isVisible(), wasRehearsal);
        }
    }

private:
    void open(const QString& engine)
    {
        RemoteOptions options;
        options.runsFolder = m_folder.filePath(QStringLiteral("runs"));
        options.engine = engine;
        m_window = std::make_unique<MainWindow>(options);
        m_window->document().reset(chain());
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }

    void disturbTheLinks()
    {
        select({{}, {kFirst}});
        QVERIFY(!action("&Mend the link").isEnabled());
        answerWith(QStringLiteral("8 Mbps"));
        action("Limit the &bandwidth…").trigger();
        QTRY_COMPARE(label(kFirst), QStringLiteral("now 8 Mbps"));
        QVERIFY(textOf(ribbon()).contains(QStringLiteral("8 Mbps")));
        select({{}, {kSecond}});
        action("&Cut the link").trigger();
        QTRY_COMPARE(label(kSecond), QStringLiteral("cut"));
        QVERIFY(!action("&Cut the link").isEnabled());
        action("&Mend the link").trigger();
        QTRY_COMPARE(label(kSecond), QStringLiteral("20 Mbps"));
        QCOMPARE(label(kFirst), QStringLiteral("now 8 Mbps"));
    }

    void disturbAHost()
    {
        select({{"b"}, {}});
        action("&Slow the host").trigger();
        QTRY_COMPARE(card("b").badge.text, QStringLiteral("slowed"));
        QVERIFY(!action("&Slow the host").isEnabled());
        QVERIFY(!action("Load data as be&fore").isEnabled());
        action("Slow the &loading of data").trigger();
        QTRY_COMPARE(card("b").badge.text, QStringLiteral("slowed, data slowed"));
        QVERIFY(!action("Slow the &loading of data").isEnabled());
        action("&Relieve the host").trigger();
        QTRY_COMPARE(card("b").badge.text, QStringLiteral("data slowed"));
        action("&Pause the host").trigger();
        QTRY_COMPARE(card("b").badge.text, QStringLiteral("data slowed, paused"));
        QVERIFY(card("b").description().contains(QStringLiteral("paused")));
        QVERIFY(textOf(ribbon()).contains(QStringLiteral("paused")));
    }

    void killAHost()
    {
        select({{"b"}, {}});
        action("&Kill the host").trigger();
        QTRY_VERIFY_WITH_TIMEOUT(page().phase() == RunPhase::Failed, kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(card("b").lamp.phase == RunPhase::Failed, kPatienceMs);
        QTRY_VERIFY(card("b").badge.text.isEmpty()); // of what there is no more
        QVERIFY(!action("&Kill the host").isEnabled());
        QTRY_VERIFY(action("Re&hearse").isEnabled());
    }

    RunPage& page() { return m_window->runPage(); }
    RehearsalRibbon& ribbon() { return page().ribbon(); }
    void select(const ElementSet& elements) { m_window->designPage().scene().select(elements); }
    const CanvasCard& card(const std::string& host)
    {
        return m_window->designPage().scene().hostItem(host)->card();
    }
    /// What a link shows last: its mark, where it has one.
    QString label(const LinkKey& link)
    {
        return m_window->designPage().scene().linkItem(link)->shownText().section(u'\n', -1);
    }

    static QString textOf(const QWidget& widget)
    {
        QString text;
        for (const QLabel* label : widget.findChildren<QLabel*>())
            text += label->isHidden() ? QString() : label->text() + u'\n';
        return text;
    }

    QAction& action(const char* text)
    {
        for (QAction* candidate : m_window->findChildren<QAction*>())
            if (candidate->text() == QString::fromUtf8(text))
                return *candidate;
        qFatal("no action %s", text);
    }

    /// Types this into the next dialog that asks for a text.
    void answerWith(const QString& text)
    {
        auto* timer = new QTimer(m_window.get());
        connect(timer, &QTimer::timeout, this, [timer, text] {
            auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
            if (!dialog)
                return;
            timer->deleteLater();
            dialog->setTextValue(text);
            dialog->accept();
        });
        timer->start(20);
    }

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(RehearsalTest)
#include "rehearsal_test.moc"
