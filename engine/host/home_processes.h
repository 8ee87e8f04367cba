// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/process_identity.h"

#include <string>
#include <vector>

namespace lockstep {

/// A process of this user that has to do with the house's home folder on this machine.
struct HomeProcess {
    ProcessIdentity identity;
    std::string runFolder;          ///< that it bears the mark of; empty: none below the home
    std::vector<std::string> files; ///< below the home that it has mapped, its program among them
};

/// Those that bear the mark of a run below `home`, as HostFolder::mark() writes it, or run from files there;
/// this process included. `home`: absolute.
std::vector<HomeProcess> homeProcesses(const std::string& home);

} // namespace lockstep
