// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

class QTabWidget;
class QWidget;

namespace lockstep {

/// Lets Tab lead from one of these to the next, as people read them, through all that is inside of each; a
/// part may lie inside of another, which then comes without it. To be called again when one of them gained a
/// widget, which Qt puts behind all others of the window. REQUIRES: all of one window.
void setReadingOrder(const QList<QWidget*>& parts);
/// The same for all of a window or page, as its layouts, splitters and tabs hold it; the bars of tabs become
/// apart, see below.
void setReadingOrder(QWidget& laidOut);
/// Lets the bar of these tabs be a part of its own, which alone has the focus; otherwise Tab comes to it
/// where their widget was made.
void makeTabBarApart(QTabWidget& tabs);

} // namespace lockstep
