// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/experiment.h"
#include "engine/protocol/result.h"

#include <optional>
#include <vector>

/// The hosts that an attempt of an elastic run (RestartSpec::elastic) is made with.
namespace lockstep {

/// Indices into Topology::hosts, rising.
using Roster = std::vector<int>;

/// All hosts that take part in the drawing.
Roster wholeRoster(const Experiment& drawn);

/// What the hosts of the roster train without the others: these have no devices, ranks are counted anew, and
/// the parts of shares that are stated by rank are those of the ranks that are left. Each rank computes its
/// larger share in more pieces, so that it needs no more memory than before. The samples of a global batch
/// are those of all ranks of `drawn`; how many ranks these are is not part of the answer.
Experiment withRoster(Experiment drawn, const Roster& roster);

/// Whether these hosts may go on without the others of `whole`: they are more than half of them, or half of
/// them with the lowest. Of two halves of a network that was cut never both may, and any two rosters that may
/// have a host in common, which is only ever in one attempt. REQUIRES: `roster` is part of `whole`.
bool mayGoOn(const Roster& roster, const Roster& whole);

/// Why a run of this experiment cannot be elastic, where it is to be.
std::optional<Error> checkElastic(const Experiment& experiment);

} // namespace lockstep
