// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/hosts/host_link.h"
#include "remote/ssh/ssh_session.h"

namespace lockstep {

/// Compares what the engines of the host and of this computer have of NVIDIA's libraries, and does about it
/// what options.libraries says: `sink` gets HostLacksLibraries, and HostDeploying while they are sent. The
/// thread of the host, which waits for the person too; a refusal is no error. `engine`: the command that asks
/// the engine there. `measured`: bytes a second that the connection was seen to carry; 0: it was not.
Result<void> provideLibraries(SshSession& session, const std::string& engine, const HostLinkOptions& options,
                              double measured, Prompter& prompter,
                              const std::function<void(HostEvent)>& sink);

} // namespace lockstep
