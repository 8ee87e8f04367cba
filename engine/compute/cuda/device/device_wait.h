// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/device/device_patience.h"

#include <cuda_runtime_api.h>

#include <chrono>
#include <functional>

/// Waiting for a device, which may hang without an error: a wait that the CUDA runtime offers would never end
/// then.
namespace lockstep::cuda {

/// What a thread of this host waits for.
enum class Awaited { Work, Copy, Batch, Loss, Times, Gradients, Update, Measurement, NewMemory };

/// How long this process has waited. Time in which it did not run (a signal or a debugger had stopped it,
/// and a debugger the device with it) counts as kMostAtOnce.
class WaitedTime {
public:
    using Clock = std::chrono::steady_clock;
    static constexpr DeviceSeconds kMostAtOnce = std::chrono::seconds(1);

    explicit WaitedTime(Clock::time_point start) : m_last(start) {}
    /// To be called at least twice in kMostAtOnce.
    DeviceSeconds at(Clock::time_point now);

private:
    Clock::time_point m_last;
    DeviceSeconds m_sum{0};
};

/// Asks `isDone` until it says so: at first without a pause, as the runtime's own waits do; after a
/// millisecond with pauses, of a small part of what it has taken so far. `meanwhile`, which may be empty, is
/// called with each pause, and may throw to give up.
/// Throws EngineError(DeviceUnavailable) that names the device, what was waited for and for how long, once
/// the patience is over: then, and at once from then on, for nobody waits for a stuck device again. Where the
/// run has ended meanwhile, that is sooner, with what WaitLimit::error() says.
void waitFor(const DevicePatience& patience, Awaited what, const std::function<bool()>& isDone,
             const std::function<void()>& meanwhile = {});

/// Of calls that ask whether work is done: false where it is not yet; throws as check() does.
bool checkDone(cudaError_t status, const char* call);

} // namespace lockstep::cuda
