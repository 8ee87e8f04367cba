// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/mutex.h"
#include "remote/waiting.h"

#include <functional>
#include <vector>

namespace lockstep {

/// Orders of other threads to the one that owns the queue, in the order in which they were given.
class OrderQueue {
public:
    using Order = std::function<void()>;

    /// Any thread; returns at once.
    void post(Order order) LOCKSTEP_EXCLUDES(m_mutex);
    /// Wakes the owner without an order. Any thread.
    void wake() { m_wake.raise(); }

    /// The owner: carries out what has been given so far.
    void run() LOCKSTEP_EXCLUDES(m_mutex);
    /// The owner waits for this: raised by post() and wake(), cleared by run().
    WakeFlag& flag() { return m_wake; }

private:
    Mutex m_mutex;
    std::vector<Order> m_orders LOCKSTEP_GUARDED_BY(m_mutex);
    WakeFlag m_wake;
};

} // namespace lockstep
