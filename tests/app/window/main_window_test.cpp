// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The window as a whole: menus, pages, the way to a run, and leaving with unsaved changes.
#include "app/document/document_edits.h"
#include "app/document/recent_files.h"
#include "app/inspector/inspector.h"
#include "app/runs/run_page.h"
#include "app/settings/settings.h"
#include "app/settings/shortcuts.h"
#include "app/theme/system_theme.h"
#include "app/topology/items/host_item.h"
#include "app/topology/topology_scene.h"
#include "app/topology/topology_view.h"
#include "app/window/design_page.h"
#include "app/window/document_actions.h"
#include "app/window/first_paint.h"
#include "app/window/main_window.h"
#include "app/window/problem_bar.h"
#include "tests/app/private_settings.h"
#include "tests/app/window/shown_window.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QScreen>
#include <QSignalSpy>
#include <QSplitter>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <memory>

using namespace lockstep;

class MainWindowTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        usePrivateSettings(m_folder);
    }

    void init()
    {
        m_window = shownWindow(m_folder, QStringLiteral("digits-local"));
        QVERIFY(m_window);
    }
    void cleanup()
    {
        m_answers.reset();
        m_window.reset();
    }

    void itOpensOnTheTemplateReadyToRun()
    {
        QVERIFY(!document().isModified());
        QVERIFY(!m_window->isWindowModified());
        QVERIFY(m_window->windowTitle().contains(QStringLiteral("Digits on this computer")));
        QVERIFY(m_window->designPage().isReadyToRun());
        QCOMPARE(m_window->page(), MainWindow::Page::Design);
    }

    void theTitleTellsOfChanges()
    {
        addHost(document(), HostKind::CpuHost, {0, 200});
        QVERIFY(m_window->isWindowModified());
        action("&Undo")->trigger();
        QVERIFY(!m_window->isWindowModified());
    }

    void shortcutsReachTheDocument()
    {
        const std::size_t before = document().experiment().topology.hosts.size();
        action("Add a &GPU host")->trigger();
        QCOMPARE(document().experiment().topology.hosts.size(), before + 1);
        QVERIFY(m_window->designPage().view().hasFocus());
        QTest::keyClick(&m_window->designPage().view(), Qt::Key_Delete);
        QCOMPARE(document().experiment().topology.hosts.size(), before);
        QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(document().experiment().topology.hosts.size(), before + 1);
    }

    void deleteInAFieldDeletesNoHost()
    {
        const std::string id = document().experiment().topology.hosts[0].id;
        m_window->designPage().scene().select({{id}, {}});
        auto* name = m_window->designPage().inspector().panel().findChild<QLineEdit*>(QStringLiteral("name"));
        name->setFocus();
        name->selectAll();
        QTest::keyClick(name, Qt::Key_Delete);
        QCOMPARE(document().experiment().topology.hosts.size(), std::size_t(1));
        QVERIFY(document().experiment().topology.hosts[0].name.empty());
        QTest::keyClick(name, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(document().experiment().topology.hosts[0].name, std::string("This computer"));
    }

    void pagesChange()
    {
        QVERIFY(action("Select &all")->isEnabled());
        m_window->showPage(MainWindow::Page::Runs);
        QCOMPARE(m_window->page(), MainWindow::Page::Runs);
        QVERIFY(!action("Select &all")->isEnabled());
        m_window->showPage(MainWindow::Page::Run);
        QCOMPARE(m_window->page(), MainWindow::Page::Run);
        m_window->showPage(MainWindow::Page::Design);
        QVERIFY(action("Select &all")->isEnabled());
    }

    void whatCannotRunIsShownAndNotStarted()
    {
        const std::string id = addHost(document(), HostKind::GpuHost, {0, 200});
        m_window->showPage(MainWindow::Page::Runs);
        m_window->run();
        QCOMPARE(m_window->page(), MainWindow::Page::Design);
        QCOMPARE(m_window->designPage().scene().selection(), (ElementSet{{id}, {}}));
        QVERIFY(m_window->designPage().problemText().contains(QStringLiteral("address")));
        auto* address =
            m_window->designPage().inspector().panel().findChild<QLineEdit*>(QStringLiteral("address"));
        QVERIFY(address->hasFocus());
        const auto* bar = m_window->designPage().findChild<ProblemBar*>();
        QVERIFY(bar->isVisible());
        QTest::keyClicks(address, QStringLiteral("10.0.0.7"));
        QVERIFY(!bar->isVisible());
        QVERIFY(m_window->designPage().isReadyToRun());
    }

    void aFieldWithoutAValueKeepsFromRunning()
    {
        auto* batch = m_window->designPage().inspector().panel().findChild<QLineEdit*>(
            QStringLiteral("training.batch"));
        batch->selectAll();
        QTest::keyClicks(batch, QStringLiteral("many"));
        QVERIFY(!m_window->designPage().isReadyToRun());
        QVERIFY(!m_window->designPage().problemText().isEmpty());
    }

    void runShowsTheRunPage()
    {
        m_window->run();
        QCOMPARE(m_window->page(), MainWindow::Page::Run);
        QTRY_VERIFY_WITH_TIMEOUT(action("&Run")->isEnabled(), 15000); // there is no engine: it ends
        const TopologyScene& scene = m_window->designPage().scene();
        const HostItem* card = scene.hostItem(document().experiment().topology.hosts.front().id);
        QVERIFY(card->card().lamp.phase == RunPhase::Failed);
        changeHost(document(), card->id().toStdString(), {}, [](Host& host) { host.devices = {Device{}}; });
        QVERIFY(!card->card().lamp.phase);
    }

    /// As long as the drawing is that of the run: in another one there is nothing to mend.
    void theEndOfARunLeadsToTheHostThatEndedIt()
    {
        m_window->run();
        QTRY_VERIFY_WITH_TIMEOUT(action("&Run")->isEnabled(), 15000); // there is no engine: it ends
        auto& lead = *m_window->runPage().findChild<QPushButton*>(QStringLiteral("runLead"));
        QVERIFY(lead.isVisible());
        lead.click();
        QCOMPARE(m_window->page(), MainWindow::Page::Design);
        const std::string host = document().experiment().topology.hosts.front().id;
        QCOMPARE(m_window->designPage().scene().selection(), (ElementSet{{host}, {}}));
        QVERIFY(m_window->documentActions().openTemplate(
            QStringLiteral(LOCKSTEP_SOURCE_DIR "/resources/templates/ceni-resnet18.lockstep.json")));
        m_window->showPage(MainWindow::Page::Run);
        lead.click();
        QCOMPARE(m_window->page(), MainWindow::Page::Run);
    }

    /// One Stop, in the same place on every page; it can be pressed while there is something to stop.
    void thereIsOneStop()
    {
        m_window->showPage(MainWindow::Page::Run);
        QList<QPushButton*> stops;
        for (QPushButton* button : m_window->findChildren<QPushButton*>()) {
            if (button->isVisible() && button->text() == QLatin1String("Stop"))
                stops.append(button);
        }
        QCOMPARE(stops.size(), 1);
        const QPushButton& stop = *stops.front();
        QPushButton& run = *m_window->findChild<QPushButton*>(QStringLiteral("runButton"));
        QVERIFY(!stop.isEnabled() && run.isEnabled());
        const QRect place = stop.geometry();
        Result<RunFolder> folder =
            RunFolder::create(m_folder.filePath(QStringLiteral("runs")), document().experiment());
        QVERIFY(folder.ok());
        for (const auto& [phase, canStop, canRun] :
             {std::tuple(RunPhase::Training, true, false), std::tuple(RunPhase::Stopping, false, false),
              std::tuple(RunPhase::Failed, false, true), std::tuple(RunPhase::Finished, false, true)}) {
            RunInfo info = folder->info();
            info.phase = phase;
            info.complete = true;
            QVERIFY(folder->setInfo(info).ok());
            QVERIFY(m_window->runPage().open(folder->path()).ok()); // of which the hosts are asked later
            QCOMPARE(stop.isEnabled(), canStop);
            QCOMPARE(action("&Stop")->isEnabled(), canStop);
            QCOMPARE(run.isEnabled(), canRun);
            for (const auto shown :
                 {MainWindow::Page::Design, MainWindow::Page::Runs, MainWindow::Page::Run}) {
                m_window->showPage(shown);
                QVERIFY(stop.isVisible());
                QCOMPARE(stop.geometry(), place);
            }
        }
    }

    void theDesktopsColoursAreFollowedWhileTheSettingsSaySo()
    {
        qunsetenv("DBUS_SESSION_BUS_ADDRESS");
        qunsetenv("XDG_RUNTIME_DIR");
        SystemTheme theme;
        m_window->followSystem(theme);
        for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark, ThemeKind::Light}) {
            emit theme.changed(kind);
            QCOMPARE(themeKind(QApplication::palette()), kind);
        }
        Settings settings;
        settings.theme = ThemeChoice::Dark;
        saveSettings(settings);
        applyTheme(*qApp, ThemeKind::Dark);
        emit theme.changed(ThemeKind::Light);
        QCOMPARE(themeKind(QApplication::palette()), ThemeKind::Dark);
        saveSettings({});
    }

    void aLayoutOfALargerScreenFits()
    {
        m_window->resize(2400, 1300);
        auto* columns = m_window->designPage().findChild<QSplitter*>(QString(), Qt::FindDirectChildrenOnly);
        columns->setSizes({700, 700, 1000});
        QVERIFY(m_window->close());
        m_window = std::make_unique<MainWindow>(RemoteOptions());
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        const QSize room = m_window->screen()->availableSize();
        QVERIFY(m_window->width() <= std::max(room.width(), m_window->minimumWidth()));
        columns = m_window->designPage().findChild<QSplitter*>(QString(), Qt::FindDirectChildrenOnly);
        QVERIFY(columns->sizes()[1] >= m_window->width() * 2 / 5);
    }

    void closingAsksAboutUnsavedChanges()
    {
        addHost(document(), HostKind::CpuHost, {0, 200});
        answerNext(QMessageBox::Cancel);
        QVERIFY(!m_window->close());
        QVERIFY(m_answered);
        answerNext(QMessageBox::Discard);
        QVERIFY(m_window->close());
        QVERIFY(m_answered);
    }

    void closingSavesWhenAsked()
    {
        const QString path = m_folder.filePath(QStringLiteral("kept.lockstep.json"));
        QVERIFY(document().save(path).ok());
        addHost(document(), HostKind::CpuHost, {0, 200});
        const Experiment wanted = document().experiment();
        answerNext(QMessageBox::Save);
        QVERIFY(m_window->close());
        const Result<Experiment> read = readExperimentFile(path);
        QVERIFY(read.ok() && *read == wanted);
    }

    void anUnchangedDocumentAsksNothing()
    {
        answerNext(QMessageBox::Cancel);
        QVERIFY(m_window->close());
        QVERIFY(!m_answered);
    }

    void aBrokenFileIsSaidAndChangesNothing()
    {
        const QString path = m_folder.filePath(QStringLiteral("broken.lockstep.json"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"version":1,"training":{"batch":-1}})");
        file.close();
        addRecentFile(path);
        const Experiment before = document().experiment();
        answerNext(QMessageBox::Ok);
        QVERIFY(!m_window->documentActions().openFile(path));
        QVERIFY(m_answered);
        QVERIFY(m_answeredText.contains(QStringLiteral("training.batch")));
        QVERIFY(document().experiment() == before);
        QVERIFY(!recentFiles().contains(path));
    }

    void theFirstPaintIsNoticedOnce()
    {
        QLabel label(QStringLiteral("hello"));
        FirstPaint first(label);
        QSignalSpy painted(&first, &FirstPaint::painted);
        label.show();
        QVERIFY(painted.wait(5000));
        label.update();
        QTest::qWait(50);
        QCOMPARE(painted.count(), 1);
        const double milliseconds = painted.first().first().toDouble();
        QVERIFY(milliseconds > 0 && milliseconds < 600000);
    }

    /// Menus and dialogs are read by key as well: no two entries of a menu answer to one letter.
    void mnemonicsAreUnique()
    {
        for (const QAction* menu : m_window->menuBar()->actions()) {
            QMap<QChar, QString> letters;
            for (const QAction* entry : menu->menu()->actions()) {
                const qsizetype at = entry->text().indexOf(u'&');
                if (entry->isSeparator() || at < 0)
                    continue;
                const QChar letter = entry->text().at(at + 1).toLower();
                QVERIFY2(!letters.contains(letter), qPrintable(entry->text() + letters.value(letter)));
                letters[letter] = entry->text();
            }
        }
    }

    void shortcutsAreUnique()
    {
        const QList<QAction*> actions = shortcutActions(*m_window->menuBar());
        QVERIFY(actions.size() > 20);
        const QAction* settings = actionWithKeys(actions, QKeySequence(QStringLiteral("Ctrl+,")), nullptr);
        QVERIFY(settings && settings->text() == QStringLiteral("S&ettings…"));
        for (const QAction* action : actions) {
            for (const QKeySequence& keys : action->shortcuts()) {
                const QAction* other = actionWithKeys(actions, keys, action);
                QVERIFY2(!other,
                         qPrintable(keys.toString() + action->text() + (other ? other->text() : QString())));
            }
        }
    }

private:
    ExperimentDocument& document() { return m_window->document(); }

    QAction* action(const char* text)
    {
        for (QAction* candidate : m_window->findChildren<QAction*>()) {
            if (candidate->text() == QLatin1String(text) || candidate->text().startsWith(QLatin1String(text)))
                return candidate;
        }
        qFatal("no action %s", text);
    }

    /// Presses a button of the next message box that appears.
    void answerNext(QMessageBox::StandardButton button)
    {
        m_answered = false;
        m_answers = std::make_unique<QTimer>();
        connect(m_answers.get(), &QTimer::timeout, this, [this, button] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (!box)
                return;
            m_answered = true;
            m_answeredText = box->text() + box->informativeText();
            m_answers->stop();
            box->button(button)->click();
        });
        m_answers->start(20);
    }

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
    std::unique_ptr<QTimer> m_answers;
    bool m_answered = false;
    QString m_answeredText;
};

QTEST_MAIN(MainWindowTest)
#include "main_window_test.moc"
