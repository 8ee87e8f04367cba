// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/window_page.h"

#include <QObject>

class QAction;

namespace lockstep {

class DesignPage;
class ExperimentDocument;

/// The actions that menus, tool bar and status bar share, in the language in which they were made.
class WindowActions : public QObject {
    Q_OBJECT
public:
    WindowActions(ExperimentDocument& document, DesignPage& design, QObject* parent);

    QAction& run() const { return *m_run; }
    QAction& rehearse() const { return *m_rehearse; }
    QAction& stop() const { return *m_stop; }
    QAction& undo() const { return *m_undo; }
    QAction& redo() const { return *m_redo; }
    QAction& fit() const { return *m_fit; }
    QAction& problems() const { return *m_problems; }
    QAction& testHosts() const { return *m_testHosts; }
    QAction& hostRuns() const { return *m_hostRuns; }
    QAction& manual() const { return *m_manual; }

    void setPage(WindowPage page);
    /// Run starts the document of this title, whichever run is shown.
    void nameRun(const QString& title);
    void setTraining(Training training);
    /// In the colours of now.
    void tintIcons();

signals:
    void runWanted();
    void rehearsalWanted();
    void stopWanted();
    /// What the selected hosts keep is wanted, or, where none is selected, what all do.
    void hostRunsWanted();

private:
    QAction* m_run;
    QAction* m_rehearse;
    QAction* m_stop;
    QAction* m_undo;
    QAction* m_redo;
    QAction* m_fit;
    QAction* m_problems;
    QAction* m_testHosts;
    QAction* m_hostRuns;
    QAction* m_manual;
};

} // namespace lockstep
