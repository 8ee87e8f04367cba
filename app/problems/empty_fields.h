// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/experiment.h"

#include <string>
#include <vector>

namespace lockstep {

/// The keys of the fields that hold nothing and must hold something before the experiment can run, in the
/// order in which they are checked.
std::vector<std::string> emptyFields(const Experiment& experiment);

} // namespace lockstep
