// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/experiment.h"
#include "remote/preflight/host_check.h"
#include "remote/remote_options.h"

#include <cstdio>
#include <map>
#include <set>

namespace lockstep {

/// Tests these hosts of an experiment, and waits until all tests are over. Questions go to the terminal; what
/// came of each host is printed to `stream` when it is known.
std::map<int, HostChecks> testHosts(const Experiment& experiment, const std::set<int>& hosts,
                                    const RemoteOptions& options, std::FILE* stream);

} // namespace lockstep
