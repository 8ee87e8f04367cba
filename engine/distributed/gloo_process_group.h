// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/messenger.h"
#include "engine/distributed/process_group.h"

#include <memory>
#include <vector>

namespace lockstep {

/// A group over links that are connected and proven already, one per rank (our own place is empty).
/// `address`: ProcessGroup::address().
std::unique_ptr<ProcessGroup> makeGlooProcessGroup(int rank, std::vector<MeshLink> links,
                                                   const MessengerOptions& options, std::string address = {});

} // namespace lockstep
