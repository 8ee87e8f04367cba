// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/subcommand.h"

#include "engine/core/error.h"

#include <algorithm>
#include <iostream>

namespace lockstep {
namespace {

const CommandOption& findOption(const Subcommand& command, const std::string& name)
{
    const auto option = std::find_if(command.options.begin(), command.options.end(),
                                     [&](const CommandOption& o) { return o.name == name; });
    if (option == command.options.end())
        throwUsage(LOCKSTEP_TEXT("lockstep-engine %1 has no option %2. "
                                 "\"lockstep-engine %1 --help\" lists its options."),
                   {command.name, name});
    return *option;
}

std::string synopsis(const Subcommand& command)
{
    std::string text = command.name;
    for (const auto& name : command.positional)
        text += " " + name;
    for (const auto& name : command.optional)
        text += " [" + name + "]";
    return text;
}

std::string padded(std::string text, std::size_t width)
{
    text.resize(std::max(width, text.size() + 2), ' ');
    return text;
}

} // namespace

void throwUsage(std::string text, std::vector<Sentence> arguments)
{
    throw EngineError(ExitCode::Usage, Error{std::move(text), std::move(arguments), {}});
}

std::string Arguments::value(const std::string& option, const std::string& absent) const
{
    const auto found = m_options.find(option);
    return found == m_options.end() ? absent : found->second.back();
}

std::vector<std::string> Arguments::values(const std::string& option) const
{
    const auto found = m_options.find(option);
    return found == m_options.end() ? std::vector<std::string>() : found->second;
}

Arguments parseArguments(const Subcommand& command, std::span<const std::string> words)
{
    Arguments arguments;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (!word.starts_with("--") || word == "--") {
            arguments.m_positional.push_back(word);
            continue;
        }
        const auto equals = word.find('=');
        const std::string name = word.substr(0, equals);
        const CommandOption& option = findOption(command, name);
        std::string value;
        if (option.valueName.empty() && equals != std::string::npos)
            throwUsage(LOCKSTEP_TEXT("The option %1 takes no value, but was given \"%2\"."),
                       {name, word.substr(equals + 1)});
        if (!option.valueName.empty()) {
            if (equals == std::string::npos && i + 1 == words.size())
                throwUsage(LOCKSTEP_TEXT("The option %1 needs a value: %1 %2."), {name, option.valueName});
            value = equals != std::string::npos ? word.substr(equals + 1) : words[++i];
        }
        auto& values = arguments.m_options[name];
        values.push_back(value);
        if (values.size() > 1 && !option.repeated)
            throwUsage(LOCKSTEP_TEXT("The option %1 was given twice."), {name});
    }
    const std::size_t found = arguments.m_positional.size();
    if (found > command.positional.size() + command.optional.size())
        throwUsage(
            LOCKSTEP_TEXT("lockstep-engine %1 does not take the argument \"%2\". Usage: lockstep-engine %3"),
            {command.name, arguments.m_positional.back(), synopsis(command)});
    if (found < command.positional.size())
        throwUsage(LOCKSTEP_TEXT("lockstep-engine %1 needs %2. Usage: lockstep-engine %3"),
                   {command.name, command.positional[found], synopsis(command)});
    return arguments;
}

std::string usageText(const Subcommand& command)
{
    std::string text =
        "Usage: lockstep-engine " + synopsis(command) + " [options]\n\n" + command.summary + "\n";
    if (!command.options.empty())
        text += "\nOptions:\n";
    for (const auto& option : command.options) {
        const std::string form =
            option.valueName.empty() ? option.name : option.name + " " + option.valueName;
        text += "  " + padded(form, 24) + option.help + "\n";
    }
    return text;
}

std::string usageText()
{
    std::string text = "The training engine of Lockstep; it runs on every host.\n\n"
                       "Usage: lockstep-engine SUBCOMMAND ...\n\nSubcommands:\n";
    for (const auto& command : subcommands())
        text += "  " + padded(command.name, 12) + command.summary + "\n";
    text += "\n\"lockstep-engine SUBCOMMAND --help\" explains one of them; --version prints the version.\n";
    return text;
}

ExitCode runCommandLine(std::span<const std::string> words)
{
    if (words.empty())
        throwUsage(
            LOCKSTEP_TEXT("lockstep-engine needs a subcommand; \"lockstep-engine --help\" lists them."), {});
    if (words[0] == "--help" || words[0] == "-h" || words[0] == "help") {
        std::cout << usageText() << std::flush;
        return ExitCode::Success;
    }
    if (words[0] == "--version") {
        std::cout << "lockstep-engine " LOCKSTEP_VERSION << std::endl;
        return ExitCode::Success;
    }
    const auto& commands = subcommands();
    const auto command = std::find_if(commands.begin(), commands.end(),
                                      [&](const Subcommand& c) { return c.name == words[0]; });
    if (command == commands.end())
        throwUsage(
            LOCKSTEP_TEXT("lockstep-engine has no subcommand \"%1\"; \"lockstep-engine --help\" lists them."),
            {words[0]});
    const auto rest = words.subspan(1);
    if (std::find(rest.begin(), rest.end(), "--help") != rest.end()) {
        std::cout << usageText(*command) << std::flush;
        return ExitCode::Success;
    }
    return command->run(parseArguments(*command, rest));
}

} // namespace lockstep
