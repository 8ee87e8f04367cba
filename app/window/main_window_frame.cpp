// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The window's frame: what is made anew when the language changes.
#include "app/settings/settings.h"
#include "app/text/language.h"
#include "app/window/arrivals.h"
#include "app/window/data_copying.h"
#include "app/window/design_page.h"
#include "app/window/design_state.h"
#include "app/window/document_actions.h"
#include "app/window/help.h"
#include "app/window/host_runs.h"
#include "app/window/live_problems.h"
#include "app/window/main_window.h"
#include "app/window/program_settings.h"
#include "app/window/status_line.h"
#include "app/window/tool_bar.h"
#include "app/window/window_actions.h"
#include "app/window/window_menus.h"

#include <utility>

namespace lockstep {

void MainWindow::makeFrame()
{
    m_actions = new WindowActions(m_document, *m_design, this);
    connect(m_actions, &WindowActions::runWanted, this, &MainWindow::run);
    connect(m_actions, &WindowActions::rehearsalWanted, this, &MainWindow::rehearse);
    connect(m_actions, &WindowActions::stopWanted, this, &MainWindow::stop);
    offerHostRuns(*m_actions, m_options, *this);
    m_help->setAction(m_actions->manual());
    m_toolBar = new ToolBar(*m_actions, this);
    addToolBar(m_toolBar);
    connect(m_toolBar, &ToolBar::pageChosen, this, &MainWindow::showPage);
    m_menus = new WindowMenus(*m_actions, *m_documentActions, *m_design, *this);
    setMenuBar(m_menus);
    connect(m_menus, &WindowMenus::pageWanted, this, &MainWindow::showPage);
    connect(m_menus, &WindowMenus::logWanted, m_arrivals, &Arrivals::chooseLogs);
    connect(m_menus, &WindowMenus::eventsWanted, m_arrivals, &Arrivals::chooseEvents);
    connect(m_menus, &WindowMenus::runImportWanted, m_arrivals, &Arrivals::chooseRun);
    connect(m_menus, &WindowMenus::dataCopiesWanted, this,
            [this] { copyData(m_document, m_options, *this); });
    connect(m_menus, &WindowMenus::settingsWanted, m_settings, &ProgramSettings::ask);
    connect(m_menus, &WindowMenus::themeWanted, m_settings, &ProgramSettings::setTheme);
    m_status = new StatusLine(*m_actions, m_design->view(), this);
    setStatusBar(m_status);
    m_status->showCounts(m_document.experiment());
    m_status->showProblems(m_design->problems().told());
    refreshTitle();
    refreshTraining();
}

void MainWindow::dropFrame()
{
    // At once, so that no key belongs to two actions meanwhile.
    delete std::exchange(m_menus, nullptr);
    delete std::exchange(m_toolBar, nullptr);
    delete std::exchange(m_status, nullptr);
    delete std::exchange(m_actions, nullptr);
}

void MainWindow::retranslate()
{
    const QString before = std::exchange(m_language, presentLanguage());
    if (before == m_language)
        return;
    m_document.endGesture();
    m_document.retranslate();
    m_lamps.retranslate();
    const DesignState state(*m_design);
    const Page shown = page();
    // Runs say themselves anew; what is drawn is shown by new widgets, as the
    // program starts with.
    setUpdatesEnabled(false);
    // A demonstration that nobody has touched is the program's, with names in its
    // language.
    if (state.start() && m_document.undoStack().count() == 0 && training() == Training::No)
        m_documentActions->openTemplate(*state.start());
    dropFrame();
    dropDesign();
    makeDesign();
    makeFrame();
    // A window that is shown already shows new parts when they are told to.
    m_menus->show();
    m_toolBar->show();
    m_status->show();
    showPage(shown);
    state.restore(*m_design);
    setUpdatesEnabled(true);
}

} // namespace lockstep
