// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/supervisor.h"

#include "engine/core/processor.h"
#include "engine/host/host_names.h"

#include <algorithm>

/// The supervisor's answers to Submit, Start and Stop.
namespace lockstep {
namespace {

Frame failed(const Error& error)
{
    return {FrameType::Failed, 0, toJson(error)};
}

template <typename Message>
Message parsed(const Frame& frame)
{
    return valueOrThrow(parseMessage<Message>(frame.payload), ExitCode::Usage);
}

bool usesLeases(const std::vector<Placement>& placements)
{
    return std::any_of(placements.begin(), placements.end(),
                       [&](const Placement& p) { return p.host != placements.front().host; });
}

} // namespace

Frame Supervisor::answer(const Frame& frame)
{
    try {
        switch (frame.type) {
        case FrameType::Submit:
            return answerSubmit(parsed<SubmitRequest>(frame));
        case FrameType::Start:
            start(parsed<StartRequest>(frame));
            return {FrameType::Done, 0, {}};
        case FrameType::Stop: {
            const auto stop = parsed<StopRequest>(frame);
            requestStop(stop.graceSeconds, LOCKSTEP_TEXT("A person asked for the run to stop."));
            return {FrameType::Done, 0, {}};
        }
        default:
            return failed(Error{LOCKSTEP_TEXT("The supervisor does not know requests of type %1."),
                                {std::to_string(static_cast<int>(frame.type))},
                                {}});
        }
    } catch (const EngineError& error) {
        return failed(error.error());
    }
}

Frame Supervisor::answerSubmit(const SubmitRequest& request) const
{
    // The same words again: the first answer was lost on its way.
    if (request == m_request && m_stored.state.phase == RunPhase::Submitted)
        return {FrameType::Submitted, 0, toJson(m_submitted)};
    return failed(
        Error{LOCKSTEP_TEXT("Attempt %1 of the run %2 is going on here. Attach to it, or stop it first."),
              {std::to_string(m_request.attempt), m_request.run},
              {}});
}

void Supervisor::checkStart(const StartRequest& request) const
{
    if (request.run != m_request.run)
        throw refusal(LOCKSTEP_TEXT("This supervisor owns the run %1, not %2."),
                      {m_request.run, request.run});
    if (request.ranks.size() != m_placements.size() ||
        request.leases.size() != m_experiment.topology.hosts.size())
        throw refusal(LOCKSTEP_TEXT("Start names %1 ranks and %2 hosts, but the experiment has %3 and %4."),
                      {std::to_string(request.ranks.size()), std::to_string(request.leases.size()),
                       std::to_string(m_placements.size()),
                       std::to_string(m_experiment.topology.hosts.size())});
    if (!request.servers.empty())
        throw refusal(LOCKSTEP_TEXT("Start names %1 servers, but the strategy of the experiment has none."),
                      {std::to_string(request.servers.size())});
    for (const Placement& placement : m_placements) {
        const bool mine = placement.host == static_cast<std::size_t>(m_request.host);
        const Endpoint& bound = m_submitted.ranks[mine ? static_cast<std::size_t>(placement.localRank) : 0];
        if (mine && request.ranks[static_cast<std::size_t>(placement.rank)] != bound)
            throw refusal(
                LOCKSTEP_TEXT("Start gives rank %1 another address than the one this host has bound."),
                {std::to_string(placement.rank)});
    }
    parseRunToken(request.token);
}

void Supervisor::start(const StartRequest& request)
{
    if (m_started == request)
        return;
    if (m_stored.state.phase != RunPhase::Submitted)
        throw refusal(LOCKSTEP_TEXT("The run %1 was started before, or has ended."), {m_request.run});
    checkStart(request);
    m_started = request;
    m_stored.state.startedMs = wallMilliseconds();
    setPhase(RunPhase::Training);
    if (usesLeases(m_placements))
        connectLeases(request);
    else
        spawnRanks();
    m_ports.lease.reset();
}

void Supervisor::spawnRanks()
{
    m_spawned = true;
    m_record.note("Starting " + std::to_string(m_submitted.ranks.size()) + " ranks.");
    for (const Placement& placement : m_placements) {
        if (placement.host != static_cast<std::size_t>(m_request.host) || m_verdict.failed())
            continue;
        try {
            spawnRank(*m_started, placement);
        } catch (const EngineError& error) {
            fail({CauseStrength::Origin, static_cast<int>(error.code()), placement.rank, error.error(), 0});
        }
    }
    m_ports.ranks.clear();
    publish(HostFolder::Durability::WhenTheSystemLikes);
}

void Supervisor::spawnRank(const StartRequest& request, const Placement& placement)
{
    const int worldSize = static_cast<int>(m_placements.size());
    const int localWorldSize = static_cast<int>(m_submitted.ranks.size());
    RankStart rank;
    rank.command = m_options.rankCommand;
    rank.logPath = m_folder.path() + "/" + rankLog(m_request.attempt, placement.rank);
    rank.launch.run = m_request.run;
    rank.launch.attempt = m_request.attempt;
    rank.launch.rank = placement.rank;
    rank.launch.worldSize = worldSize;
    rank.launch.localRank = placement.localRank;
    rank.launch.localWorldSize = localWorldSize;
    rank.launch.experiment = m_request.experiment;
    rank.launch.runFolder = m_folder.path();
    rank.launch.resume = m_request.resume;
    rank.launch.threads = std::max(1, usableCores() / localWorldSize);
    if (worldSize > 1) {
        rank.launch.token = request.token;
        rank.launch.ranks = request.ranks;
        rank.launch.listenDescriptor = m_ports.ranks[static_cast<std::size_t>(placement.localRank)].get();
    }
    const Endpoint& master = request.ranks.front();
    rank.environment = {m_folder.mark(),
                        "RANK=" + std::to_string(placement.rank),
                        "WORLD_SIZE=" + std::to_string(worldSize),
                        "LOCAL_RANK=" + std::to_string(placement.localRank),
                        "LOCAL_WORLD_SIZE=" + std::to_string(localWorldSize),
                        "MASTER_ADDR=" + master.address,
                        "MASTER_PORT=" + std::to_string(master.port)};
    m_ranks.emplace_back(std::move(rank));
    m_stored.ranks.push_back(m_ranks.back().identity());
    m_record.note("Rank " + std::to_string(placement.rank) + " is process " +
                  std::to_string(m_ranks.back().pid()) + ".");
}

void Supervisor::connectLeases(const StartRequest& request)
{
    LeaseOptions options;
    options.self = m_request.host;
    options.leases = request.leases;
    for (const Host& host : m_experiment.topology.hosts)
        options.hostNames.push_back(host.name);
    options.listener = std::move(m_ports.lease);
    options.token = parseRunToken(request.token);
    options.run = m_request.run;
    options.attempt = m_request.attempt;
    m_leases.emplace(std::move(options));
}

} // namespace lockstep
