// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/host_tiers.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lockstep {

/// What all ranks have, in their order, as ProcessGroup::allGather() has it: the ranks of a host hand theirs
/// to its leader through their memory, and leaders pass on what their hosts have, so that each rank's crosses
/// to each other host once. Within a collective that has begun; `tag` is its number. Throws as Messenger
/// does, and Gloo's own exceptions.
std::vector<std::byte> gatherHostwise(HostTiers& tiers, std::span<const std::byte> mine, std::uint32_t tag);

} // namespace lockstep
