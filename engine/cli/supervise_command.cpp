// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/subcommand.h"
#include "engine/host/self_command.h"
#include "engine/host/supervisor_process.h"

namespace lockstep {
namespace {

ExitCode supervise(const Arguments&)
{
    SupervisorOptions options;
    options.rankCommand = selfCommand();
    options.rankCommand.insert(options.rankCommand.end(), {"train", "--launch-stdin"});
    superviseFromStandardInput(std::move(options));
    return ExitCode::Success;
}

} // namespace

Subcommand superviseCommand()
{
    Subcommand command;
    command.name = "supervise";
    command.summary = "Owns the ranks of one run on this host; started by attach, never by hand.";
    command.run = supervise;
    return command;
}

} // namespace lockstep
