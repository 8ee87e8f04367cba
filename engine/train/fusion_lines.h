// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/fusion_choice.h"

#include <string>
#include <vector>

namespace lockstep {

/// For the log: how many convolutions of each kind the device was found to do faster in one with what follows
/// them, and what that saves. Nothing of kinds that were not compared.
std::vector<std::string> fusionLines(const std::vector<FusionChoice>& choices);

} // namespace lockstep
