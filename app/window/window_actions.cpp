// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/window_actions.h"

#include "app/document/experiment_document.h"
#include "app/theme/icons.h"
#include "app/theme/theme.h"
#include "app/topology/actions/canvas_actions.h"
#include "app/topology/topology_view.h"
#include "app/window/design_page.h"

#include <QAction>
#include <QApplication>

namespace lockstep {

WindowActions::WindowActions(ExperimentDocument& document, DesignPage& design, QObject* parent)
    : QObject(parent), m_run(new QAction(this)), m_rehearse(new QAction(tr("Re&hearse"), this)),
      m_stop(new QAction(tr("&Stop"), this)),
      m_undo(document.undoStack().createUndoAction(this, tr("&Undo"))),
      m_redo(document.undoStack().createRedoAction(this, tr("&Redo"))),
      m_fit(new QAction(tr("Zoom to &fit"), this)), m_problems(new QAction(tr("Pro&blems"), this)),
      m_testHosts(new QAction(tr("&Test hosts"), this)), m_hostRuns(new QAction(tr("Runs &on hosts…"), this)),
      m_manual(new QAction(tr("&Manual"), this))
{
    m_run->setShortcut(Qt::Key_F5);
    m_rehearse->setShortcut(Qt::Key_F6);
    m_rehearse->setStatusTip(tr("Trains on this computer, made into the drawn hosts and links"));
    m_stop->setShortcut(QKeySequence(Qt::SHIFT | Qt::Key_F5));
    m_undo->setShortcut(QKeySequence::Undo);
    m_redo->setShortcuts(
        {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
    m_fit->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_0));
    m_problems->setCheckable(true);
    m_problems->setShortcut(Qt::Key_F8);
    m_testHosts->setShortcut(Qt::Key_F7);
    m_testHosts->setStatusTip(tr("Tries login, engine, devices and data of the selected hosts, or of all"));
    m_hostRuns->setObjectName(QStringLiteral("hostRuns"));
    m_hostRuns->setShortcut(Qt::SHIFT | Qt::Key_F7);
    m_hostRuns->setStatusTip(
        tr("Lists the runs and the deployments that the selected hosts keep, or all of them"));
    m_manual->setObjectName(QStringLiteral("manual"));
    m_manual->setShortcut(Qt::Key_F1);
    connect(m_run, &QAction::triggered, this, &WindowActions::runWanted);
    connect(m_rehearse, &QAction::triggered, this, &WindowActions::rehearsalWanted);
    connect(m_stop, &QAction::triggered, this, &WindowActions::stopWanted);
    connect(m_fit, &QAction::triggered, &design.view(), &TopologyView::zoomToFit);
    connect(m_hostRuns, &QAction::triggered, this, &WindowActions::hostRunsWanted);
    connect(m_problems, &QAction::triggered, &design, &DesignPage::showProblemList);
    connect(&design, &DesignPage::problemListShown, m_problems, &QAction::setChecked);
    connect(m_testHosts, &QAction::triggered, &design, &DesignPage::testHosts);
    design.canvasActions().offerForHosts(*m_testHosts);
    design.canvasActions().offerForHosts(*m_hostRuns);
    tintIcons();
}

void WindowActions::setPage(WindowPage page)
{
    m_fit->setEnabled(page == WindowPage::Design);
    m_testHosts->setEnabled(page == WindowPage::Design);
}

void WindowActions::nameRun(const QString& title)
{
    m_run->setText(tr("&Run “%1”").arg(QString(title).replace(u'&', QStringLiteral("&&"))));
}

void WindowActions::setTraining(Training training)
{
    m_run->setEnabled(training == Training::No);
    m_rehearse->setEnabled(training == Training::No);
    m_stop->setEnabled(training == Training::Yes);
}

void WindowActions::tintIcons()
{
    const ThemeColors& colors = themeColors(QApplication::palette());
    m_undo->setIcon(tintedIcon(QStringLiteral("undo"), colors.text));
    m_redo->setIcon(tintedIcon(QStringLiteral("redo"), colors.text));
    m_fit->setIcon(tintedIcon(QStringLiteral("fit"), colors.text));
}

} // namespace lockstep
