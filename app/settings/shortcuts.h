// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QKeySequence>
#include <QList>

class QMenuBar;

namespace lockstep {

/// The actions in the menus whose keys a person may choose: those with a name (objectName) or keys of their
/// own. The keys that they have at the first call are their usual ones.
QList<QAction*> shortcutActions(const QMenuBar& menus);

QList<QKeySequence> usualShortcuts(const QAction& action);
/// Gives the actions the keys that the user's settings say, and their usual ones otherwise.
void loadShortcuts(const QList<QAction*>& actions);
/// Keeps in the user's settings what differs from the usual keys.
void saveShortcuts(const QList<QAction*>& actions);
/// The action of these that answers to the keys, but for one; null: none.
QAction* actionWithKeys(const QList<QAction*>& actions, const QKeySequence& keys, const QAction* except);
/// "Zoom in" for "Zoom &in…".
QString plainActionText(const QAction& action);

} // namespace lockstep
