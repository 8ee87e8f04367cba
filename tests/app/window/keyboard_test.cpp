// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The pages of runs without a mouse: Tab reaches everything in the order of reading, and what matters is done
// with keys alone.
#include "app/catalogue/compare/run_comparison.h"
#include "app/catalogue/index/run_digest.h"
#include "app/catalogue/run_list.h"
#include "app/catalogue/sweep/sweep_dialog.h"
#include "app/interchange/share/archive_dialog.h"
#include "app/plots/metric_plot.h"
#include "app/plots/plot_page.h"
#include "app/runs/part_tabs.h"
#include "app/runs/run_layout.h"
#include "app/runs/run_page.h"
#include "app/theme/theme.h"
#include "app/timeline/time_panel.h"
#include "app/window/main_window.h"
#include "tests/app/private_settings.h"
#include "tests/app/summary/recorded_run.h"
#include "tests/app/window/key_walk.h"
#include "tests/app/window/shown_window.h"

#include <QComboBox>
#include <QLabel>
#include <QPointer>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

using namespace lockstep;

class KeyboardTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        usePrivateSettings(m_folder);
        applyTheme(*qApp, ThemeKind::Light);
        const Result<RunFolder> run = writeRestartedRun(m_folder.filePath(QStringLiteral("runs")));
        QVERIFY(run.ok());
        m_run = run->path();
        m_window = shownWindow(m_folder, QSize(1280, 800));
        QVERIFY(m_window);
    }

    void cleanupTestCase() { m_window.reset(); }

    void tabReachesEveryPartOfARun()
    {
        m_window->showPage(MainWindow::Page::Run);
        QVERIFY(m_window->runPage().open(m_run).ok());
        QTest::qWait(700);
        for (PartTabs* card : m_window->findChildren<PartTabs*>()) {
            for (int part = 0; part < card->count(); ++part) {
                card->setCurrentIndex(part);
                QTest::qWait(20);
                check(*m_window, card->tabText(part));
            }
        }
    }

    void tabReachesTheHeatMap()
    {
        auto& time = *m_window->findChild<TimePanel*>();
        m_window->runPage().findChild<RunLayout*>()->showPart(&time);
        auto& views = *time.findChild<QComboBox*>(QStringLiteral("timeViews"));
        views.setCurrentIndex(1);
        QTest::qWait(20);
        check(*m_window, views.currentText());
    }

    void tabReachesEverythingOfTheListOfRunsAndItsDialogs()
    {
        m_window->showPage(MainWindow::Page::Runs);
        QTest::qWait(100);
        check(*m_window, QStringLiteral("runs"));
        RunEntryReader reader({});
        const CatalogueRun run = digestRun(m_run, reader, false);
        RunComparison comparison({run, run});
        open(comparison);
        auto& tabs = *comparison.findChild<QTabWidget*>();
        for (int tab = 0; tab < tabs.count(); ++tab) {
            tabs.setCurrentIndex(tab);
            QTest::qWait(20);
            check(comparison, tabs.tabText(tab));
        }
        // An empty table of differences would say nothing by itself.
        QVERIFY(!comparison.findChild<QLabel*>(QStringLiteral("noDifference"))->isHidden());
        const QPointer<RunComparison> closing = new RunComparison({run, run});
        open(*closing);
        QTest::keyClick(closing, Qt::Key_Escape);
        QTRY_VERIFY(!closing);
        SweepDialog sweep(recordedExperiment({.hosts = 2}));
        open(sweep);
        check(sweep, QStringLiteral("sweep"));
        ArchiveDialog archive({.always = 52'000'000, .logs = 1'900'000, .checkpoints = 980'000'000});
        open(archive);
        check(archive, QStringLiteral("archive"));
    }

    void aPlotIsChangedWithoutAMouse()
    {
        m_window->showPage(MainWindow::Page::Run);
        MetricPlot& plot = *m_window->findChild<PlotPage*>()->plots().first();
        plot.openDialog();
        auto* dialog = plot.findChild<QDialog*>();
        QVERIFY(QTest::qWaitForWindowActive(dialog));
        check(*dialog, QStringLiteral("plot"));
        dialog->close();
    }

private:
    static void open(QWidget& window)
    {
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
    }

    static void check(QWidget& window, const QString& name)
    {
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        const QStringList faults = keyWalkFaults(window);
        QVERIFY2(faults.isEmpty(), qPrintable(name + u'\n' + faults.join(u'\n')));
    }

    QTemporaryDir m_folder;
    QString m_run;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(KeyboardTest)
#include "keyboard_test.moc"
