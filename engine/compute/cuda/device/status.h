// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

namespace lockstep::cuda {

/// Throws the EngineError that says what the CUDA runtime reports of `call`, the name of a function
/// ("cudaStreamSynchronize"): what was found, what was expected and how to mend it. An error of a single call
/// is forgotten by the runtime afterwards; one that has lost the device stays, and every later call ends in
/// it.
void check(cudaError_t status, const char* call);

/// Of calls that make memory: a want of it says how much was wanted, and how much the device has.
void checkDeviceAllocation(cudaError_t status, const char* call, std::size_t bytes);
void checkHostAllocation(cudaError_t status, const char* call, std::size_t bytes);

/// Makes the device current on the calling thread. Throws EngineError(DeviceUnavailable): no driver, one that
/// is older than the runtime, no device of that index.
void makeCurrent(int device);

} // namespace lockstep::cuda
