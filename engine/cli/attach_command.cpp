// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/subcommand.h"
#include "engine/host/attach_session.h"
#include "engine/host/self_command.h"

#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace lockstep {
namespace {

ExitCode attach(const Arguments&)
{
    forbidCoreDumps(); // tokens pass through
    std::signal(SIGPIPE, SIG_IGN);
    AttachOptions options;
    options.superviseCommand = selfCommand();
    options.superviseCommand.push_back("supervise");
    options.previewCommand = selfCommand();
    options.previewCommand.push_back("preview");
    options.evaluateCommand = selfCommand();
    options.evaluateCommand.push_back("evaluate");
    // Copies that no child inherits: a supervisor must not hold the pipes of the connection it was made
    // through.
    AttachSession session(Descriptor(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)),
                          Descriptor(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)), std::move(options));
    session.run();
    return ExitCode::Success;
}

} // namespace

Subcommand attachCommand()
{
    Subcommand command;
    command.name = "attach";
    command.summary =
        "Talks in frames with the desktop on standard input and output: submit, start, stop, follow.";
    command.run = attach;
    return command;
}

} // namespace lockstep
