// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/authenticated_link.h"
#include "engine/distributed/process_group.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace lockstep::test {

/// Listening sockets for a group of ranks, made before any rank starts, as the supervisors do.
class Ports {
public:
    explicit Ports(int count, const std::string& address = "127.0.0.1");
    int size() const { return static_cast<int>(m_endpoints.size()); }
    const std::vector<Endpoint>& endpoints() const { return m_endpoints; }
    int descriptor(int rank) const { return m_sockets[static_cast<std::size_t>(rank)].get(); }
    int release(int rank) { return m_sockets[static_cast<std::size_t>(rank)].release(); }

private:
    std::vector<Descriptor> m_sockets;
    std::vector<Endpoint> m_endpoints;
};

/// Silence limit of tests that are about something else: a machine that also compiles may starve a rank for
/// seconds.
constexpr double kPatience = 20;

RunToken testToken();
/// For rank `rank`; takes its socket out of `ports`.
GlooGroupOptions groupOptions(Ports& ports, int rank);
/// For member `self`; the socket stays in `ports`.
MeshOptions meshOptions(const Ports& ports, int self);

using RankFunction = std::function<void(ProcessGroup&)>;
/// Every rank is a thread of this process; the first exception of a rank is a test failure.
void runAsThreads(int ranks, const RankFunction& function);

struct RankOutcome {
    int status = 0;     ///< as of waitpid()
    std::string report; ///< what the rank's function returned, or "exception: ..."
    double endedAt = 0; ///< monotonicSeconds() of its last errorOf() that caught one, else of its end
};
using ProcessFunction = std::function<std::string(int rank)>;

/// Every rank is a forked process.
class RankProcesses {
public:
    RankProcesses(int ranks, const ProcessFunction& function);
    ~RankProcesses(); ///< kills what is left
    RankProcesses(const RankProcesses&) = delete;
    RankProcesses& operator=(const RankProcesses&) = delete;

    pid_t pid(int rank) const { return m_pids[static_cast<std::size_t>(rank)]; }
    /// Waits for the end of one rank, at most `limit` seconds; kills it after that.
    RankOutcome join(int rank, double limit = 20);

private:
    std::vector<pid_t> m_pids;
    std::vector<Descriptor> m_pipes;
};

/// Counts across forked processes; made before them.
class SharedCounter {
public:
    SharedCounter();
    ~SharedCounter();
    SharedCounter(const SharedCounter&) = delete;
    SharedCounter& operator=(const SharedCounter&) = delete;
    void add() { ++*m_count; }
    /// At most 20 seconds.
    void waitFor(int count) const;

private:
    std::atomic<int>* m_count;
};

/// The message and code of the EngineError that `function` throws; "no error" when it throws none.
std::string errorOf(const std::function<void()>& function);

double monotonicSeconds();
void sleepFor(double seconds);

} // namespace lockstep::test
