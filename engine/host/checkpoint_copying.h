// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/copy_outbox.h"
#include "engine/host/frame_channel.h"
#include "engine/host/run_store.h"
#include "engine/protocol/mutex.h"

#include <atomic>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace lockstep {

class CopyParty;

/// The copies of a run's checkpoints on other hosts: brings one back before an attempt goes on from it, and
/// makes them while it trains. A busy disk may take many seconds, which a supervisor with leases to keep does
/// not have, so the work is done on a thread of its own; what hosts say to each other travels in the
/// supervisor's parcels. A failure costs copies, never the attempt.
class CheckpointCopying {
public:
    /// Begins at once. `folder` outlives it.
    CheckpointCopying(const HostFolder& folder, CopyPlan plan);
    /// Gives up what is under way.
    ~CheckpointCopying();
    CheckpointCopying(const CheckpointCopying&) = delete;
    CheckpointCopying& operator=(const CheckpointCopying&) = delete;

    /// Wakes the loop when there is something to take.
    void addTo(PollTurn& turn);
    void receive(int host, std::string parcel);
    struct Parcel {
        int host = 0; ///< that it goes to
        std::string content;
    };
    std::vector<Parcel> takeParcels();
    std::vector<Sentence> takeWarnings();
    std::vector<std::string> takeNotes();

    // As CopyParty's.
    bool mayBegin() const;
    void hurry();
    bool isSettled() const;

private:
    void run();
    void work(CopyParty& party);
    void deliver(CopyParty& party);
    void wake();

    const HostFolder& m_folder;
    const CopyPlan m_plan;
    Descriptor m_woken, m_waking; ///< a pipe
    std::atomic<bool> m_cancelled{false};
    mutable Mutex m_mutex;
    ConditionVariable m_changed;
    std::vector<std::pair<int, std::string>> m_received LOCKSTEP_GUARDED_BY(m_mutex);
    std::vector<Parcel> m_parcels LOCKSTEP_GUARDED_BY(m_mutex);
    std::vector<Sentence> m_warnings LOCKSTEP_GUARDED_BY(m_mutex);
    std::vector<std::string> m_notes LOCKSTEP_GUARDED_BY(m_mutex);
    bool m_hurries LOCKSTEP_GUARDED_BY(m_mutex) = false;
    bool m_mayBegin LOCKSTEP_GUARDED_BY(m_mutex) = false;
    bool m_isSettled LOCKSTEP_GUARDED_BY(m_mutex) = false;
    std::thread m_thread; ///< the last member: it uses the others
};

} // namespace lockstep
