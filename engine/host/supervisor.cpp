// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/supervisor.h"

#include "engine/host/host_names.h"
#include "engine/host/start_check.h"
#include "engine/protocol/process_placement.h"

#include <algorithm>
#include <csignal>
#include <sys/signalfd.h>
#include <unistd.h>

namespace lockstep {
namespace {

constexpr double kTerminatedGrace = 10;
/// How long a failed or stopped host waits for the others' last words once its own ranks have ended.
constexpr auto kLastWords = std::chrono::milliseconds(1500);
constexpr auto kSweepLimit = std::chrono::seconds(60);
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

HostFolder prepared(HostFolder folder, const SubmitRequest& request)
{
    folder.makeFolder(attemptFolder(request.attempt));
    folder.writeFile(std::string(kExperimentFile), request.experiment);
    return folder;
}

bool spansHosts(const std::vector<Placement>& placements)
{
    return std::any_of(placements.begin(), placements.end(),
                       [&](const Placement& p) { return p.host != placements.front().host; });
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

RankStarted firstRecord(const SubmitRequest& request, const Experiment& experiment)
{
    RankStarted started;
    started.run = request.run;
    started.attempt = request.attempt;
    started.rank = -1;
    started.worldSize = static_cast<int>(placeRanks(experiment.topology).size());
    started.host = experiment.topology.hosts.at(static_cast<std::size_t>(request.host)).name;
    started.processId = ::getpid();
    started.engine = LOCKSTEP_VERSION;
    started.model = experiment.model.name;
    started.epochs = experiment.training.epochs;
    return started;
}

} // namespace

Supervisor::Supervisor(SubmitRequest request, HostFolder folder, Descriptor lock, SupervisorOptions options)
    : m_request(std::move(request)), m_options(std::move(options)),
      m_experiment(valueOrThrow(parseExperiment(m_request.experiment), ExitCode::InvalidExperiment)),
      m_placements(placementsFor(m_experiment, m_request.host)),
      m_folder(prepared(std::move(folder), m_request)), m_lock(std::move(lock)),
      m_record(m_folder, m_request.attempt),
      m_control(m_folder, [this](const Frame& frame) { return answer(frame); }),
      m_crew(m_options.rankCommand, m_request, m_folder, m_experiment, m_placements),
      m_patience(m_folder, m_request.attempt, m_options.saving),
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
    m_record.write(firstRecord(m_request, m_experiment));
    m_record.note("Supervising attempt " + std::to_string(m_request.attempt) + " of " + m_request.run +
                  " on " + m_stored.hostName + ".");
}

void Supervisor::run(int signals)
{
    while (!m_over) {
        turn(signals);
        tick();
        finishIfOver();
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
            requestStop(stop.graceSeconds, "A person asked for the run to stop.");
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
    if (m_stored.state.phase != RunPhase::Submitted)
        throw refusal(LOCKSTEP_TEXT("The run %1 was started before, or has ended."), {m_request.run});
    checkStart(request, m_request, m_submitted, m_experiment, m_placements);
    m_started = request;
    m_stored.state.startedMs = wallMilliseconds();
    setPhase(RunPhase::Training);
    if (spansHosts(m_placements))
        connectLeases(request);
    else
        startRanks();
    m_ports.lease.reset();
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

void Supervisor::startRanks()
{
    const std::size_t servers = m_submitted.servers.size();
    m_record.note("Starting " + std::to_string(m_submitted.ranks.size()) + " ranks" +
                  (servers > 0 ? " and " + std::to_string(servers) + " servers." : "."));
    const auto cause = m_crew.start(*m_started, std::exchange(m_ports.processes, {}));
    for (const std::string& note : m_crew.notes())
        m_record.note(note);
    m_stored.ranks = m_crew.identities();
    m_writer.put(m_stored);
    if (cause)
        fail(*cause);
}

void Supervisor::turn(int signals)
{
    PollTurn turn;
    turn.add(signals, POLLIN, [this, signals] { takeSignals(signals); });
    m_control.addTo(turn);
    if (m_leases)
        m_leases->addTo(turn);
    m_crew.addTo(turn);
    turn.wait(Clock::now() + std::chrono::milliseconds(m_end.isPressing() ? 50 : 250));
}

void Supervisor::takeSignals(int signals)
{
    signalfd_siginfo info{};
    while (::read(signals, &info, sizeof info) == sizeof info) {
        if (info.ssi_signo != SIGCHLD)
            requestStop(kTerminatedGrace,
                        "The supervisor was asked to end (signal " + std::to_string(info.ssi_signo) + ").");
    }
    for (const RankEnd& end : m_crew.reap())
        rankEnded(end);
}

void Supervisor::rankEnded(const RankEnd& end)
{
    m_record.note((end.role == Role::Rank ? "Rank " : "Server ") + std::to_string(end.rank) +
                  " ended with exit code " + std::to_string(end.exitCode) + ".");
    if (end.exitCode == static_cast<int>(ExitCode::Success) && !m_firstSuccess)
        m_firstSuccess = Clock::now();
    if (end.exitCode == static_cast<int>(ExitCode::Stopped))
        requestStop(kTerminatedGrace, "A rank was asked to stop from outside.");
    const Cause cause = causeOf(end);
    if (isOutlived(end, m_experiment.training) && !m_end.hasBegun()) {
        if (cause.strength != CauseStrength::None)
            m_record.warn(cause.message);
        return;
    }
    // When ranks leave one after the other, those that still wait for them complain: that is no failure.
    if (cause.strength == CauseStrength::Origin || !m_end.stopRequested())
        fail(cause);
}

void Supervisor::takeLeaseMessages()
{
    for (const LeaseMessage& message : m_leases->takeMessages()) {
        switch (message.kind) {
        case LeaseMessage::Kind::Stop:
            requestStop(message.graceSeconds, "Another host was asked to stop the run.");
            break;
        case LeaseMessage::Kind::Failed:
            if (message.cause.strength == CauseStrength::Origin || !m_end.stopRequested())
                fail(message.cause);
            break;
        case LeaseMessage::Kind::Lost:
            m_record.warn(message.cause.message);
            if (!m_end.stopRequested())
                fail(message.cause);
            break;
        case LeaseMessage::Kind::Done:
        case LeaseMessage::Kind::Ended:
            break;
        }
    }
}

void Supervisor::tick()
{
    if (m_leases) {
        m_leases->tick();
        takeLeaseMessages();
    }
    const bool connected = m_started && !(m_leases && m_leases->connecting());
    if (connected && !m_crew.started() && !m_end.hasBegun())
        startRanks();
    checkTimes();
    const std::vector<int> killed = m_end.press(m_crew, m_patience);
    for (const Sentence& words : m_patience.takeWords())
        m_record.warn(words);
    for (const int rank : killed)
        m_record.warn(killedSentence({rank}));
    if (const auto failure = m_writer.takeFailure())
        m_record.warn(*failure);
}

void Supervisor::checkTimes()
{
    const auto now = Clock::now();
    const auto seconds = std::to_string(m_options.startLimit.count() / 1000);
    if (m_stored.state.phase == RunPhase::Submitted && now - m_begin > m_options.startLimit)
        fail({CauseStrength::Origin, static_cast<int>(ExitCode::Failure), -1,
              Sentence(LOCKSTEP_TEXT("The run was never started: no word came within %1 seconds after it had "
                                     "been submitted."),
                       {seconds}),
              0});
    if (m_firstSuccess && now - *m_firstSuccess > m_options.stragglerLimit && !m_crew.ended())
        fail({CauseStrength::Symptom, static_cast<int>(ExitCode::Failure), -1,
              LOCKSTEP_TEXT("Some ranks have not ended long after the others had."), 0});
    if (const auto late = m_crew.overdue(now))
        fail(*late);
}

void Supervisor::requestStop(double graceSeconds, const std::string& note)
{
    if (m_over || !m_end.requestStop(graceSeconds))
        return;
    m_record.note(note);
    if (m_stored.state.phase == RunPhase::Training)
        setPhase(RunPhase::Stopping);
    if (m_leases)
        m_leases->broadcast({LeaseMessage::Kind::Stop, 0, {}, graceSeconds});
}

void Supervisor::fail(const Cause& cause)
{
    if (!m_end.fail(cause))
        return;
    m_record.warn(cause.message);
    if (m_leases)
        m_leases->broadcast({LeaseMessage::Kind::Failed, 0, cause, 0});
}

void Supervisor::tellOthers(LeaseMessage::Kind kind, bool& told)
{
    if (m_leases && !std::exchange(told, true))
        m_leases->broadcast({kind, 0, {}, 0});
}

void Supervisor::finishIfOver()
{
    if (!m_crew.ended() || (!m_crew.started() && !m_end.hasBegun()))
        return;
    const auto now = Clock::now();
    if (!m_ranksEndedAt)
        m_ranksEndedAt = now;
    if (m_end.hasBegun()) {
        tellOthers(LeaseMessage::Kind::Ended, m_endedTold);
        if (!m_leases || m_leases->connecting() || m_leases->allEnded() || now - *m_ranksEndedAt > kLastWords)
            finish();
        return;
    }
    tellOthers(LeaseMessage::Kind::Done, m_doneTold);
    if (!m_leases || m_leases->allDone())
        finish();
}

void Supervisor::finish()
{
    tellOthers(LeaseMessage::Kind::Ended, m_endedTold);
    if (m_leases)
        m_leases->close(std::chrono::milliseconds(1000));
    const auto left =
        sweepProcesses(SweepScope::MarkedAndDescendants, m_folder.mark(), Clock::now() + kSweepLimit);
    if (!left.empty())
        m_record.warn(Sentence(LOCKSTEP_TEXT("%1 processes of the run cannot be killed; they wait inside the "
                                             "system, as on a broken disk or GPU."),
                               {std::to_string(left.size())}));
    RunState& state = m_stored.state;
    state.exitCode = m_end.exitCode();
    state.message = m_end.message();
    state.culprit = m_end.cause().culprit;
    RankFinished finished;
    finished.exitCode = state.exitCode;
    finished.message = state.message;
    finished.culprit = state.culprit;
    finished.seconds = std::chrono::duration<double>(Clock::now() - m_begin).count();
    m_record.write(finished);
    m_record.note("The attempt has ended with exit code " + std::to_string(state.exitCode) + ". " +
                  state.message.english());
    // Whoever sees the last state may submit the next attempt at once, so nothing of this one is in the way
    // then.
    m_control.close();
    ::unlinkat(m_folder.descriptor(), "control.sock", 0);
    setPhase(m_end.phase());
    m_record.sync();
    m_writer.wait(Clock::now() + kLastStateLimit);
    if (const auto failure = m_writer.takeFailure())
        m_record.warn(*failure);
    m_lock.reset();
    m_over = true;
}

void Supervisor::setPhase(RunPhase phase)
{
    m_stored.state.phase = phase;
    m_writer.put(m_stored);
}

} // namespace lockstep
