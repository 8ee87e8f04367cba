// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/run_store.h"

#include <optional>
#include <string>

namespace lockstep {

/// Tells that something changed in folders. Where the system gives no notice, the caller's timer must do.
class FolderEvents {
public:
    FolderEvents();
    /// -1 where the system gives no notice.
    int descriptor() const { return m_descriptor.get(); }
    /// Adds a folder, if it is there; again does no harm.
    void watch(const std::string& path);
    void drain();

private:
    Descriptor m_descriptor;
};

/// A run that this conversation has to do with: its folder, and what its state was when last looked at.
class KnownRun {
public:
    explicit KnownRun(HostFolder folder) : m_folder(std::move(folder)) {}
    KnownRun(const KnownRun&) = delete;
    KnownRun& operator=(const KnownRun&) = delete;

    const HostFolder& folder() const { return m_folder; }
    HostFolder& folder() { return m_folder; }
    /// Polls: the state when its file has changed or a second has passed, the list of files
    /// once a second.
    void refresh(FolderEvents& events);
    /// None until a supervisor has written one.
    const std::optional<RunState>& state() const { return m_state; }
    bool isOver() const { return m_state && hasEnded(m_state->phase); }
    /// The folder has been deleted.
    bool isGone() const;

private:
    bool stateFileChanged();

    HostFolder m_folder;
    std::optional<RunState> m_state;
    Clock::time_point m_nextPoll, m_nextListing;
    std::uint64_t m_inode = 0;
    std::int64_t m_modifiedNs = 0;
};

} // namespace lockstep
