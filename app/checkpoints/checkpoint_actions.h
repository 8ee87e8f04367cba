// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/checkpoints/checkpoint_list.h"

#include <QAction>
#include <QObject>
#include <QVector>

namespace lockstep {

/// What can be done with the checkpoints that are chosen, as actions for buttons, a menu and keys. Those that
/// cannot be are disabled and say why in their tool tip.
class CheckpointActions : public QObject {
    Q_OBJECT
public:
    explicit CheckpointActions(QWidget* parent);

    /// What decides what can be done.
    struct Situation {
        QVector<CheckpointEntry> chosen;
        bool isBusy = false;    ///< something goes on
        bool isLive = false;    ///< the run has not ended
        bool keepsHere = false; ///< the run's host is this computer
    };
    void update(const Situation& situation);
    void retranslate();
    /// In the order of a menu.
    QList<QAction*> all();

    QAction inside, compare, evaluate, fetch, check, exportWeights, resume, fineTune, openFolder, discard;

private:
    void allow(QAction& action, bool isPossible, const QString& purpose, const QString& hindrance);

    Situation m_situation;
};

} // namespace lockstep
