// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/status_line.h"

#include "app/theme/icons.h"
#include "app/theme/theme.h"
#include "app/topology/topology_view.h"
#include "app/window/problem_panel.h"
#include "app/window/window_actions.h"
#include "engine/protocol/process_placement.h"

#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QToolButton>

namespace lockstep {

StatusLine::StatusLine(const WindowActions& actions, const TopologyView& canvas, QWidget* parent)
    : QStatusBar(parent), m_problems(new QToolButton(this))
{
    m_problems->setObjectName(QStringLiteral("problemButton"));
    m_problems->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_problems->setIconSize({14, 14});
    m_problems->setAutoRaise(true);
    m_problems->setFocusPolicy(Qt::TabFocus);
    m_problems->setToolTip(tr("Shows or hides the list of problems (F8)"));
    connect(m_problems, &QToolButton::clicked, &actions.problems(), &QAction::trigger);
    addPermanentWidget(m_problems);
    m_counts = addLabel();
    m_zoom = addLabel();
    setSizeGripEnabled(false);
    connect(&canvas, &TopologyView::zoomChanged, this, &StatusLine::showZoom);
    showZoom(canvas.zoom());
}

QLabel* StatusLine::addLabel()
{
    auto* label = new QLabel(this);
    label->setProperty("muted", true);
    label->setContentsMargins(8, 2, 8, 2);
    addPermanentWidget(label);
    return label;
}

void StatusLine::setPage(WindowPage page)
{
    m_zoom->setVisible(page == WindowPage::Design);
    m_problems->setVisible(page == WindowPage::Design);
}

void StatusLine::showZoom(qreal zoom)
{
    m_zoom->setText(tr("%1 %").arg(qRound(zoom * 100)));
}

void StatusLine::showCounts(const Experiment& experiment)
{
    const auto hosts = static_cast<int>(experiment.topology.hosts.size());
    const auto ranks = static_cast<int>(placeRanks(experiment).size());
    m_counts->setText(tr("%Ln host(s)", nullptr, hosts) + QStringLiteral(" · ") +
                      tr("%Ln rank(s)", nullptr, ranks));
}

void StatusLine::showProblems(const Problems& problems)
{
    const ThemeColors& colors = themeColors(QApplication::palette());
    const bool hasErrors = errorCount(problems) > 0;
    m_problems->setText(problemCountText(problems));
    m_problems->setIcon(problems.empty() ? QIcon()
                        : hasErrors      ? tintedIcon(QStringLiteral("error"), colors.bad)
                                         : tintedIcon(QStringLiteral("warning"), colors.warning));
}

} // namespace lockstep
