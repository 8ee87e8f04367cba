// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/window_rehearsal.h"

#include "app/rehearsal/rehearsal_ribbon.h"
#include "app/runs/run_page.h"
#include "app/window/design_page.h"
#include "app/window/main_window.h"

namespace lockstep {

WindowRehearsal::WindowRehearsal(MainWindow& window, const QString& engine)
    : QObject(&window), m_window(window), m_live(QString::fromStdString(stageBeside(engine.toStdString())))
{
    connect(&m_live, &LiveRehearsal::opened, this, &WindowRehearsal::start);
    connect(&m_live, &LiveRehearsal::refused, this, &WindowRehearsal::opened);
}

void WindowRehearsal::showOn(DesignPage& design)
{
    design.showRehearsal(m_live);
}

void WindowRehearsal::follow(RunPage& page)
{
    connect(&page, &RunPage::runShown, &m_live, &LiveRehearsal::leave);
    connect(&page, &RunPage::ended, &m_live, &LiveRehearsal::leave);
    connect(&m_live, &LiveRehearsal::changed, &page,
            [this, &page] { page.ribbon().showDisturbances(m_live.disturbances()); });
    connect(&page.ribbon(), &RehearsalRibbon::undoWanted, &m_live, &LiveRehearsal::undoAll);
}

void WindowRehearsal::begin(const Experiment& drawn)
{
    m_live.open(drawn);
}

void WindowRehearsal::start(const Experiment& drawn, const std::shared_ptr<Rehearsal>& rehearsal)
{
    if (m_window.runPage().rehearse(drawn, rehearsal))
        m_live.follow(drawn, rehearsal);
    m_window.showPage(WindowPage::Run); // which also says what went wrong, if it did
    emit opened();
}

} // namespace lockstep
