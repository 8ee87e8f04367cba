// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/attach_messages.h"
#include "engine/protocol/experiment.h"

#include <vector>

namespace lockstep {

/// Whether Start fits the attempt that was submitted: its run, the number of ranks and hosts, the addresses
/// that this host has bound, the form of the token. Throws EngineError with what does not.
void checkStart(const StartRequest& start, const SubmitRequest& submitted, const SubmittedReply& bound,
                const Experiment& experiment, const std::vector<Placement>& placements);

} // namespace lockstep
