// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/process_group.h"
#include "engine/train/stop_flag.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace lockstep {

/// A step that ends by itself within this time after a stop was asked for is not broken off.
inline constexpr std::chrono::milliseconds kStopGrace{4000};

/// Once a stop is asked for, gives what is under way a grace to end by itself; then breaks off the group's
/// collectives, on every rank. passed() may be asked from any thread.
class StopDeadline {
public:
    /// Borrows both. Throws std::system_error when the system has no descriptor left.
    StopDeadline(const StopFlag& stop, ProcessGroup& group, std::chrono::milliseconds grace = kStopGrace);
    /// From now on nothing is broken off any more.
    ~StopDeadline();
    StopDeadline(const StopDeadline&) = delete;
    StopDeadline& operator=(const StopDeadline&) = delete;

    bool passed() const { return m_passed; }
    /// For long work outside collectives: throws EngineError(Stopped).
    void throwIfPassed() const;

private:
    void watch(const StopFlag& stop, ProcessGroup& group, std::chrono::milliseconds grace);

    StopFlag m_dismissed;
    std::atomic<bool> m_passed{false};
    std::thread m_thread; ///< the last member: it uses the others
};

} // namespace lockstep
