// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/mirrors/file_follower.h"
#include "remote/mirrors/record_batches.h"
#include "remote/mirrors/run_folder.h"

#include <QMap>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace lockstep {

/// Keeps the mirrors of one host's part of a run complete: watches its state, follows every journal and log
/// of its ranks from the length of the mirror, and hands on the records in batches. Of an attempt that the
/// supervisors follow with another one, it tells so once all of it is here, and is done. Outlives links:
/// begin() is called for each new one. Belongs to the thread of its host.
class RunWatcher {
public:
    using Sink = RecordBatches::Sink;

    /// `ranks`: the global ranks placed on this host in the present attempt. A host may only write files of
    /// its own.
    RunWatcher(RunFolder folder, int host, std::set<int> ranks, Sink sink);
    RunWatcher(const RunWatcher&) = delete;
    RunWatcher& operator=(const RunWatcher&) = delete;

    /// Keeps records (and damage among them) below these sequence numbers of a rank to itself. REQUIRES: no
    /// file is known yet.
    void skip(QMap<int, quint64> seen) { m_seen = std::move(seen); }
    /// Hands on what the mirrors hold already, from the first record on.
    Result<void> replay();
    void begin(AttachClient& client);
    /// Hands on what has waited for long enough; the error is one of a mirror and ends the link.
    Result<void> tick();
    Deadline nextDeadline() const { return m_batches.nextDeadline(); }

    const std::optional<RunState>& state() const { return m_state; }
    /// The attempt has ended there, and nothing more will come on this link.
    bool over() const;
    /// The attempt has ended there, and every file of it is here.
    bool complete() const { return over() && !missing(); }
    /// Which file the host keeps to itself, and why.
    std::optional<Sentence> missing() const;

private:
    const std::set<int>& ranksOf(int attempt) const;
    FileFollower* accept(const std::string& name);
    void takeState(const Frame& frame);
    void follow(const std::vector<std::string>& files);
    /// Asks for as many of the files that wait as may be on their way at a time.
    void followWaiting();
    /// Nothing more will come of these files on this link.
    bool hasAll(const std::vector<std::string>& files) const;
    std::optional<Error> failure() const;

    RunFolder m_folder;
    int m_host;
    std::set<int> m_ranks;
    std::map<int, std::set<int>> m_otherRanks; ///< by attempt, where they are not those
    Sink m_sink;
    RecordBatches m_batches;
    QMap<int, quint64> m_seen;
    AttachClient* m_client = nullptr;
    WantedRequest m_watch; ///< answered by states until the run has ended
    std::optional<RunState> m_state;
    std::optional<RunState> m_further; ///< of an attempt after the one that is watched
    bool m_furtherTold = false;
    std::optional<Error> m_error; ///< a state without sense; reported by tick()
    std::map<std::string, FileFollower> m_files;
    std::deque<FileFollower*> m_waiting; ///< of m_files, to be asked for on this link; the head is the next
};

} // namespace lockstep
