// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMainWindow;

namespace lockstep {

class DesignPage;

/// Where the window stood and how its page was laid out when it was closed last; of the first window a size
/// that fits the screen.
void restoreWindow(QMainWindow& window, DesignPage& design);
/// So that its columns leave room for the canvas. REQUIRES: it is shown.
void keepCanvasWide(const DesignPage& design);
void keepWindow(const QMainWindow& window, const DesignPage& design);

} // namespace lockstep
