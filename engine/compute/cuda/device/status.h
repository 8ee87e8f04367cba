// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

namespace lockstep::cuda {

/// Throws the EngineError that says what the CUDA runtime reports, while doing what: what was found, what was
/// expected and how to mend it for the errors that have a remedy.
void check(cudaError_t status, const char* what);

} // namespace lockstep::cuda
