// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/program.h"

#include <vector>

namespace lockstep {

/// What a checkpoint holds of a model: its parameters, then its buffers. Valid as long as the program.
std::vector<NamedTensor> modelTensors(const Program& program);

} // namespace lockstep
