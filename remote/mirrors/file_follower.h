// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/attach_messages.h"
#include "engine/protocol/journal.h"
#include "remote/attach/attach_client.h"
#include "remote/mirrors/file_mirror.h"
#include "remote/mirrors/record_batches.h"

#include <optional>
#include <string>

namespace lockstep {

/// Keeps the mirror of one growing file of a host: asks for what comes after the mirror's end, writes it
/// down, and reads the records of a journal. Outlives links. Belongs to the thread of its host.
class FileFollower {
public:
    enum class Content {
        Journal, ///< of a rank; its records are handed on
        Log,     ///< text of a rank; its length is
        Quiet    ///< mirrored only: an earlier attempt's, or the supervisor's
    };
    struct Source {
        std::string run;
        int host = 0;
        std::string file; ///< "attempt-1/rank-0.jsonl"
        QString mirror;   ///< path of the copy here
        Content content = Content::Quiet;
        int rank = -1;          ///< for Journal and Log
        std::uint64_t seen = 0; ///< records (and damage among them) before this sequence number stay here
    };
    /// `batches` outlives the follower.
    FileFollower(Source source, RecordBatches& batches);

    /// Opens the mirror, where that has not been done, and hands on what it holds. It stays open until it is
    /// complete.
    Result<void> open();
    /// Asks the host, unless that has been done on this link or the file is complete.
    void follow(AttachClient& client);
    /// The link is gone: what was asked for will not come.
    void linkLost();

    bool complete() const { return m_state == State::Complete; }
    /// Its end is still to come on this link.
    bool isFollowing() const { return m_state == State::Following; }
    /// Of an earlier attempt, or the supervisor's: nobody waits for it.
    bool isQuiet() const { return m_source.content == Content::Quiet; }
    /// Why the host does not hand the file over, on this link.
    const std::optional<Error>& refusal() const { return m_refusal; }
    /// What makes following useless until the next link: a full disk, or an answer without sense.
    const std::optional<Error>& failure() const { return m_failure; }

private:
    enum class State { Idle, Following, Refused, Complete };

    void ask();
    void take(const Frame& frame);
    void takeData(const Frame& frame);
    void takeEnd(const Frame& frame);
    void read(std::string_view bytes);

    Source m_source;
    RecordBatches& m_batches;
    State m_state = State::Idle;
    AttachClient* m_client = nullptr;
    WantedRequest m_request;
    std::optional<FileMirror> m_mirror;
    JournalReader m_reader;
    std::optional<Error> m_refusal;
    std::optional<Error> m_failure;
};

} // namespace lockstep
