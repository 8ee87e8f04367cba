// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/problems/problem.h"
#include "app/window/window_page.h"
#include "engine/protocol/experiment.h"

#include <QStatusBar>

class QLabel;
class QToolButton;

namespace lockstep {

class TopologyView;
class WindowActions;

/// The status bar of the window: problems, what is drawn, and the zoom, beside what is said for a while.
class StatusLine : public QStatusBar {
    Q_OBJECT
public:
    StatusLine(const WindowActions& actions, const TopologyView& canvas, QWidget* parent);

    void setPage(WindowPage page);
    void showCounts(const Experiment& experiment);
    /// Also in the colours of now.
    void showProblems(const Problems& problems);

private:
    QLabel* addLabel();
    void showZoom(qreal zoom);

    QToolButton* m_problems;
    QLabel* m_counts;
    QLabel* m_zoom;
};

} // namespace lockstep
