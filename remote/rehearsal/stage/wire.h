// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/rehearsal/stage_order.h"

#include <string>

namespace lockstep {

/// Carries frames between two devices of a place, both ways, each so many microseconds after it came:
/// words[0] and words[1], words[2]. By a process of its own, which ends with the world. (The kernel has a
/// discipline for that, netem, which few systems have loaded and not all have at all.) The answer is empty,
/// or says what went wrong.
std::string layWire(const StageOrder& order);

} // namespace lockstep
