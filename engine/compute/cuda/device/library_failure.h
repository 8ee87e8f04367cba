// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Failures that a library above the CUDA runtime reports: what it says of them is seldom the reason.
namespace lockstep::cuda {

/// Throws what the device itself has met, if anything: work that was given before `call` may have lost it.
void throwDevicesOwnFailure(const char* call);

/// Throws EngineError(OutOfMemory) that says how much memory is free on the device, and on `call`'s part that
/// it wanted some.
[[noreturn]] void throwUsedUpMemory(const char* call);

} // namespace lockstep::cuda
