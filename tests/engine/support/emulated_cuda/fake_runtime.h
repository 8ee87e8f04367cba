// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <functional>

/// The CUDA runtime of a device that is not there: fake_runtime.cpp defines the functions of the runtime that
/// the project calls, on this host. Device memory can be touched by the work of streams alone, which is done
/// when somebody waits for it and no sooner; work that is captured is done when its graph is launched. What
/// a real runtime would refuse (a wait during a capture, memory freed under work) ends in its error code.
namespace lockstep::testing {

/// Gives work to a stream, as a kernel launch does.
void giveToFakeStream(cudaStream_t stream, std::function<void()> work);

/// What was called since the start of the program.
struct FakeRuntimeCalls {
    std::int64_t launches = 0;
    std::int64_t allocations = 0;
    std::int64_t waits = 0;            ///< synchronous calls of any kind
    std::int64_t refusedInCapture = 0; ///< calls that are not legal while a stream captures
    std::int64_t graphLaunches = 0;
};
FakeRuntimeCalls fakeRuntimeCalls();

} // namespace lockstep::testing
