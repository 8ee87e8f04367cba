// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace lockstep {

/// Shows what this program is, and the versions of its parts, until it is closed.
void showAboutDialog(QWidget& window);

} // namespace lockstep
