// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The pages of runs without a mouse or without eyes: what takes the keyboard says what it is.
#include "app/catalogue/compare/run_comparison.h"
#include "app/catalogue/index/run_digest.h"
#include "app/catalogue/run_list.h"
#include "app/catalogue/sweep/sweep_dialog.h"
#include "app/plots/metric_plot.h"
#include "app/plots/plot_page.h"
#include "app/runs/part_tabs.h"
#include "app/runs/run_page.h"
#include "app/theme/theme.h"
#include "app/window/main_window.h"
#include "tests/app/private_settings.h"
#include "tests/app/summary/recorded_run.h"
#include "tests/app/window/cut_texts.h"
#include "tests/app/window/key_walk.h"
#include "tests/app/window/shown_window.h"

#include <QComboBox>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

using namespace lockstep;

class ControlsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        usePrivateSettings(m_folder);
        applyTheme(*qApp, ThemeKind::Light);
        const Result<RunFolder> run = writeRestartedRun(m_folder.filePath(QStringLiteral("runs")));
        QVERIFY(run.ok());
        m_run = run->path();
        m_window = shownWindow(m_folder, QSize(1024, 700));
        QVERIFY(m_window);
    }

    void cleanupTestCase() { m_window.reset(); }

    /// The judge can say no.
    void whatHasNoNameIsFound()
    {
        QWidget window;
        auto* box = new QComboBox(&window);
        window.show();
        QCOMPARE(namelessControls(window).size(), 1);
        box->setAccessibleName(QStringLiteral("Choice"));
        QCOMPARE(namelessControls(window), QStringList());
    }

    void everyPartOfARunSaysWhatItIs()
    {
        m_window->showPage(MainWindow::Page::Run);
        QVERIFY(m_window->runPage().open(m_run).ok());
        QTest::qWait(700);
        for (PartTabs* card : m_window->findChildren<PartTabs*>()) {
            for (int part = 0; part < card->count(); ++part) {
                card->setCurrentIndex(part);
                QTest::qWait(20);
                QVERIFY2(namelessControls(*m_window).isEmpty(),
                         qPrintable(card->tabText(part) + u'\n' + namelessControls(*m_window).join(u'\n')));
            }
        }
    }

    /// Beside the choice of an attempt, in a small window.
    void theLogsOfAllRanksFitASmallWindow()
    {
        for (QComboBox* choice : m_window->runPage().findChildren<QComboBox*>()) {
            if (const int all = choice->findText(QStringLiteral("All ranks")); all >= 0)
                choice->setCurrentIndex(all);
        }
        // Once they have been read: until then it says how far that is, where there is room.
        QTRY_VERIFY2(cutTexts(*m_window).isEmpty(), qPrintable(cutTexts(*m_window).join(u'\n')));
    }

    void theListOfRunsAndWhatItOpensSayWhatTheyAre()
    {
        m_window->showPage(MainWindow::Page::Runs);
        QTest::qWait(100);
        QCOMPARE(namelessControls(*m_window), QStringList());
        RunEntryReader reader({});
        const CatalogueRun run = digestRun(m_run, reader, false);
        RunComparison comparison({run, run});
        comparison.show();
        auto& tabs = *comparison.findChild<QTabWidget*>();
        for (int tab = 0; tab < tabs.count(); ++tab) {
            tabs.setCurrentIndex(tab);
            QTest::qWait(20);
            QCOMPARE(namelessControls(comparison), QStringList());
        }
        SweepDialog sweep(recordedExperiment({.hosts = 2}));
        sweep.show();
        QCOMPARE(namelessControls(sweep), QStringList());
    }

    void aPlotIsChangedWithoutAMouse()
    {
        m_window->showPage(MainWindow::Page::Run);
        MetricPlot& plot = *m_window->findChild<PlotPage*>()->plots().first();
        plot.openDialog();
        const auto* dialog = plot.findChild<QDialog*>();
        QVERIFY(QTest::qWaitForWindowExposed(dialog->windowHandle()));
        QCOMPARE(namelessControls(*dialog), QStringList());
    }

private:
    QTemporaryDir m_folder;
    QString m_run;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(ControlsTest)
#include "controls_test.moc"
