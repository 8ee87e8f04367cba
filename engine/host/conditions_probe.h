// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/host_conditions.h"

#include <cstdint>
#include <string_view>

namespace lockstep {

/// What this host has left for a run now. What cannot be found out stays as HostConditions says.
HostConditions probeConditions();

/// Of a control group, from the texts of its pids.max and pids.current: how many tasks may still begin; -1:
/// any number, or it does not say.
std::int64_t tasksLeftOf(std::string_view most, std::string_view present);

} // namespace lockstep
