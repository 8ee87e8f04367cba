// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/journal.h"

#include <chrono>
#include <string>
#include <string_view>

namespace lockstep {

/// What one rank tells the world: its journal `attempt-<n>/rank-<r>.jsonl` and its readable log
/// `attempt-<n>/rank-<r>.log`, of lines that begin with a time stamp. Used by one thread; throws
/// std::system_error naming the file, a full disk included.
class RankRecorder {
public:
    enum class Echo { No, ToStandardOutput }; ///< of the log, for a person who started the rank by hand
    RankRecorder(const std::string& runFolder, int attempt, int rank, Echo echo);
    ~RankRecorder();
    RankRecorder(const RankRecorder&) = delete;
    RankRecorder& operator=(const RankRecorder&) = delete;

    /// What is known of the rank so far. Written by the first record, if not before.
    void prepareStart(const RankStarted& start) { m_start = start; }
    void start();
    void record(Event event);
    void log(std::string_view line);
    /// Record and log line.
    void warn(const std::string& text);
    /// The last record; then everything is forced to the disk.
    void finish(RankFinished finished);
    bool finished() const { return m_finished; }
    /// Since the recorder was made.
    double seconds() const;

private:
    JournalWriter m_journal;
    RankStarted m_start;
    bool m_started = false;
    bool m_finished = false;
    Echo m_echo;
    std::string m_logPath;
    int m_log = -1;
    std::chrono::steady_clock::time_point m_begin;
};

} // namespace lockstep
