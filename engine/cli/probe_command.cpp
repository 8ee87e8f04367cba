// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/subcommand.h"
#include "engine/host/host_probe.h"

#include <iostream>

namespace lockstep {
namespace {

ExitCode probe(const Arguments&)
{
    std::cout << toJson(probeHost()) << std::endl;
    return ExitCode::Success;
}

} // namespace

Subcommand probeCommand()
{
    Subcommand command;
    command.name = "probe";
    command.summary = "Prints what this host is (processor, memory, networks, GPUs) as one JSON object.";
    command.run = probe;
    return command;
}

} // namespace lockstep
