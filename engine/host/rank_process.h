// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/frame_channel.h"
#include "engine/host/process_identity.h"
#include "engine/host/system_calls.h"
#include "engine/host/verdict.h"
#include "engine/protocol/rank_launch.h"

#include <string>
#include <vector>

namespace lockstep {

class HostFolder;

/// How one process of a run is started.
struct RankStart {
    std::vector<std::string> command;     ///< argv
    std::vector<std::string> environment; ///< besides what passedEnvironment() lets through
    RankLaunch launch;                    ///< written to its standard input; its descriptors are inherited
    std::string logPath;                  ///< its standard output and error, appended to
    std::string hostName;                 ///< of the drawing, for whoever reads of its end
};
/// "attempt-2/rank-0.log", "attempt-2/server-1.log": where a process writes its text.
std::string logFile(Role role, int attempt, int number);

/// How long a program may take to begin: it may lie in a network folder that was not used for a while.
inline constexpr std::chrono::seconds kExecLimit{60};

/// One rank or server: a child in a process group of its own that dies with the thread that made it.
/// REQUIRES: made on the supervisor's main thread.
class RankProcess {
public:
    /// Forks and returns; what keeps its program from beginning afterwards is told by end(). Throws
    /// EngineError when there can be no process.
    explicit RankProcess(RankStart start);
    RankProcess(const RankProcess&) = delete;
    RankProcess& operator=(const RankProcess&) = delete;

    Role role() const { return m_role; }
    /// Within its role.
    int rank() const { return m_rank; }
    const std::string& hostName() const { return m_hostName; }
    pid_t pid() const { return m_identity.pid; }
    const ProcessIdentity& identity() const { return m_identity; }
    bool ended() const { return m_ended; }

    /// Goes on giving it its launch, and hears whether its program has begun.
    void addTo(PollTurn& turn);
    bool isKilled() const { return m_killed; }
    /// Its program has not begun within kExecLimit. False once it was killed for that.
    bool isOverdue(Clock::time_point now) const { return m_exec && !m_killed && now > m_execDeadline; }

    void terminate(); ///< asks the group to end; one that is stopped is woken for it
    void kill();
    /// Collects the exit status of a process that is known to be waiting for that, and ends what is left of
    /// its group. Afterwards ended() holds.
    void reap();
    /// What it left behind. REQUIRES: ended().
    RankEnd end(const HostFolder& folder, int attempt) const;

private:
    void writeLaunch();
    void readExec();

    Role m_role = Role::Rank;
    int m_rank = 0;
    std::string m_hostName;
    std::string m_program;
    ProcessIdentity m_identity;
    Descriptor m_exec; ///< closed by the child's exec, or tells why there was none; empty once that is known
    Clock::time_point m_execDeadline;
    int m_execError = 0; ///< errno
    Descriptor m_input;
    std::string m_launch;
    std::size_t m_written = 0;
    bool m_terminated = false;
    bool m_killed = false;
    bool m_ended = false;
    int m_waitStatus = 0;
    std::int64_t m_peakBytes = 0;
};

/// Message and culprit of the last record of a rank's journal; else, and of a server, the end of its text log
/// as the message.
struct LastWords {
    Sentence message;
    int culprit = -1;
    std::int64_t saidNs = 0; ///< monotonic; 0: there is no such record
};
LastWords lastWords(const HostFolder& folder, int attempt, Role role, int rank);

} // namespace lockstep
