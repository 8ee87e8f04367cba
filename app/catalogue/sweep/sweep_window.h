// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/catalogue/sweep/sweep_model.h"
#include "app/catalogue/sweep/sweep_runner.h"

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;
class QTableView;

namespace lockstep {

/// A sweep on its way: its runs with their states, and a way to end it. Closing the window begins no more
/// runs; those that train go on, and what is left can be run at another time.
class SweepWindow : public QWidget {
    Q_OBJECT
public:
    SweepWindow(RemoteOptions options, Sweep sweep, QWidget* parent = nullptr);

    /// An error: nothing has begun.
    Result<void> start();

signals:
    /// A run has begun or ended.
    void runsChanged();
    /// A run is about to begin, or to be watched. The controller is gone soon after its end.
    void runFollowed(lockstep::RunController& controller);
    /// Nothing of it goes on.
    void sweepEnded(const lockstep::SweepOutcome& outcome);

protected:
    void changeEvent(QEvent* event) override;

private:
    void connectRunner();
    void stop();
    void showProgress();
    void retranslate();

    SweepRunner m_runner;
    SweepModel m_model;
    QTableView* m_table;
    QProgressBar* m_progress;
    QLabel* m_hint;
    QPushButton* m_stop;
    bool m_hasEnded = false;
};

} // namespace lockstep
