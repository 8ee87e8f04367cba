// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/headless/command_line.h"

#include <QString>
#include <QStringList>
#include <vector>

namespace lockstep {

/// An option that commands may take: a row of the table in commands.cpp.
struct OptionSpec {
    const char* nameList; ///< without dashes, with commas between them; the first is the one to show
    const char* value;    ///< what its value looks like; null: a flag
    const char* summary;  ///< translated in the context "Headless"
    void (*store)(CommandLine& line, const QString& value); ///< null: --help, beside which nothing counts
    bool (*accepts)(const QString& value) = nullptr;        ///< null: whatever there is

    QStringList names() const;
    QString withDashes() const { return QStringLiteral("--") + names().first(); }
};

/// What stands behind the command and its options.
enum class Target { None, File, Experiment, Run, Hosts };

/// A command, or the window, which has no name and opens where there is no command.
struct CommandSpec {
    Command command;
    const char* name;
    Target target;
    const char* usage;   ///< what is written after "lockstep"
    const char* summary; ///< translated in the context "Headless"
    std::vector<const OptionSpec*> options;
};

/// The window first, then the commands in the order of the help.
const std::vector<CommandSpec>& commandSpecs();

/// The command of that name, or null; "" is the window.
const CommandSpec* findCommand(const QString& name);

/// The option of that name, long or short and without dashes, among those of a command, or null.
const OptionSpec* findOption(const CommandSpec& command, const QString& name);

} // namespace lockstep
