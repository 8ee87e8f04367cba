// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/supervisor.h"

#include "engine/host/host_names.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockstep {
namespace {

constexpr double kTerminatedGrace = 10;

std::vector<Placement> placementsFor(const Experiment& experiment, int host)
{
    auto placements = placeRanks(experiment.topology);
    const bool any = std::any_of(placements.begin(), placements.end(), [&](const Placement& placement) {
        return placement.host == static_cast<std::size_t>(host);
    });
    if (!any)
        throw refusal(LOCKSTEP_TEXT("Host number %1 has no ranks in this experiment."),
                      {std::to_string(host)});
    return placements;
}

HostFolder prepared(HostFolder folder, const SubmitRequest& request)
{
    folder.makeFolder(attemptFolder(request.attempt));
    folder.writeFile("experiment.lockstep.json", request.experiment,
                     HostFolder::Durability::WhenTheSystemLikes);
    return folder;
}

} // namespace

Supervisor::Supervisor(SubmitRequest request, HostFolder folder, Descriptor lock, SupervisorOptions options)
    : m_request(std::move(request)), m_options(std::move(options)),
      m_experiment(valueOrThrow(parseExperiment(m_request.experiment), ExitCode::InvalidExperiment)),
      m_placements(placementsFor(m_experiment, m_request.host)),
      m_folder(prepared(std::move(folder), m_request)), m_lock(std::move(lock)),
      m_record(m_folder, m_request.attempt),
      m_control(m_folder, [this](const Frame& frame) { return answer(frame); })
{
    RunState& state = m_stored.state;
    for (const Placement& placement : m_placements) {
        if (placement.host == static_cast<std::size_t>(m_request.host))
            state.ranks.push_back(placement.rank);
    }
    m_ports =
        bindDataPorts(chooseDataAddress(m_request.address, m_experiment, m_request.host), state.ranks.size());
    m_submitted.lease = localEndpoint(m_ports.lease.get());
    for (const Descriptor& port : m_ports.ranks)
        m_submitted.ranks.push_back(localEndpoint(port.get()));

    state.run = m_request.run;
    state.attempt = m_request.attempt;
    state.host = m_request.host;
    state.name = m_experiment.name;
    state.startedMs = wallMilliseconds();
    m_stored.hostName = hostName();
    m_stored.engine = LOCKSTEP_VERSION;
    m_stored.supervisor = identityOf(::getpid()).value_or(ProcessIdentity{});
    m_folder.writeState(m_stored, HostFolder::Durability::WhenTheSystemLikes);

    RankStarted started;
    started.run = m_request.run;
    started.attempt = m_request.attempt;
    started.rank = -1;
    started.worldSize = static_cast<int>(m_placements.size());
    started.host = hostNameOf(static_cast<std::size_t>(m_request.host));
    started.processId = ::getpid();
    started.engine = LOCKSTEP_VERSION;
    started.model = m_experiment.model.name;
    started.epochs = m_experiment.training.epochs;
    m_record.write(started);
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

void Supervisor::turn(int signals)
{
    PollTurn turn;
    turn.add(signals, POLLIN, [this, signals] { takeSignals(signals); });
    m_control.addTo(turn);
    if (m_leases)
        m_leases->addTo(turn);
    for (RankProcess& rank : m_ranks) {
        if (rank.input() >= 0)
            turn.add(rank.input(), POLLOUT, [this, number = rank.rank()] {
                for (RankProcess& each : m_ranks) {
                    if (each.rank() == number)
                        each.writeInput();
                }
            });
    }
    turn.wait(Clock::now() + std::chrono::milliseconds(m_terminateAt || m_killAt ? 50 : 250));
}

void Supervisor::takeSignals(int signals)
{
    signalfd_siginfo info{};
    while (::read(signals, &info, sizeof info) == sizeof info) {
        if (info.ssi_signo == SIGTERM)
            requestStop(kTerminatedGrace,
                        LOCKSTEP_TEXT("The supervisor was asked to end (signal 15): the host may "
                                      "be shutting down."));
    }
    reapChildren();
}

void Supervisor::reapChildren()
{
    while (true) {
        siginfo_t info{};
        if (::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0)
            return;
        const auto rank = std::find_if(m_ranks.begin(), m_ranks.end(), [&](const RankProcess& each) {
            return each.pid() == info.si_pid && !each.ended();
        });
        if (rank == m_ranks.end()) {
            ::waitpid(info.si_pid, nullptr, WNOHANG); // an orphan that came to its sub-reaper
            continue;
        }
        rank->reap();
        rankEnded(*rank);
    }
}

void Supervisor::rankEnded(const RankProcess& rank)
{
    const RankEnd end = rank.end(m_folder, m_request.attempt);
    m_record.note("Rank " + std::to_string(end.rank) + " ended with exit code " +
                  std::to_string(end.exitCode) + ".");
    if (end.exitCode == static_cast<int>(ExitCode::Success) && !m_firstSuccess)
        m_firstSuccess = Clock::now();
    if (end.exitCode == static_cast<int>(ExitCode::Stopped) && !m_verdict.failed())
        requestStop(kTerminatedGrace, LOCKSTEP_TEXT("A rank was asked to stop from outside."));
    const Cause cause = causeOf(end);
    // When ranks leave one after the other, those that still wait for them complain: that is no failure.
    if (cause.strength == CauseStrength::Origin || !m_stopRequested)
        fail(cause);
}

void Supervisor::takeLeaseMessages()
{
    for (const LeaseMessage& message : m_leases->takeMessages()) {
        switch (message.kind) {
        case LeaseMessage::Kind::Stop:
            requestStop(message.graceSeconds, LOCKSTEP_TEXT("Another host was asked to stop the run."));
            break;
        case LeaseMessage::Kind::Failed:
            if (message.cause.strength == CauseStrength::Origin || !m_stopRequested)
                fail(message.cause);
            break;
        case LeaseMessage::Kind::Lost:
            m_record.warn(message.cause.message);
            if (!m_stopRequested)
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
    const auto now = Clock::now();
    if (m_leases) {
        m_leases->tick();
        takeLeaseMessages();
    }
    const bool connected = m_started && !(m_leases && m_leases->connecting());
    if (connected && !m_spawned && !m_verdict.failed() && !m_stopRequested)
        spawnRanks();
    if (m_stored.state.phase == RunPhase::Submitted && now - m_begin > m_options.startLimit)
        fail({CauseStrength::Origin, static_cast<int>(ExitCode::Failure), -1,
              Sentence(LOCKSTEP_TEXT("The run was never started: no word came within %1 seconds after it had "
                                     "been submitted."),
                       {std::to_string(m_options.startLimit.count() / 1000)}),
              0});
    if (m_firstSuccess && now - *m_firstSuccess > m_options.stragglerLimit && !ranksEnded())
        fail({CauseStrength::Symptom, static_cast<int>(ExitCode::Failure), -1,
              LOCKSTEP_TEXT("Some ranks have not ended long after the others had."), 0});
    endRanks();
}

} // namespace lockstep
