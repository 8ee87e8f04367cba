// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// F1 opens the page of the manual that fits, on every page, in every panel and every dialog.
#include "app/help/manual_view.h"
#include "app/help/manual_window.h"
#include "app/inspector/inspector.h"
#include "app/preview/preview_dialog.h"
#include "app/preview/preview_strip.h"
#include "app/runs/run_page.h"
#include "app/settings/shortcut_dialog.h"
#include "app/settings/shortcuts.h"
#include "app/start/start_gallery.h"
#include "app/topology/keyboard/canvas_keys.h"
#include "app/topology/topology_scene.h"
#include "app/topology/topology_view.h"
#include "app/window/design_page.h"
#include "app/window/main_window.h"
#include "tests/app/private_settings.h"
#include "tests/app/summary/recorded_run.h"
#include "tests/app/window/shown_window.h"

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QKeySequenceEdit>
#include <QMenuBar>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <memory>

using namespace lockstep;

class HelpTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        usePrivateSettings(m_folder);
    }

    void init()
    {
        QSettings().clear(); // of keys that were chosen
        m_window = shownWindow(m_folder, QStringLiteral("ceni-resnet18"));
        QVERIFY(m_window);
    }
    void cleanup() { m_window.reset(); }

    void panelsAndPagesHavePagesOfTheirOwn()
    {
        m_window->designPage().view().setFocus();
        QCOMPARE(topicAfterF1(), Topic::Drawing);
        select({});
        QCOMPARE(topicAtField("name"), Topic::FirstRun);
        QCOMPARE(topicAtField("data.path"), Topic::Data);
        QCOMPARE(topicAtField("training.learning_rate"), Topic::FirstRun);
        QCOMPARE(topicAtField("training.keep_best"), Topic::Checkpoints);
        QCOMPARE(topicAtField("training.bucket_mb"), Topic::SlowLinks);
        QCOMPARE(topicAtField("training.strategy"), Topic::Strategies);
        QCOMPARE(topicAtField("training.compression"), Topic::Strategies);
        const Topology& topology = m_window->document().experiment().topology;
        select({{topology.hosts[0].id}, {}});
        QCOMPARE(topicAtField("address"), Topic::Hosts);
        QCOMPARE(topicAtField("name"), Topic::Hosts);
        select({{topology.hosts[0].id, topology.hosts[1].id}, {}});
        QCOMPARE(topicAtField("hosts.user"), Topic::Hosts);
        select({{}, {linkKeys(topology)[0]}});
        QCOMPARE(topicAtField("bandwidth_mbps"), Topic::SlowLinks);
        m_window->showPage(MainWindow::Page::Runs);
        QCOMPARE(topicAfterF1(), Topic::Checkpoints);
        m_window->showPage(MainWindow::Page::Run);
        QCOMPARE(topicAfterF1(), Topic::Plots);
    }

    void aRunThatFailedLeadsToWhatToDo()
    {
        const Result<RunFolder> run =
            writeRecordedRun(m_folder.filePath(QStringLiteral("runs")), {.hosts = 2, .failingRank = 1});
        QVERIFY(run.ok());
        QVERIFY(m_window->runPage().open(run->path()).ok());
        m_window->showPage(MainWindow::Page::Run);
        QCOMPARE(topicAfterF1(), Topic::Failures);
    }

    void itWorksInDialogsWhoseWindowsAreBlocked()
    {
        QMenuBar& menus = *m_window->menuBar();
        openAndAsk([&] { CanvasKeysDialog(m_window.get()).exec(); }, Topic::Drawing);
        openAndAsk([&] { StartGallery(QString(), {}, m_window.get()).exec(); }, Topic::Recipes);
        openAndAsk([&] { ShortcutDialog(shortcutActions(menus), m_window.get()).exec(); }, Topic::Drawing);
    }

    void theKeysThatQuitDoSoInTheManual()
    {
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QTest::keyClick(m_window.get(), Qt::Key_F1);
        ManualWindow* manual = shownManual();
        QVERIFY(manual);
        manual->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(manual));
        QTest::keyClick(manual, Qt::Key_Q, Qt::ControlModifier);
        QVERIFY(!m_window->isVisible());
        manual->close();
    }

    void aWindowBesideIsAskedItself()
    {
        select({});
        auto* strip = m_window->designPage().inspector().findChild<PreviewStrip*>();
        strip->openDialog();
        auto* dialog = m_window->findChild<PreviewDialog*>();
        QVERIFY(dialog);
        dialog->activateWindow();
        QTRY_COMPARE(QApplication::activeWindow(), dialog);
        QTest::keyClick(dialog, Qt::Key_F1);
        QVERIFY(shownManual());
        QCOMPARE(shownManual()->findChild<ManualView*>()->topic(), Topic::Data);
        shownManual()->close();
    }

    /// A dialog that no page is about: the page about what lies below it.
    void aQuestionLeadsToThePageBelow()
    {
        openAndAsk([&] { QDialog(m_window.get()).exec(); }, Topic::Drawing);
        m_window->showPage(MainWindow::Page::Run);
        openAndAsk([&] { QDialog(m_window.get()).exec(); }, Topic::Plots);
    }

    void theKeysCanBeChosenAnew()
    {
        const QList<QAction*> actions = shortcutActions(*m_window->menuBar());
        QAction* manual = actionWithKeys(actions, QKeySequence(Qt::Key_F1), nullptr);
        QVERIFY(manual);
        ShortcutDialog dialog(actions, m_window.get());
        dialog.show();
        // A field that takes any key takes this one, too.
        auto* keys = dialog.findChild<QKeySequenceEdit*>();
        keys->setFocus();
        QTest::keyClick(keys, Qt::Key_F1);
        QVERIFY(!shownManual());
        manual->setShortcuts({QKeySequence(Qt::Key_F4)});
        openAndAsk([&] { CanvasKeysDialog(m_window.get()).exec(); }, Topic::Drawing, Qt::Key_F4);
    }

    /// The list of keys moved to the menu where one looks for it.
    void helpHoldsTheManualAndTheKeys()
    {
        const QList<QAction*> actions = shortcutActions(*m_window->menuBar());
        const QAction* keys = actionWithKeys(actions, QKeySequence(Qt::CTRL | Qt::Key_F1), nullptr);
        const QAction* manual = actionWithKeys(actions, QKeySequence(Qt::Key_F1), nullptr);
        QVERIFY(keys && manual);
        const QMenu* help = m_window->menuBar()->actions().last()->menu();
        for (const QAction* action : {keys, manual})
            QVERIFY2(help->actions().contains(const_cast<QAction*>(action)), qPrintable(action->text()));
        for (const MainWindow::Page page :
             {MainWindow::Page::Design, MainWindow::Page::Run, MainWindow::Page::Runs}) {
            m_window->showPage(page);
            QVERIFY(keys->isEnabled() && manual->isEnabled());
        }
    }

private:
    void select(const ElementSet& elements)
    {
        m_window->designPage().scene().select(elements);
        QCoreApplication::processEvents();
    }

    Topic topicAtField(const char* name)
    {
        auto* field = m_window->designPage().inspector().panel().findChild<QWidget*>(QLatin1String(name));
        if (!field)
            qFatal("no field %s", name);
        for (QWidget* part = field; part; part = part->parentWidget())
            part->show(); // it may be folded away
        field->setFocus();
        return topicAfterF1();
    }

    static ManualWindow* shownManual()
    {
        for (QWidget* window : QApplication::topLevelWidgets()) {
            if (auto* manual = qobject_cast<ManualWindow*>(window); manual && manual->isVisible())
                return manual;
        }
        return nullptr;
    }

    /// What the manual is opened at, which is closed again.
    Topic topicAfterF1(Qt::Key key = Qt::Key_F1)
    {
        QWidget* window =
            QApplication::activeModalWidget() ? QApplication::activeModalWidget() : m_window.get();
        window->activateWindow();
        if (!QTest::qWaitForWindowActive(window))
            qFatal("the window does not get the keyboard");
        QWidget* focus = window->focusWidget();
        QTest::keyClick(focus ? focus : window, key);
        ManualWindow* manual = shownManual();
        if (!manual)
            qFatal("no manual");
        const Topic topic = manual->findChild<ManualView*>()->topic();
        manual->close();
        return topic;
    }

    void openAndAsk(const std::function<void()>& open, Topic expected, Qt::Key key = Qt::Key_F1)
    {
        bool isAsked = false;
        QTimer::singleShot(0, this, [&] {
            QVERIFY(QTest::qWaitForWindowActive(QApplication::activeModalWidget()));
            const Topic topic = topicAfterF1(key);
            QApplication::activeModalWidget()->close();
            QCOMPARE(topic, expected);
            isAsked = true;
        });
        open();
        QVERIFY(isAsked);
    }

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(HelpTest)
#include "help_test.moc"
