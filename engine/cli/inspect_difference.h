// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lockstep {

/// Prints how two checkpoints (whatever readWeightFile reads) differ. Of two checkpoint folders the
/// optimiser's tensors are compared too, as "optimizer: NAME". Throws EngineError.
void inspectDifference(const std::string& first, const std::string& second, bool json);

} // namespace lockstep
