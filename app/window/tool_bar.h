// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/window_page.h"

#include <QToolBar>

class QPushButton;

namespace lockstep {

class PageSwitch;
class WindowActions;

/// The tool bar of the window: its pages, undo and redo, and the run.
class ToolBar : public QToolBar {
    Q_OBJECT
public:
    ToolBar(const WindowActions& actions, QWidget* parent);

    void setPage(WindowPage page);
    void setTraining(Training training);
    /// Run starts the document of this title, whichever run is shown.
    void nameRun(const QString& title);
    /// In the colours of now.
    void tintIcons();

signals:
    void pageChosen(lockstep::WindowPage page);

private:
    void addSpace(int width);
    QPushButton* makeButton(const QString& text, const QString& toolTip, const char* role, QAction& action);

    PageSwitch* m_switch;
    QPushButton* m_stop;
    QPushButton* m_rehearse;
    QPushButton* m_run;
};

} // namespace lockstep
