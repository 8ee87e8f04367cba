// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QWidget;

namespace lockstep {

/// What a person cannot read or reach in a window as it stands: texts wider or higher than their widget,
/// heads of columns, widgets that reach out of their parent or over their neighbour. A text that is cut with
/// its whole in the tool tip is all right. A sentence each; empty: nothing.
QStringList cutTexts(const QWidget& root);
/// The same once the window is at rest: layouts have settled, problems are found, plots drawn, which takes
/// five seconds at most.
QStringList cutTextsAtRest(const QWidget& root);

} // namespace lockstep
