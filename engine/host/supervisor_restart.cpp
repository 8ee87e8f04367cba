// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/restart_plan.h"
#include "engine/host/supervisor.h"
#include "engine/protocol/further_attempt.h"
#include "engine/protocol/process_placement.h"

#include <algorithm>

/// What a supervisor does between two attempts.
namespace lockstep {
namespace {

std::string millisecondsText(std::chrono::milliseconds time)
{
    return std::to_string(time.count()) + " milliseconds";
}

/// "box-1, box-3"
std::string namesOf(const Roster& hosts, const Topology& topology)
{
    std::string names;
    for (const int host : hosts)
        names += (names.empty() ? "" : ", ") + topology.hosts.at(static_cast<std::size_t>(host)).name;
    return names;
}

} // namespace

DataPorts Supervisor::portsFor(int attempt)
{
    return restartsLeft(attempt) > 0 ? duplicate(m_ports) : std::move(m_ports);
}

void Supervisor::concludeAttempt()
{
    m_room.giveBack();
    const RankFinished ended = m_attempt->finish();
    try {
        if (m_attempt->isFollowed() && isElastic())
            return planRollCall(ended);
        if (m_attempt->isFollowed())
            return restart(ended, {m_request.attempt + 1, resumeAfter(m_request, m_folder), m_roster},
                           backoff(m_drawn.restart, m_request.attempt - m_firstAttempt));
    } catch (const EngineError& error) {
        // As when the disk is full: the next attempt has no folder.
        m_attempt->record().warn(error.error());
    }
    finish(ended, m_attempt->outcome());
}

void Supervisor::planRollCall(const RankFinished& ended)
{
    const auto wait = backoff(m_drawn.restart, m_request.attempt - m_firstAttempt);
    m_attempt->record().note("The hosts that are left meet in " + millisecondsText(wait) + ".");
    m_ended = ended;
    m_rollCallAt = Clock::now() + wait;
    m_stored.state.phase = RunPhase::Submitted;
    m_stored.state.message = ended.message;
    m_stored.state.startedMs = wallMilliseconds() + wait.count();
    m_stored.ranks.clear();
    m_writer.put(m_stored);
}

void Supervisor::callRoll()
{
    if (m_stopAsked)
        return endRollCall();
    if (!m_rollCall && Clock::now() < m_rollCallAt)
        return;
    if (!m_rollCall) {
        turnAwayWhoWaits(m_ports);
        m_rollCall = std::make_unique<RollCall>(rollCallOptions());
    }
    m_rollCall->tick();
    if (m_rollCall->isOver())
        endRollCall();
}

void Supervisor::endRollCall()
{
    const auto next = m_rollCall ? m_rollCall->decision() : std::nullopt;
    m_rollCall.reset();
    const RankFinished ended = *std::exchange(m_ended, std::nullopt);
    RankFinished stopped;
    stopped.exitCode = static_cast<int>(ExitCode::Stopped);
    if (m_stopAsked)
        return finish(stopped, RunPhase::Finished);
    try {
        if (next && restartsLeft(next->attempt) >= 0)
            return restart(ended, *next, std::chrono::milliseconds(0));
        m_attempt->record().note("Too few of the hosts met for another attempt.");
    } catch (const EngineError& error) {
        m_attempt->record().warn(error.error());
    }
    finish(ended, m_attempt->outcome());
}

RollCallOptions Supervisor::rollCallOptions() const
{
    RollCallOptions options;
    options.self = m_request.host;
    options.members = m_started->leases;
    options.listenDescriptor = m_ports.lease.get();
    options.token = tokenOfRollCalls(m_started->token, m_started->run);
    options.run = m_request.run;
    options.attempt = m_request.attempt + 1;
    options.resume = resumeAfter(m_request, m_folder);
    options.patience = m_options.rollCallPatience;
    return options;
}

void Supervisor::restart(const RankFinished& ended, const RollCall::Decision& next,
                         std::chrono::milliseconds wait)
{
    SubmitRequest request = m_request;
    request.attempt = next.attempt;
    request.resume = next.resume;
    turnAwayWhoWaits(m_ports);
    const Roster before = m_roster;
    useRoster(next.hosts); // the attempt before this one has no processes that it would matter to
    m_attempt = std::make_unique<Attempt>(ground(), request, restartsLeft(next.attempt));
    m_attempt->announce("Attempt " + std::to_string(next.attempt) + " begins in " + millisecondsText(wait) +
                        ". The one before ended: " + ended.message.english());
    tellRoster(before);
    RunState& state = m_stored.state;
    m_request = std::move(request);
    state.attempt = m_request.attempt;
    state.phase = m_attempt->phase();
    state.startedMs = wallMilliseconds() + wait.count();
    state.ranks = ownRanks();
    state.hosts = m_roster;
    state.message = {};
    m_attempt->start(startOf(next.attempt), portsFor(next.attempt), Clock::now() + wait);
    m_stored.ranks = m_attempt->identities();
    m_writer.put(m_stored);
    m_room.keep(m_folder);
}

void Supervisor::useRoster(const Roster& roster)
{
    if (roster == m_roster)
        return;
    m_roster = roster;
    m_experiment = withRoster(m_drawn, roster);
    m_document = roster == m_whole ? m_request.experiment : toJson(m_experiment);
    m_placements = placeProcesses(m_experiment);
}

/// Every process of the roster has the address that it had in the first attempt, whatever its number is now.
StartRequest Supervisor::startOf(int attempt) const
{
    StartRequest start = *m_started;
    start.token = tokenOfAttempt(start.token, start.run, attempt);
    if (m_roster == m_whole)
        return start;
    start.ranks.clear();
    for (const Placement& drawn : placeProcesses(m_drawn))
        if (std::ranges::binary_search(m_roster, static_cast<int>(drawn.host)))
            start.ranks.push_back(m_started->ranks.at(static_cast<std::size_t>(drawn.rank)));
    for (std::size_t host = 0; host < start.leases.size(); ++host)
        if (!std::ranges::binary_search(m_roster, static_cast<int>(host)))
            start.leases[host] = {};
    return start;
}

void Supervisor::tellRoster(const Roster& before)
{
    if (m_roster == before)
        return;
    Roster missing;
    std::ranges::set_difference(m_whole, m_roster, std::back_inserter(missing));
    const auto drawnRanks = static_cast<std::int64_t>(placeRanks(m_drawn).size());
    const std::string globalBatch = std::to_string(m_drawn.training.batch * drawnRanks);
    const std::string attempt = std::to_string(m_attempt->request().attempt);
    const std::string hosts = std::to_string(m_whole.size());
    if (missing.empty())
        return m_attempt->record().warn(Sentence(
            LOCKSTEP_TEXT("Attempt %1 goes on with all %2 hosts again. A global batch stays %3 samples."),
            {attempt, hosts, globalBatch}));
    m_attempt->record().warn(Sentence(
        LOCKSTEP_TEXT("Attempt %1 goes on with %2 of %3 hosts, without %4. They take over its share, so a "
                      "global batch stays %5 samples."),
        {attempt, std::to_string(m_roster.size()), hosts, namesOf(missing, m_drawn.topology), globalBatch}));
}

} // namespace lockstep
