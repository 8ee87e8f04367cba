// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/rank_crew.h"

#include "engine/core/processor.h"
#include "engine/core/stack_trace.h"
#include "engine/distributed/host_memory.h"
#include "engine/host/process_state.h"
#include "engine/host/run_store.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/wait.h>

namespace lockstep {

RankCrew::RankCrew(std::vector<std::string> command, const SubmitRequest& request, const HostFolder& folder,
                   const CrewPlan& plan)
    : m_command(std::move(command)), m_request(request), m_folder(folder), m_plan(plan)
{
}

int RankCrew::count(const std::function<bool(const Placement&)>& counts) const
{
    return static_cast<int>(std::count_if(m_plan.placements.begin(), m_plan.placements.end(), counts));
}

/// In which they sum gradients; parameter servers take them one by one.
Descriptor RankCrew::memoryFor(const StartRequest& request)
{
    const auto here = static_cast<std::size_t>(m_request.host);
    const int ranks =
        count([&](const Placement& each) { return each.host == here && each.role == Role::Rank; });
    if (ranks < 2 || !request.servers.empty())
        return {};
    Descriptor memory = makeHostMemory(ranks);
    if (!memory)
        m_memoryNote =
            std::string("The ranks share no memory, for this host gives none: ") + std::strerror(errno) + ".";
    return memory;
}

RankStart RankCrew::startOf(const StartRequest& request, const Placement& placement, int listener,
                            int memory) const
{
    const bool isRank = placement.role == Role::Rank;
    const int worldSize = count([](const Placement& each) { return each.role == Role::Rank; });
    const int localWorldSize = count(
        [&](const Placement& each) { return each.host == placement.host && each.role == placement.role; });
    RankStart rank;
    rank.command = m_command;
    rank.logPath = m_folder.path() + "/" + logFile(placement.role, m_request.attempt, placement.rank);
    rank.hostName = m_plan.experiment.topology.hosts.at(placement.host).name;
    rank.launch.role = placement.role;
    rank.launch.run = m_request.run;
    rank.launch.attempt = m_request.attempt;
    rank.launch.rank = placement.rank;
    rank.launch.worldSize = worldSize;
    rank.launch.localRank = placement.localRank;
    rank.launch.localWorldSize = localWorldSize;
    rank.launch.experiment = m_plan.document;
    rank.launch.drawnRanks = m_plan.drawnRanks;
    rank.launch.runFolder = m_folder.path();
    rank.launch.resume = m_request.resume;
    rank.launch.threads = isRank ? std::max(1, usableCores() / localWorldSize) : 1;
    if (worldSize > 1 || !request.servers.empty()) {
        rank.launch.token = request.token;
        rank.launch.ranks = request.ranks;
        rank.launch.servers = request.servers;
        rank.launch.listenDescriptor = listener;
        rank.launch.memoryDescriptor = memory;
    }
    const Endpoint& master = request.ranks.front();
    rank.environment = {m_folder.mark()};
    if (!isRank)
        return rank;
    rank.environment = {m_folder.mark(),
                        "RANK=" + std::to_string(placement.rank),
                        "WORLD_SIZE=" + std::to_string(worldSize),
                        "LOCAL_RANK=" + std::to_string(placement.localRank),
                        "LOCAL_WORLD_SIZE=" + std::to_string(localWorldSize),
                        "MASTER_ADDR=" + master.address,
                        "MASTER_PORT=" + std::to_string(master.port)};
    return rank;
}

std::optional<Cause> RankCrew::start(const StartRequest& request, std::vector<Descriptor> ports)
{
    m_started = true;
    const Descriptor memory = memoryFor(request);
    std::size_t next = 0;
    for (const Placement& placement : m_plan.placements) {
        if (placement.host != static_cast<std::size_t>(m_request.host))
            continue;
        const Descriptor& port = ports.at(next++);
        try {
            m_ranks.emplace_back(startOf(request, placement, port.get(), memory.get()));
        } catch (const EngineError& error) {
            const int culprit = placement.role == Role::Rank ? placement.rank : -1;
            return Cause{CauseStrength::Origin, static_cast<int>(error.code()), culprit, error.error(), 0};
        }
    }
    return std::nullopt;
}

bool RankCrew::ended() const
{
    return std::all_of(m_ranks.begin(), m_ranks.end(), [](const RankProcess& rank) { return rank.ended(); });
}

std::vector<ProcessIdentity> RankCrew::identities() const
{
    std::vector<ProcessIdentity> identities;
    for (const RankProcess& rank : m_ranks)
        identities.push_back(rank.identity());
    return identities;
}

std::vector<std::string> RankCrew::notes() const
{
    std::vector<std::string> notes;
    for (const RankProcess& rank : m_ranks)
        notes.push_back((rank.role() == Role::Rank ? "Rank " : "Server ") + std::to_string(rank.rank()) +
                        " is process " + std::to_string(rank.pid()) + ".");
    if (!m_memoryNote.empty())
        notes.push_back(m_memoryNote);
    return notes;
}

void RankCrew::addTo(PollTurn& turn)
{
    for (RankProcess& rank : m_ranks)
        rank.addTo(turn);
}

std::vector<RankEnd> RankCrew::reap()
{
    std::vector<RankEnd> ends;
    while (true) {
        siginfo_t info{};
        if (::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0)
            return ends;
        const auto rank = std::find_if(m_ranks.begin(), m_ranks.end(), [&](const RankProcess& each) {
            return each.pid() == info.si_pid && !each.ended();
        });
        if (rank == m_ranks.end()) {
            ::waitpid(info.si_pid, nullptr, WNOHANG); // an orphan that came to its sub-reaper
            continue;
        }
        rank->reap();
        ends.push_back(rank->end(m_folder, m_request.attempt));
    }
}

std::optional<Cause> RankCrew::overdue(Clock::time_point now)
{
    const auto late = std::find_if(m_ranks.begin(), m_ranks.end(),
                                   [now](const RankProcess& rank) { return rank.isOverdue(now); });
    if (late == m_ranks.end())
        return std::nullopt;
    late->kill();
    if (late->role() == Role::Server)
        return Cause{
            CauseStrength::Origin, static_cast<int>(ExitCode::Failure), -1,
            Sentence(LOCKSTEP_TEXT("Server %1 on %2 could not be started within %3 seconds: the disk "
                                   "or network folder that holds the engine does not answer."),
                     {std::to_string(late->rank()), late->hostName(), std::to_string(kExecLimit.count())}),
            0};
    return Cause{CauseStrength::Origin, static_cast<int>(ExitCode::Failure), late->rank(),
                 Sentence(LOCKSTEP_TEXT("Rank %1 could not be started within %2 seconds: the disk or network "
                                        "folder that holds the engine does not answer."),
                          {std::to_string(late->rank()), std::to_string(kExecLimit.count())}),
                 0};
}

std::optional<Cause> RankCrew::examine(int rank)
{
    const auto found = std::ranges::find_if(m_ranks, [rank](const RankProcess& each) {
        return each.role() == Role::Rank && each.rank() == rank && !each.ended() && !each.isKilled();
    });
    const auto state = found == m_ranks.end() ? std::nullopt : stateOf(found->pid());
    if (!state)
        return std::nullopt;
    const std::vector<Sentence> names{std::to_string(rank), found->hostName()};
    if (*state == ProcessState::Frozen)
        return Cause{
            CauseStrength::Origin, static_cast<int>(ExitCode::PeerLost), rank,
            Sentence(LOCKSTEP_TEXT("Rank %1 on %2 is frozen: a signal has stopped its process (SIGSTOP, as a "
                                   "debugger or a person sends it), and the others waited for it in vain."),
                     names),
            0};
    if (*state == ProcessState::Running)
        askForStack(found->pid());
    // No verdict: one that is being killed looks the same for a moment.
    const char* const text =
        *state == ProcessState::Running
            ? LOCKSTEP_TEXT(
                  "Rank %1 on %2 is alive. What its program was doing stands at the end of its log.")
            : LOCKSTEP_TEXT(
                  "Rank %1 on %2 hangs inside the system, as on a disk or a GPU that does not answer, "
                  "and the others waited for it in vain.");
    return Cause{CauseStrength::None, 0, -1, Sentence(text, names), 0};
}

void RankCrew::terminate()
{
    for (RankProcess& rank : m_ranks)
        rank.terminate();
}

std::vector<int> RankCrew::kill(const std::function<bool(int rank)>& isSpared)
{
    std::vector<int> killed;
    bool anySpared = false;
    for (RankProcess& rank : m_ranks) {
        if (rank.ended() || rank.isKilled())
            continue;
        // Ranks come first, and a server is of no use to anybody once they are gone.
        const bool isServer = rank.role() == Role::Server;
        if (isServer ? anySpared : isSpared(rank.rank())) {
            anySpared = true;
            continue;
        }
        rank.kill();
        if (!isServer)
            killed.push_back(rank.rank());
    }
    return killed;
}

} // namespace lockstep
