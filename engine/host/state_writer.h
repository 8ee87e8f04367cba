// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/run_store.h"
#include "engine/protocol/mutex.h"

#include <chrono>
#include <optional>
#include <thread>

namespace lockstep {

/// Writes the states of a run, each forced to the disk before it takes the place of the one before, so that
/// a power cut finds the old one or the new one. It does so on a thread of its own: a busy disk may take many
/// seconds, which a supervisor with leases to keep does not have. Of states that wait, the newest is written.
class StateWriter {
public:
    /// Borrows `folder`.
    explicit StateWriter(const HostFolder& folder);
    /// Writes what waits.
    ~StateWriter();
    StateWriter(const StateWriter&) = delete;
    StateWriter& operator=(const StateWriter&) = delete;

    /// Returns at once.
    void put(const StoredState& state);
    /// Waits until everything is on the disk. False: it was not by `deadline`.
    bool wait(Clock::time_point deadline);
    /// Why a state could not be written, once each time; the writer tries again every second.
    std::optional<Sentence> takeFailure();

private:
    void run();
    void writeNext(const StoredState& state) LOCKSTEP_REQUIRES(m_mutex);

    const HostFolder& m_folder;
    Mutex m_mutex;
    ConditionVariable m_changed;
    std::optional<StoredState> m_next LOCKSTEP_GUARDED_BY(m_mutex);
    bool m_writing LOCKSTEP_GUARDED_BY(m_mutex) = false;
    bool m_closing LOCKSTEP_GUARDED_BY(m_mutex) = false;
    std::optional<Sentence> m_failure LOCKSTEP_GUARDED_BY(m_mutex);
    std::thread m_thread; ///< the last member: it uses the others
};

} // namespace lockstep
