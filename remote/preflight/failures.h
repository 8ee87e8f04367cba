// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/result.h"
#include "engine/protocol/topology.h"
#include "remote/preflight/host_check.h"

#include <map>
#include <vector>

namespace lockstep {

/// One error for each cause, with the hosts that have it, in their order: hosts that lack the same file are
/// one error. Its key leads to the field of the first of them.
std::vector<Error> failuresOf(const Topology& topology, const std::map<int, HostChecks>& tests);

/// What was found and what to do about it, as one sentence.
Sentence causeOf(const HostCheck& failed);

} // namespace lockstep
