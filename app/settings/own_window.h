// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QSize;
class QWidget;

namespace lockstep {

/// Makes a widget that is a window (Qt::Window) behave as one beside the main window: of this size where the
/// screen has room for it, closed by the platform's keys for closing, and deleted once it is closed.
void standAlone(QWidget& window, const QSize& size);

} // namespace lockstep
