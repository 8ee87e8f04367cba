// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QWidget;

namespace lockstep {

/// What a person without a mouse misses in a window as it stands, found by pressing Tab until it leads back
/// to where it began: controls that it does not reach, that keep it, that it reaches against the order in
/// which people read, or that do not look another when they have the keyboard; buttons that only a mouse
/// presses. A sentence each; empty: nothing. REQUIRES: the window is shown and active.
QStringList keyWalkFaults(QWidget& window);

/// What Tab leads to and a screen reader has no name for. (Of tabs it reads the one that is current.)
QStringList namelessControls(const QWidget& root);

} // namespace lockstep
