// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/checkpoint_contents.h"

#include <string>

namespace lockstep {

/// Whether the values of the first convolution's kernels are wanted.
enum class Filters { Left, Taken };

/// What a checkpoint folder (verified) or a file of weights holds, read tensor by tensor. Throws EngineError.
CheckpointContents inspectContents(const std::string& path, Filters filters);

} // namespace lockstep
