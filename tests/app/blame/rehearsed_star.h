// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/experiment.h"

namespace lockstep {

/// Three hosts with a rank each at a switch, whose steps are mostly waiting for the network. To be rehearsed.
Experiment sendingStar();
/// Two of them, whose steps are mostly computing.
Experiment computingStar();

} // namespace lockstep
