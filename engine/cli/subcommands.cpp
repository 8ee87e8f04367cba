// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/subcommand.h"

namespace lockstep {

const std::vector<Subcommand>& subcommands()
{
    static const std::vector<Subcommand> commands = {
        trainCommand(),     inspectCommand(), evaluateCommand(),  exportCommand(),
        describeCommand(),  dataCommand(),    previewCommand(),   attachCommand(),
        superviseCommand(), probeCommand(),   librariesCommand(),
    };
    return commands;
}

} // namespace lockstep
