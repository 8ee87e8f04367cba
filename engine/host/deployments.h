// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/home_processes.h"
#include "engine/protocol/host_inventory.h"

#include <string>
#include <vector>

namespace lockstep {

/// Absolute path of a deployment below the home.
std::string deploymentPath(const DeploymentReference& reference);

/// What desktops have put below the home, unweighed, the newest first. Only what is provably theirs: folders
/// of this user under the name of their manifest's SHA-256, and those that never got one.
std::vector<Deployment> keptDeployments(const std::vector<HomeProcess>& processes);

/// Deletes one of these. Throws EngineError when it is none of them, something runs from it, or another
/// machine that shares the home has runs, whose processes cannot be seen from here.
void withdrawDeployment(const DeploymentReference& reference);

} // namespace lockstep
