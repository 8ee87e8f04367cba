// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/attach_messages.h"
#include "engine/protocol/experiment.h"

#include <map>
#include <string>

namespace lockstep {

/// Who is where, from what every host that takes part has answered to Submit (by index into Topology::hosts):
/// the request for all of them, still without its token and its host. Refuses answers that do not hold one
/// endpoint for each rank and server of the host.
Result<StartRequest> startTable(const std::string& run, const Experiment& experiment,
                                const std::map<std::size_t, SubmittedReply>& replies);

} // namespace lockstep
