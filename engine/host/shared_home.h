// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/run_store.h"

namespace lockstep {

/// Every run folder of this user below the home, also those that other machines keep there which share it:
/// their processes cannot be seen from here.
std::vector<HostFolder> openAllHostFolders();

} // namespace lockstep
