// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/exit_code.h"
#include "engine/protocol/journal.h"
#include "engine/protocol/mutex.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep {

/// What one rank tells the world: its journal `attempt-<n>/rank-<r>.jsonl` and its readable log
/// `attempt-<n>/rank-<r>.log`, of lines that begin with a time stamp. Thread-safe; throws std::system_error
/// naming the file, a full disk included.
class RankRecorder {
public:
    enum class Echo { No, ToStandardOutput }; ///< of the log, for a person who started the rank by hand
    RankRecorder(const std::string& runFolder, int attempt, int rank, Echo echo);
    RankRecorder(const RankRecorder&) = delete;
    RankRecorder& operator=(const RankRecorder&) = delete;

    /// What is known of the rank so far. Written by the first record, if not before.
    void prepareStart(const RankStarted& start);
    void start();
    void record(Event event);
    void log(std::string_view line);
    /// Record and log line.
    void warn(const Sentence& warning);
    /// The last record; then everything is forced to the disk. What comes later, from another thread, is
    /// dropped.
    void finish(RankFinished finished);
    /// The code in the last record, once that is there.
    std::optional<ExitCode> finished() const;
    /// Since the recorder was made.
    double seconds() const;

private:
    void startLocked() LOCKSTEP_REQUIRES(m_mutex);

    mutable Mutex m_mutex;
    JournalWriter m_journal LOCKSTEP_GUARDED_BY(m_mutex);
    RankStarted m_start LOCKSTEP_GUARDED_BY(m_mutex);
    bool m_started LOCKSTEP_GUARDED_BY(m_mutex) = false;
    std::optional<ExitCode> m_finished LOCKSTEP_GUARDED_BY(m_mutex);
    const Echo m_echo;
    const std::string m_logPath;
    Descriptor m_log; ///< a line is one write, and needs no lock of ours
    const std::chrono::steady_clock::time_point m_begin;
};

} // namespace lockstep
