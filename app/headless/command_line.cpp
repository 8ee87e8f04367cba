// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/command_line.h"

#include "app/headless/commands.h"

#include <QCommandLineParser>
#include <QHash>
#include <algorithm>
#include <array>

namespace lockstep {

namespace {

Error usageError(const char* text, std::vector<Sentence> arguments)
{
    return {text, std::move(arguments), {}};
}

/// NAME of `--NAME`, `-NAME` and `--NAME=value`; nothing of what is no option.
QString optionNameIn(const QString& argument)
{
    const qsizetype dashes = argument.startsWith(QLatin1String("--")) ? 2 : argument.startsWith(u'-') ? 1 : 0;
    return dashes == 0 ? QString() : argument.mid(dashes).section(u'=', 0, 0);
}

/// Why QCommandLineParser refused, which it says in words of its own and in Qt's languages only.
Error refusal(const QCommandLineParser& parser, const CommandSpec& command, const QStringList& arguments)
{
    if (const QStringList unknown = parser.unknownOptionNames(); !unknown.isEmpty()) {
        const auto typed = std::find_if(arguments.begin(), arguments.end(), [&](const QString& argument) {
            return optionNameIn(argument) == unknown.first();
        });
        const QString found = typed == arguments.end() ? unknown.first() : *typed;
        if (command.command == Command::Window)
            return usageError(LOCKSTEP_TEXT("Unknown option %1. lockstep --help lists the options."),
                              {found.toStdString()});
        return usageError(LOCKSTEP_TEXT("Unknown option %1. lockstep %2 --help lists those of this command."),
                          {found.toStdString(), command.name});
    }
    // An option takes whatever comes next for its value, so only the last argument can lack one.
    if (const OptionSpec* last = findOption(command, optionNameIn(arguments.last())); last && last->value)
        return usageError(LOCKSTEP_TEXT("%1 needs a value: %2."),
                          {arguments.last().toStdString(), last->value});
    for (const QString& argument : arguments) {
        const OptionSpec* flag = findOption(command, optionNameIn(argument));
        if (flag && !flag->value && argument.contains(u'='))
            return usageError(LOCKSTEP_TEXT("%1 takes no value."), {flag->withDashes().toStdString()});
    }
    return {parser.errorText().toStdString(), {}, {}};
}

/// Takes over what the parser read, in the order in which it was written.
Result<void> takeOptions(CommandLine& line, const QCommandLineParser& parser, const CommandSpec& command)
{
    QHash<const OptionSpec*, qsizetype> taken;
    for (const QString& name : parser.optionNames()) {
        const OptionSpec* option = findOption(command, name);
        const QString value = option->value ? parser.values(name).value(taken[option]++) : QString();
        if (option->accepts && !option->accepts(value))
            return usageError(LOCKSTEP_TEXT("%1 takes %2, but found %3."),
                              {option->withDashes().toStdString(), option->value, value.toStdString()});
        option->store(line, value);
    }
    return {};
}

/// What is missing or too much once all is read.
Result<void> checkTarget(const CommandLine& line, const CommandSpec& command, const QStringList& targets)
{
    const bool resumes = !line.resume.isEmpty();
    if (resumes && !targets.isEmpty())
        return usageError(LOCKSTEP_TEXT("A resumed run keeps its experiment. Leave EXPERIMENT out."), {});
    if (resumes && !line.values.isEmpty())
        return usageError(LOCKSTEP_TEXT("A resumed run keeps its experiment. Leave --set out."), {});
    const qsizetype most = command.target == Target::None ? 0 : 1;
    if (targets.size() > most)
        return usageError(LOCKSTEP_TEXT("%1 is one argument too many. Write lockstep %2."),
                          {targets[most].toStdString(), command.usage});
    if (targets.isEmpty() && command.target == Target::Run)
        return usageError(LOCKSTEP_TEXT("Which run? Write lockstep %1; lockstep list shows the runs."),
                          {command.usage});
    if (targets.isEmpty() && command.target == Target::Experiment && !resumes)
        return usageError(LOCKSTEP_TEXT("Which experiment? Write lockstep %1."), {command.usage});
    if (targets.isEmpty() && command.command == Command::Import)
        return usageError(LOCKSTEP_TEXT("Which file? Write lockstep %1."), {command.usage});
    if (command.command == Command::Export && line.output.isEmpty())
        return usageError(LOCKSTEP_TEXT("Where should the run go? Write lockstep %1."), {command.usage});
    if (command.command == Command::Plot && line.output.isEmpty())
        return usageError(LOCKSTEP_TEXT("Where should the picture go? Write lockstep %1."), {command.usage});
    if (command.command == Command::Trace && line.output.isEmpty())
        return usageError(LOCKSTEP_TEXT("Where should the trace go? Write lockstep %1."), {command.usage});
    if (command.command == Command::Sweep && !resumes && line.values.isEmpty())
        return usageError(LOCKSTEP_TEXT("Which values? Write lockstep %1."), {command.usage});
    return {};
}

CommandLine helpOn(const QString& command)
{
    CommandLine line;
    line.command = Command::Help;
    line.target = command;
    return line;
}

Result<CommandLine> parse(const CommandSpec& command, const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setSingleDashWordOptionMode(QCommandLineParser::ParseAsLongOptions);
    for (const OptionSpec* option : command.options)
        parser.addOption({option->names(), {}, QLatin1String(option->value)});
    // It takes the first argument for the program's name.
    const bool understood = parser.parse(QStringList{QStringLiteral("lockstep")} + arguments);
    if (parser.isSet(QStringLiteral("help")))
        return helpOn(QLatin1String(command.name));
    if (!understood)
        return refusal(parser, command, arguments);
    CommandLine line;
    line.command = command.command;
    if (const Result<void> taken = takeOptions(line, parser, command); !taken)
        return taken.error();
    const QStringList targets = parser.positionalArguments();
    line.target = targets.value(0);
    if (const Result<void> checked = checkTarget(line, command, targets); !checked)
        return checked.error();
    return line;
}

} // namespace

bool isCommand(const QString& argument)
{
    constexpr std::array<const char*, 5> kAsks = {"help", "--help", "-h", "--version", "-v"};
    return (!argument.isEmpty() && findCommand(argument)) ||
           std::any_of(kAsks.begin(), kAsks.end(),
                       [&](const char* ask) { return argument == QLatin1String(ask); });
}

Result<CommandLine> parseCommandLine(const QStringList& arguments)
{
    const QString first = arguments.value(0);
    if (first == QLatin1String("help")) {
        const QString about = arguments.value(1);
        if (!findCommand(about))
            return usageError(LOCKSTEP_TEXT("%1 is no command. lockstep --help lists the commands."),
                              {about.toStdString()});
        return helpOn(about);
    }
    const CommandSpec* command = first.isEmpty() ? nullptr : findCommand(first);
    return command ? parse(*command, arguments.mid(1)) : parse(*findCommand({}), arguments);
}

} // namespace lockstep
