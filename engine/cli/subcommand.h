// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/exit_code.h"
#include "engine/protocol/sentence.h"

#include <map>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

/// One option of a subcommand: "--name VALUE", "--name=VALUE" or, without a value name, "--name".
struct CommandOption {
    std::string name;      ///< "--run-folder"
    std::string valueName; ///< "DIR"; empty: takes no value
    std::string help;
    bool repeated = false; ///< may be given more than once
};

/// A command line, understood.
class Arguments {
public:
    const std::vector<std::string>& positional() const { return m_positional; }
    bool has(const std::string& option) const { return m_options.contains(option); }
    /// The value of an option, or `absent`.
    std::string value(const std::string& option, const std::string& absent = {}) const;
    /// All values of an option that may be repeated, in order.
    std::vector<std::string> values(const std::string& option) const;

private:
    friend Arguments parseArguments(const struct Subcommand& command, std::span<const std::string> words);
    std::vector<std::string> m_positional;
    std::map<std::string, std::vector<std::string>> m_options;
};

/// One subcommand of lockstep-engine; each lives in its own file and is listed in subcommands.cpp.
struct Subcommand {
    std::string name;                    ///< "inspect"
    std::string summary;                 ///< one line for --help
    std::vector<std::string> positional; ///< names of arguments that must be there: {"CHECKPOINT"}
    std::vector<std::string> optional;   ///< names of further arguments
    std::vector<CommandOption> options;
    ExitCode (*run)(const Arguments& arguments) = nullptr; ///< may throw
};

/// In the order of --help.
const std::vector<Subcommand>& subcommands();

/// Throws EngineError(Usage) naming what is unknown, missing or too much.
Arguments parseArguments(const Subcommand& command, std::span<const std::string> words);

/// Throws EngineError(Usage) with a sentence (LOCKSTEP_TEXT) and what belongs in it.
[[noreturn]] void throwUsage(std::string text, std::vector<Sentence> arguments);

/// The whole text of --help, of the program or of one subcommand.
std::string usageText();
std::string usageText(const Subcommand& command);

/// Everything but main: finds the subcommand and runs it. Throws.
ExitCode runCommandLine(std::span<const std::string> words);

Subcommand trainCommand();
Subcommand inspectCommand();
Subcommand evaluateCommand();
Subcommand exportCommand();
Subcommand describeCommand();
Subcommand dataCommand();
Subcommand previewCommand();
Subcommand attachCommand();
Subcommand superviseCommand();
Subcommand probeCommand();
Subcommand librariesCommand();

} // namespace lockstep
