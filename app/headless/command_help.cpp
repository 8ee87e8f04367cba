// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/command_help.h"

#include "app/headless/commands.h"

#include <QCoreApplication>

namespace lockstep {

namespace {

QString translated(const char* text)
{
    return QCoreApplication::translate("Headless", text);
}

QString row(const QString& left, int width, const char* right)
{
    return QStringLiteral("  %1 %2\n").arg(left, -width).arg(translated(right));
}

QString usageOf(const CommandSpec& command)
{
    return QStringLiteral("lockstep ") + QLatin1String(command.usage);
}

QString optionsOf(const CommandSpec& command)
{
    QString text;
    for (const OptionSpec* option : command.options) {
        const QString value = option->value ? u' ' + QLatin1String(option->value) : QString();
        text += row(option->withDashes() + value, 24, option->summary);
    }
    return text;
}

QString helpOnAll()
{
    QString text = translated(QT_TRANSLATE_NOOP(
        "Headless", "Lockstep trains neural networks on several devices and lets you watch every rank."));
    text += QStringLiteral("\n\n");
    for (const CommandSpec& command : commandSpecs())
        text += row(usageOf(command), 44, command.summary);
    text += u'\n' + translated(QT_TRANSLATE_NOOP("Headless", "Options of the window:")) + u'\n';
    text += optionsOf(*findCommand({}));
    text += u'\n' + translated(QT_TRANSLATE_NOOP("Headless",
                                                 "lockstep COMMAND --help lists the options of a command."));
    text += u'\n' + translated(QT_TRANSLATE_NOOP(
                        "Headless", "The exit code is that of the run: 0 when it trained to its end."));
    return text + u'\n';
}

} // namespace

QString helpText(const QString& name)
{
    const CommandSpec* command = findCommand(name);
    if (!command || command->command == Command::Window)
        return helpOnAll();
    QString text = usageOf(*command) + u'\n' + translated(command->summary) + QStringLiteral("\n\n");
    text += optionsOf(*command);
    if (command->target == Target::Run)
        text += u'\n' +
                translated(QT_TRANSLATE_NOOP("Headless",
                                             "RUN is an id, the beginning of one, a folder, or \"last\".")) +
                u'\n';
    if (command->target == Target::Hosts)
        text += u'\n' +
                translated(QT_TRANSLATE_NOOP(
                    "Headless", "HOST is user@host:port or a name of ~/.ssh/config; with neither it nor an "
                                "EXPERIMENT, this computer is asked. RUN and WHAT are the beginning of an id "
                                "or of a hash.")) +
                u'\n';
    return text;
}

} // namespace lockstep
