// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/process_group.h"
#include "engine/protocol/mutex.h"
#include "engine/train/rank_recorder.h"

#include <chrono>
#include <span>
#include <thread>
#include <vector>

namespace lockstep {

/// What the group's traffic grew by in so many seconds, in as many records as its numbers need: at least one.
/// The lists have one order.
std::vector<LinksMeasured> linkRecords(std::span<const PeerTraffic> before, std::span<const PeerTraffic> now,
                                       double seconds);

/// Records again and again what went over the links of a rank, on a thread of its own: a step that waits for
/// a slow link is when that is asked for. Once more at its end. Without links it does nothing.
class LinkWatch {
public:
    static constexpr std::chrono::milliseconds kInterval{2000};

    /// Borrows both.
    LinkWatch(RankRecorder& recorder, const ProcessGroup& group,
              std::chrono::milliseconds interval = kInterval);
    ~LinkWatch();
    LinkWatch(const LinkWatch&) = delete;
    LinkWatch& operator=(const LinkWatch&) = delete;

private:
    void run();
    /// False: it is to end.
    bool waitForInterval();

    RankRecorder& m_recorder;
    const ProcessGroup& m_group;
    const std::chrono::milliseconds m_interval;
    Mutex m_mutex;
    ConditionVariable m_changed;
    bool m_stopping LOCKSTEP_GUARDED_BY(m_mutex) = false;
    std::vector<PeerTraffic> m_before; ///< at the record before; the thread's once it runs
    std::thread m_thread;              ///< the last member: it uses the others
};

} // namespace lockstep
