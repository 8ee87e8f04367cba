// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/supervisor.h"

#include <memory>
#include <string>
#include <vector>

namespace lockstep {

/// Makes this process fit to own ranks: what it writes and dumps is nobody else's, their orphans come to it,
/// and no signal but SIGKILL ends it. Returns a signalfd for SIGCHLD and for those that ask it to
/// end: SIGTERM, SIGUSR1, SIGUSR2.
Descriptor becomeSupervisor();
/// Takes over the run's folder on this host. Throws EngineError where another supervisor owns it, the attempt
/// is no further one, or there is no room.
std::unique_ptr<Supervisor> makeSupervisor(SubmitRequest request, SupervisorOptions options);

/// The whole life of a supervisor process: reads one Submit frame from standard input (a socket to the attach
/// process that made it), answers there, lets go of it, and supervises until the attempt has ended. What goes
/// wrong before the answer is the answer. Returns once everything is on the disk.
void superviseFromStandardInput(SupervisorOptions options);

/// Starts `selfCommand() supervise` detached from this process: own session, standard output and error on
/// /dev/null. Returns the socket on which it reads a Submit frame and answers. Throws EngineError.
Descriptor spawnSupervisor(const std::vector<std::string>& command);

} // namespace lockstep
