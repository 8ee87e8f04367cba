// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/attach_messages.h"
#include "engine/protocol/experiment.h"
#include "remote/host_event.h"

#include <map>
#include <string>
#include <vector>

/// The arithmetic of a launch: who binds where, and the table that everyone gets.
namespace lockstep {

/// Address at which each host (index into Topology::hosts) binds the data ports of its processes. All on
/// this computer, or all on one host: the loopback. Else the first address of the interface that was chosen;
/// what routes to the others (routedAddresses()); the address that SSH came in on, or, for this computer
/// among others, our end of the first SSH connection. In a rehearsal the address of its place. REQUIRES:
/// `welcomes` holds every host that takes part.
Result<std::map<std::size_t, std::string>> bindAddresses(const Topology& topology,
                                                         const std::map<std::size_t, HostWelcome>& welcomes);

/// The request for all hosts, without its host index. Refuses answers that do not hold one endpoint for each
/// rank and server.
Result<StartRequest> startRequest(const std::string& run, const Experiment& experiment,
                                  const std::map<std::size_t, SubmittedReply>& replies);

/// 256 bits from the system's random source, hexadecimal; an error when it fails.
Result<std::string> drawToken();

} // namespace lockstep
