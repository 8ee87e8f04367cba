// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/supervisor.h"

#include "engine/host/host_names.h"
#include "engine/host/restart_plan.h"
#include "engine/host/start_check.h"
#include "engine/protocol/process_placement.h"

#include <algorithm>
#include <csignal>
#include <sys/signalfd.h>
#include <unistd.h>

namespace lockstep {
namespace {

constexpr double kTerminatedGrace = 10;
/// How long a last state may take to reach the disk: it is all that is left of the run for those who ask.
constexpr auto kLastStateLimit = std::chrono::seconds(60);

std::vector<Placement> placementsFor(const Experiment& experiment, int host)
{
    auto placements = placeProcesses(experiment);
    const bool any = std::any_of(placements.begin(), placements.end(), [&](const Placement& placement) {
        return placement.host == static_cast<std::size_t>(host);
    });
    if (!any)
        throw refusal(LOCKSTEP_TEXT("Host number %1 has no ranks or servers in this experiment."),
                      {std::to_string(host)});
    return placements;
}

Frame failed(const Error& error)
{
    return {FrameType::Failed, 0, toJson(error)};
}

template <typename Message>
Message parsed(const Frame& frame)
{
    return valueOrThrow(parseMessage<Message>(frame.payload), ExitCode::Usage);
}

StoredState firstState(const SubmitRequest& request, const Experiment& experiment,
                       const std::vector<Placement>& placements)
{
    StoredState stored;
    stored.state.run = request.run;
    stored.state.attempt = request.attempt;
    stored.state.host = request.host;
    stored.state.name = experiment.name;
    stored.state.startedMs = wallMilliseconds();
    for (const Placement& placement : placements) {
        if (placement.host == static_cast<std::size_t>(request.host) && placement.role == Role::Rank)
            stored.state.ranks.push_back(placement.rank);
    }
    stored.hostName = hostName();
    stored.engine = LOCKSTEP_VERSION;
    stored.supervisor = identityOf(::getpid()).value_or(ProcessIdentity{});
    return stored;
}

} // namespace

Supervisor::Supervisor(SubmitRequest request, HostFolder folder, Descriptor lock, SupervisorOptions options)
    : m_request(std::move(request)), m_options(std::move(options)),
      m_experiment(valueOrThrow(parseExperiment(m_request.experiment), ExitCode::InvalidExperiment)),
      m_placements(placementsFor(m_experiment, m_request.host)), m_folder(std::move(folder)),
      m_lock(std::move(lock)), m_room(m_folder),
      m_control(m_folder, [this](const Frame& frame) { return answer(frame); }),
      m_attempt(std::make_unique<Attempt>(ground(), m_request, m_experiment.restart.max)),
      m_stored(firstState(m_request, m_experiment, m_placements)), m_writer(m_folder)
{
    const auto mine =
        std::ranges::count(m_placements, static_cast<std::size_t>(m_request.host), &Placement::host);
    m_ports = bindDataPorts(chooseDataAddress(m_request.address, m_experiment, m_request.host),
                            static_cast<std::size_t>(mine));
    m_submitted.lease = localEndpoint(m_ports.lease.get());
    for (const Descriptor& port : m_ports.processes) {
        const bool isRank = m_submitted.ranks.size() < m_stored.state.ranks.size();
        (isRank ? m_submitted.ranks : m_submitted.servers).push_back(localEndpoint(port.get()));
    }
    // Before the answer, for whoever gets it may look; there are no leases to keep yet.
    m_folder.writeState(m_stored);
    m_attempt->announce("Supervising attempt " + std::to_string(m_request.attempt) + " of " + m_request.run +
                        " on " + m_stored.hostName + ".");
}

void Supervisor::run(int signals)
{
    while (!m_over) {
        turn(signals);
        m_attempt->tick();
        tellState();
        if (const auto failure = m_writer.takeFailure())
            m_attempt->record().warn(*failure);
        if (m_attempt->isOver())
            concludeAttempt();
    }
}

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
            m_attempt->stop(stop.graceSeconds, "A person asked for the run to stop.");
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

void Supervisor::start(const StartRequest& request)
{
    if (m_started == request)
        return;
    if (m_started || m_stored.state.phase != RunPhase::Submitted)
        throw refusal(LOCKSTEP_TEXT("The run %1 was started before, or has ended."), {m_request.run});
    checkStart(request, m_request, m_submitted, m_experiment, m_placements);
    m_started = request;
    m_stored.state.startedMs = wallMilliseconds();
    m_stored.state.phase = RunPhase::Training; // on its way to the disk while the ranks are started
    m_writer.put(m_stored);
    m_attempt->start(request, restartsLeft() > 0 ? duplicate(m_ports) : std::move(m_ports), Clock::now());
    tellState();
}

void Supervisor::turn(int signals)
{
    PollTurn turn;
    turn.add(signals, POLLIN, [this, signals] { takeSignals(signals); });
    m_control.addTo(turn);
    m_attempt->addTo(turn);
    turn.wait(m_attempt->nextDeadline());
}

void Supervisor::takeSignals(int signals)
{
    signalfd_siginfo info{};
    while (::read(signals, &info, sizeof info) == sizeof info) {
        if (info.ssi_signo != SIGCHLD)
            m_attempt->stop(kTerminatedGrace, "The supervisor was asked to end (signal " +
                                                  std::to_string(info.ssi_signo) + ").");
    }
    m_attempt->reap();
}

/// The attempt's part of the state; what it came to is told once no more follows.
void Supervisor::tellState()
{
    const RunPhase phase = m_attempt->phase();
    auto ranks = m_attempt->identities();
    if (phase == m_stored.state.phase && ranks == m_stored.ranks)
        return;
    m_stored.state.phase = phase;
    m_stored.ranks = std::move(ranks);
    m_writer.put(m_stored);
}

void Supervisor::concludeAttempt()
{
    m_room.giveBack();
    const RankFinished ended = m_attempt->finish();
    try {
        if (m_attempt->isFollowed())
            return restart(ended);
    } catch (const EngineError& error) {
        // As when the disk is full: the next attempt has no folder.
        m_attempt->record().warn(error.error());
    }
    finish(ended);
}

void Supervisor::restart(const RankFinished& ended)
{
    const auto wait = backoff(m_experiment.restart, m_restarts);
    SubmitRequest request = m_request;
    ++request.attempt;
    request.resume = resumeAfter(m_request, m_folder);
    StartRequest start = *m_started;
    start.token = tokenOfAttempt(start.token, start.run, request.attempt);
    turnAwayWhoWaits(m_ports);
    m_attempt = std::make_unique<Attempt>(ground(), request, restartsLeft() - 1);
    ++m_restarts;
    m_attempt->announce("Attempt " + std::to_string(request.attempt) + " begins in " +
                        std::to_string(wait.count()) +
                        " milliseconds. The one before ended: " + ended.message.english());
    m_attempt->start(std::move(start), restartsLeft() > 0 ? duplicate(m_ports) : std::move(m_ports),
                     Clock::now() + wait);
    RunState& state = m_stored.state;
    m_request = std::move(request);
    state.attempt = m_request.attempt;
    state.phase = m_attempt->phase();
    state.startedMs = wallMilliseconds() + wait.count();
    m_stored.ranks = m_attempt->identities();
    m_writer.put(m_stored);
    m_room.keep(m_folder);
}

void Supervisor::finish(const RankFinished& ended)
{
    RunState& state = m_stored.state;
    state.exitCode = ended.exitCode;
    state.message = ended.message;
    state.culprit = ended.culprit;
    // Whoever sees the last state may submit the next attempt at once, so nothing of this one is in the way
    // then.
    m_control.close();
    ::unlinkat(m_folder.descriptor(), "control.sock", 0);
    state.phase = m_attempt->outcome();
    m_writer.put(m_stored);
    m_writer.wait(Clock::now() + kLastStateLimit);
    if (const auto failure = m_writer.takeFailure())
        m_attempt->record().warn(*failure);
    m_lock.reset();
    m_over = true;
}

} // namespace lockstep
