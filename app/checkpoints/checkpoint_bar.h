// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/checkpoints/checkpoint_actions.h"
#include "app/checkpoints/checkpoint_queue.h"

#include <QMenu>
#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace lockstep {

/// Below the list: buttons for what is done most, a menu for all, and how far what goes on has come.
class CheckpointBar : public QWidget {
    Q_OBJECT
public:
    /// `actions` outlives it.
    explicit CheckpointBar(CheckpointActions& actions, QWidget* parent = nullptr);

    /// nullptr: nothing goes on.
    void showStep(const CheckpointStep* step);
    void showProgress(qint64 done, qint64 total);
    /// Empty: nothing. `isError`: it went wrong.
    void say(const QString& text, bool isError = false);
    void retranslate();

signals:
    void cancelled();

private:
    void offer(QAction& action);
    QString stepText() const;

    QWidget* m_choices;
    QPushButton* m_more;
    QMenu m_menu;
    QWidget* m_going;
    QLabel* m_what;
    QProgressBar* m_progress;
    QPushButton* m_cancel;
    QLabel* m_notice;
    CheckpointStep m_step; ///< that is shown
};

} // namespace lockstep
