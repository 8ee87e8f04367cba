// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/experiment.h"
#include "engine/protocol/host_needs.h"
#include "remote/preflight/host_check.h"
#include "remote/preflight/pairs/pair_check.h"
#include "remote/remote_options.h"

#include <cstdio>
#include <map>
#include <set>

namespace lockstep {

struct TestedHosts {
    std::map<int, HostChecks> hosts; ///< by index
    PairChecks pairs;                ///< of those with ranks that passed, the network between them
};

/// Tests these hosts of an experiment and the network between them, and waits until all tests are over.
/// What a host has is held against `needs`. Questions go to the terminal; what came of each host is printed
/// to `stream` when it is known.
TestedHosts testHosts(const Experiment& experiment, const std::set<int>& hosts, const NeedsOfHosts& needs,
                      const RemoteOptions& options, std::FILE* stream);

} // namespace lockstep
