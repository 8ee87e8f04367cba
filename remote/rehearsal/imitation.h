// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/topology.h"
#include "remote/rehearsal/rehearsal_stage.h"

#include <string>
#include <vector>

namespace lockstep {

/// Whether the ranks of a drawing wait in a rehearsal as long as computing takes one alone, because there are
/// more of them than cores. Where links hold nothing back there is nothing to be true to, and they compute.
bool imitatesCompute(const Topology& drawn, StageKind stage, std::size_t cores);

/// The words that start the engine of a host.
std::vector<std::string> engineWords(const std::string& engine, bool imitates);

} // namespace lockstep
