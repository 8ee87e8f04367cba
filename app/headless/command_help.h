// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lockstep {

/// What `--help` prints: of one command by its name, or of all and of the window's options when there is
/// none. (QCommandLineParser's own help knows no commands: it would want the options in front of them.)
QString helpText(const QString& command);

} // namespace lockstep
