// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/device/device_patience.h"

namespace lockstep::cuda {

struct ThreadCalls;

/// While it lives, its thread is inside a call of the runtime, or of a library above it, and is watched: of a
/// GPU that hangs such a call may never come back, and a thread that is in it can be told nothing. So a
/// thread of this process's own looks at all of them, four times a second. Once the patience with one is
/// over, the owner's last words are said, standard error has the sentence, and the process ends with its exit
/// code (DeviceUnavailable, or Stopped where a stop was asked for), whatever its other threads do.
///
/// A call costs a few stores, and no look at a clock. One within another counts as that.
class DriverCall {
public:
    /// How long a call may take that comes back in the end.
    enum class Kind {
        /// What is given to a device, taken from it or asked of it: the patience with the device's work, for
        /// a call waits for that at the most (where no more may be given, where memory is freed).
        Work,
        /// Contexts, libraries and plans, and kernels when they are first started: code is read from a disk
        /// that may be cold and remote (a gigabyte and a half of libraries), plans are compiled (3 s each),
        /// the driver translates code that is not the device's own (a minute, if it is all of it). Three
        /// times the patience.
        Setup
    };

    /// `name`: of the call, for people; lives on.
    explicit DriverCall(const char* name, Kind kind = Kind::Work) noexcept;
    ~DriverCall();
    DriverCall(const DriverCall&) = delete;
    DriverCall& operator=(const DriverCall&) = delete;

    const char* name() const { return m_name; }

private:
    const char* m_name;
    ThreadCalls* m_calls; ///< null: within another one
};

/// From now on this thread uses the device.
void watchThread(int device);
/// And its calls are that owner's, as long as the patience is there, and no other is said.
void watchThread(const SharedPatience& patience);
/// Whose work this thread waits for.
SharedPatience patienceOfThread();

} // namespace lockstep::cuda
