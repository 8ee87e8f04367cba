// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/mirrors/run_folder.h"
#include "remote/run/run_host.h"

#include <vector>

namespace lockstep {

/// How the run ended, from what its hosts said: the phase, the exit code, and the one cause. A host that lost
/// a peer saw the consequence; one with another reason knows the cause; one that said nothing is at fault
/// only when nobody else is. `before` is what was known of the run until now.
RunInfo verdictOf(const RunInfo& before, const std::vector<RunHost>& hosts);

} // namespace lockstep
