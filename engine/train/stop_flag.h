// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/descriptor.h"

#include <atomic>

namespace lockstep {

/// A wish to stop that may be uttered from any thread or signal handler, and never taken back.
class StopFlag {
public:
    /// Throws std::system_error when the system has no descriptor left.
    StopFlag();
    ~StopFlag();
    StopFlag(const StopFlag&) = delete;
    StopFlag& operator=(const StopFlag&) = delete;

    void request() noexcept;
    bool requested() const noexcept { return m_requested.load(std::memory_order_relaxed); }
    /// Becomes readable with the request: for whoever waits in poll(2).
    int descriptor() const noexcept { return m_event.get(); }

private:
    std::atomic<bool> m_requested{false};
    Descriptor m_event;
};

/// From now on SIGTERM and SIGINT request a stop. The flag must outlive the process's use of signals.
void stopOnSignals(StopFlag& flag);

} // namespace lockstep
