// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/experiment.h"

#include <vector>

namespace lockstep {

/// What ranks on this computer would not find: data and weights, each with its key. Paths as forRunning() or
/// withAbsolutePaths() gives them; one that is relative still has no document to start at. Reads the disk.
std::vector<Error> missingFiles(const Experiment& experiment);

} // namespace lockstep
