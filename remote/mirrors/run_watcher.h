// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/attach/attach_client.h"
#include "remote/hosts/host_event.h"
#include "remote/mirrors/file_mirror.h"
#include "remote/mirrors/run_folder.h"

#include <QMap>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lockstep {

/// Keeps the mirrors of one host's part of a run complete: watches its state, follows every journal and log
/// of its ranks from the length of the mirror, reads the records, and hands them on in batches. Outlives
/// links: begin() is called for each new one. Belongs to the thread of its host.
class RunWatcher {
public:
    using Sink = std::function<void(HostEvent)>;
    static constexpr std::chrono::milliseconds kBatchTime{50};

    /// `ranks`: the global ranks placed on this host. A host may only write files of its own.
    RunWatcher(RunFolder folder, int host, std::set<int> ranks, Sink sink);

    /// Keeps records (and damage among them) below these sequence numbers of a rank to itself.
    void skip(QMap<int, quint64> seen) { m_seen = std::move(seen); }
    /// Hands on what the mirrors hold already, from the first record on.
    Result<void> replay();
    void begin(AttachClient& client);
    /// Hands on what has waited for kBatchTime; the error is one of the mirror and ends the link.
    Result<void> tick();
    Deadline nextDeadline() const;

    const std::optional<RunState>& state() const { return m_state; }
    /// The attempt has ended there and its files are here.
    bool complete() const;

private:
    struct File {
        std::string name;
        int rank = -1; ///< -1: the supervisor's
        bool journal = false;
        bool shown = false; ///< records and growth of this attempt's rank files are handed on
        std::optional<FileMirror> mirror;
        JournalReader reader;
        std::uint32_t request = 0; ///< 0: not followed on this link
        bool ended = false;
        bool refused = false; ///< on this link
    };

    File* accept(const std::string& name);
    Result<void> openMirror(File& file);
    void takeState(const Frame& frame);
    void follow(File& file);
    void takeData(File& file, const Frame& frame);
    void read(File& file, std::string_view bytes);
    void finish(File& file, const Frame& frame);
    void flush();

    RunFolder m_folder;
    int m_host;
    std::set<int> m_ranks;
    Sink m_sink;
    QMap<int, quint64> m_seen;
    AttachClient* m_client = nullptr;
    std::optional<RunState> m_state;
    std::optional<Error> m_error; ///< met inside a reply function; reported by tick()
    std::map<std::string, File> m_files;
    std::map<int, HostRecords> m_records;
    std::map<int, std::uint64_t> m_grown;
    std::map<int, std::uint64_t> m_damage;
    Deadline m_lastFlush = Clock::now();
};

} // namespace lockstep
