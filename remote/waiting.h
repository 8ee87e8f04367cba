// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/descriptor.h"

#include <atomic>
#include <chrono>
#include <poll.h>
#include <vector>

namespace lockstep {

/// Every wait has a deadline on the monotonic clock.
using Clock = std::chrono::steady_clock;
using Deadline = Clock::time_point;
inline Deadline deadlineIn(std::chrono::milliseconds time)
{
    return Clock::now() + time;
}
/// Milliseconds until then, rounded up; 0 when it has passed. For poll(2).
int millisecondsUntil(Deadline deadline);

/// A flag that one thread raises and another can poll(2) for. All functions may be called from any thread.
class WakeFlag {
public:
    WakeFlag();
    void raise();
    void clear();
    bool raised() const { return m_raised; }
    /// Readable while the flag is raised.
    int descriptor() const { return m_event.get(); }

private:
    Descriptor m_event;
    std::atomic<bool> m_raised = false;
};

enum class Waited { Ready, TimedOut, Interrupted };
/// Waits until one of the descriptors is ready; `revents` are filled in when the answer is Ready.
Waited waitFor(std::vector<pollfd>& descriptors, Deadline deadline, const WakeFlag& interrupt);

} // namespace lockstep
