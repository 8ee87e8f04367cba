// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lockstep {

/// Shows a file or folder, chosen, in the desktop's file manager; where none listens, what it lies in is
/// opened. Returns at once.
void showInFolder(const QString& path);

} // namespace lockstep
