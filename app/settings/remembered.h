// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QHeaderView;
class QSplitter;
class QWidget;

namespace lockstep {

/// Gives a splitter the sizes that a person left one of this name with, and keeps what he makes of them from
/// now on.
void rememberSizes(QSplitter& splitter, const QString& name);

/// The same for the widths of columns. False when none were kept.
bool rememberColumns(QHeaderView& head, const QString& name);

/// Makes a window no larger than its screen, and puts it there as a whole, with the title above one that is
/// not the main window: its place may have been kept on another.
void fitScreen(QWidget& window);

/// Gives the middle of three columns at least half of the width, from the outer ones; they may have been
/// sized on a larger screen. REQUIRES: the splitter is laid out.
void keepMiddleWide(QSplitter& splitter);

} // namespace lockstep
