// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/supervisor.h"

#include "engine/host/host_names.h"
#include "engine/host/start_check.h"
#include "engine/host/thrown.h"
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
/// Between two looks at a roll call.
constexpr auto kLookInterval = std::chrono::milliseconds(100);

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

StoredState firstState(const SubmitRequest& request, const Experiment& experiment)
{
    StoredState stored;
    stored.state.run = request.run;
    stored.state.attempt = request.attempt;
    stored.state.host = request.host;
    stored.state.name = experiment.name;
    stored.state.startedMs = wallMilliseconds();
    stored.state.hosts = wholeRoster(experiment);
    stored.hostName = hostName();
    stored.engine = LOCKSTEP_VERSION;
    stored.supervisor = identityOf(::getpid()).value_or(ProcessIdentity{});
    return stored;
}

} // namespace

Supervisor::Supervisor(SubmitRequest request, HostFolder folder, Descriptor lock, SupervisorOptions options)
    : m_request(std::move(request)), m_firstAttempt(m_request.attempt), m_options(std::move(options)),
      m_drawn(valueOrThrow(parseExperiment(m_request.experiment), ExitCode::InvalidExperiment)),
      m_whole(wholeRoster(m_drawn)), m_roster(m_whole), m_experiment(m_drawn),
      m_document(m_request.experiment), m_placements(placementsFor(m_drawn, m_request.host)),
      m_folder(std::move(folder)), m_lock(std::move(lock)), m_room(m_folder),
      m_control(m_folder, [this](const Frame& frame) { return answer(frame); }),
      m_attempt(std::make_unique<Attempt>(ground(), m_request, restartsLeft(m_request.attempt))),
      m_stored(firstState(m_request, m_drawn)), m_writer(m_folder)
{
    m_stored.state.ranks = ownRanks();
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
        try {
            goOn(signals);
        } catch (const std::exception& error) {
            breakDown(sentenceOf(error));
        }
    }
}

void Supervisor::goOn(int signals)
{
    turn(signals);
    if (m_ended) {
        callRoll();
    } else {
        m_attempt->tick();
        tellState();
    }
    if (const auto failure = m_writer.takeFailure())
        m_attempt->record().warn(*failure);
    if (!m_over && !m_ended && m_attempt->isOver())
        concludeAttempt();
}

/// The first time in an attempt its ranks still get a proper end; where even that goes wrong, the last word
/// is all that is left to say.
void Supervisor::breakDown(const Sentence& reason)
{
    const std::string& host = m_drawn.topology.hosts.at(static_cast<std::size_t>(m_request.host)).name;
    const Sentence message(LOCKSTEP_TEXT("The supervisor on %1 cannot go on: %2"), {host, reason});
    const bool mayEndInOrder = !m_ended && !m_attempt->isOver() && m_brokenAttempt != m_request.attempt;
    m_brokenAttempt = m_request.attempt;
    if (mayEndInOrder)
        return m_attempt->fail({CauseStrength::Origin, static_cast<int>(ExitCode::Failure), -1, message, 0});
    RankFinished ended;
    ended.exitCode = static_cast<int>(ExitCode::Failure);
    ended.message = message;
    m_attempt->record().write(ended);
    finish(ended, RunPhase::Failed);
}

std::vector<int> Supervisor::ownRanks() const
{
    std::vector<int> ranks;
    for (const Placement& placement : m_placements)
        if (placement.host == static_cast<std::size_t>(m_request.host) && placement.role == Role::Rank)
            ranks.push_back(placement.rank);
    return ranks;
}

AttemptGround Supervisor::ground() const
{
    const auto isRank = [](const Placement& placement) { return placement.role == Role::Rank; };
    return {m_options,    m_folder,
            m_experiment, m_document,
            m_placements, static_cast<int>(std::ranges::count_if(placeProcesses(m_drawn), isRank))};
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
            endOnRequest(stop.graceSeconds, "A person asked for the run to stop.");
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
    if (request == m_request && m_stored.state.phase == RunPhase::Submitted && !m_started)
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
    checkStart(request, m_request, m_submitted, m_drawn, m_placements);
    m_started = request;
    m_stored.state.startedMs = wallMilliseconds();
    m_stored.state.phase = RunPhase::Training; // on its way to the disk while the ranks are started
    m_writer.put(m_stored);
    m_attempt->start(request, portsFor(m_request.attempt), Clock::now());
}

void Supervisor::turn(int signals)
{
    PollTurn turn;
    turn.add(signals, POLLIN, [this, signals] { takeSignals(signals); });
    m_control.addTo(turn);
    if (m_rollCall)
        m_rollCall->addTo(turn);
    if (!m_ended)
        m_attempt->addTo(turn);
    turn.wait(m_ended ? Clock::now() + kLookInterval : m_attempt->nextDeadline());
}

void Supervisor::endOnRequest(double graceSeconds, const std::string& note)
{
    if (!m_ended)
        return m_attempt->stop(graceSeconds, note);
    m_attempt->record().note(note);
    m_stopAsked = true;
}

void Supervisor::takeSignals(int signals)
{
    signalfd_siginfo info{};
    while (::read(signals, &info, sizeof info) == sizeof info) {
        if (info.ssi_signo != SIGCHLD)
            endOnRequest(kTerminatedGrace,
                         "The supervisor was asked to end (signal " + std::to_string(info.ssi_signo) + ").");
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

void Supervisor::finish(const RankFinished& ended, RunPhase outcome)
{
    RunState& state = m_stored.state;
    state.exitCode = ended.exitCode;
    state.message = ended.message;
    state.culprit = ended.culprit;
    // Whoever sees the last state may submit the next attempt at once, so nothing of this one is in the way
    // then.
    m_control.close();
    ::unlinkat(m_folder.descriptor(), "control.sock", 0);
    state.phase = outcome;
    m_writer.put(m_stored);
    m_writer.wait(Clock::now() + kLastStateLimit);
    if (const auto failure = m_writer.takeFailure())
        m_attempt->record().warn(*failure);
    m_lock.reset();
    m_over = true;
}

} // namespace lockstep
