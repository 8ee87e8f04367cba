// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The choice of files, deletions on hosts, a run's settings, and what the tests of hosts have found.
#include "app/comparison/comparison_panel.h"
#include "app/interchange/share/share_menu.h"
#include "app/inventory/inventory_deeds.h"
#include "app/plots/metric_plot.h"
#include "app/plots/plot_page.h"
#include "app/runs/part_tabs.h"
#include "app/runs/run_page.h"
#include "app/window/design_page.h"
#include "app/window/host_test_panel.h"
#include "tests/app/summary/recorded_run.h"
#include "tests/app/window/other_windows.h"

#include <QAction>
#include <QDir>
#include <QFileDialog>
#include <QPushButton>
#include <QTest>

namespace lockstep {

namespace {

KeptRun keptRun(RunPhase phase, int processes)
{
    KeptRun run;
    run.state.run = "20261121-000000-digits-0000";
    run.state.name = "Digits on three hosts";
    run.state.phase = phase;
    run.processes = processes;
    run.bytes = 980'000'000;
    return run;
}

KeptItem keptEngine()
{
    KeptItem item;
    item.deployment.emplace();
    item.deployment->reference.name = std::string(64, 'a');
    item.deployment->bytes = 31'000'000;
    return item;
}

/// One host that is this computer: the test of it needs no network.
Experiment ofThisComputer()
{
    Experiment experiment;
    experiment.name = "here";
    Host host;
    host.id = "here";
    host.name = "this computer";
    host.connection = Connection::Local;
    host.devices = {Device{}};
    experiment.topology.hosts = {host};
    return experiment;
}

} // namespace

void OtherWindows::choose(const QWidget& owner, const QString& text)
{
    for (QAction* action : owner.findChildren<QAction*>()) {
        if (action->text() == text)
            return action->trigger();
    }
    QFAIL(qPrintable(text));
}

void OtherWindows::lookAtChooser(const QString& name)
{
    const auto shown = [this] {
        for (QFileDialog* dialog : m_main->findChildren<QFileDialog*>()) {
            if (dialog->isVisible())
                return dialog;
        }
        return static_cast<QFileDialog*>(nullptr);
    };
    QTRY_VERIFY(shown());
    const QPointer<QFileDialog> dialog = shown();
    dialog->setDirectory(QDir::rootPath()); // whose name fits
    look(*dialog, name);
    delete dialog;
}

void OtherWindows::visitChoosers()
{
    m_main->showPage(MainWindow::Page::Run);
    QVERIFY(m_main->runPage().open(m_run.folder()).ok());
    choose(*m_main->findChild<PlotPage*>()->plots().first(), MetricPlot::tr("Picture (PNG)…"));
    lookAtChooser(QStringLiteral("save-plot"));
    choose(*m_main->findChild<ShareMenu*>(), ShareMenu::tr("Report as a &web page…"));
    lookAtChooser(QStringLiteral("save-report"));
}

void OtherWindows::visitKept()
{
    const KeptItem over{.run = keptRun(RunPhase::Finished, 0)};
    const KeptItem training{.run = keptRun(RunPhase::Training, 5)};
    whenAsked(QStringLiteral("delete-kept"), [&] { mayRemove({over, keptEngine()}, *m_main); });
    whenAsked(QStringLiteral("delete-kept-run"), [&] { mayRemove({over}, *m_main); });
    whenAsked(QStringLiteral("delete-end"), [&] { mayEnd({training}, *m_main); });
}

/// The main window with what a run was started with in sight.
void OtherWindows::visitSettings()
{
    m_main->document().reset(recordedExperiment({.hosts = 2, .epochs = 9}));
    m_main->showPage(MainWindow::Page::Run);
    auto* panel = m_main->findChild<ComparisonPanel*>();
    QVERIFY(panel);
    for (PartTabs* card : m_main->findChildren<PartTabs*>()) {
        if (card->indexOf(panel) >= 0)
            card->setCurrentWidget(panel);
    }
    QVERIFY(panel->isVisible());
    look(*m_main, QStringLiteral("run-settings"));
}

void OtherWindows::visitHostTests()
{
    m_main->document().reset(ofThisComputer());
    m_main->showPage(MainWindow::Page::Design);
    m_main->designPage().testHosts();
    auto* panel = m_main->findChild<HostTestPanel*>();
    QTRY_VERIFY(panel->findChild<QPushButton*>(QStringLiteral("testAgain"))->isVisible());
    look(*m_main, QStringLiteral("host-tests"));
}

} // namespace lockstep
