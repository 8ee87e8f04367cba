// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/result.h"

#include <QString>
#include <QStringList>

namespace lockstep {

enum class Command { Run, List, Attach, Stop, Resume, Check, Plot, Demo, Help, Version };

/// What a person asked for on the command line.
struct CommandLine {
    Command command = Command::Help;
    QString target;         ///< EXPERIMENT or RUN; for Help the command asked about
    QStringList values;     ///< KEY=VALUE, in order
    QString runs;           ///< folder of the runs; empty: the user's
    QString resume;         ///< RUN that `run` goes on from
    QString output;         ///< file for `plot`
    QStringList identities; ///< key files
    QStringList knownHosts;
    bool json = false;
    bool offline = false;
};

/// Whether a first argument names a command (or asks for help or the version).
bool isCommand(const QString& argument);

/// Arguments without the program's name. An error is the person's to mend: ExitCode::Usage.
Result<CommandLine> parseCommandLine(const QStringList& arguments);

/// What `--help` prints: of one command by its name, or of all.
QString helpText(const QString& command);

} // namespace lockstep
