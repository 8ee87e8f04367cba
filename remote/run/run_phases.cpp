// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/run/run_controller_state.h"
#include "remote/run/run_launch.h"

#include <algorithm>

/// The run as a whole: launch, end, verdict.
namespace lockstep {

namespace {

/// How long a host that is out of reach may keep a run open whose other hosts have ended.
constexpr int kOutOfReachMs = 60'000;
/// How long the hosts of a run that never began may take to say goodbye.
constexpr int kFarewellMs = 10'000;

} // namespace

Sentence RunController::State::aboutHost(const Host& host, const Sentence& what)
{
    return {LOCKSTEP_TEXT("Host %1: %2"), {host.name, what}};
}

bool RunController::State::every(bool (*holds)(const HostEntry&)) const
{
    return std::ranges::all_of(
        hosts, [holds](const HostEntry& entry) { return entry.ranks.empty() || holds(entry); });
}

void RunController::State::submitAll()
{
    std::map<std::size_t, HostWelcome> welcomes;
    for (std::size_t i = 0; i < hosts.size(); ++i)
        if (hosts[i].welcome)
            welcomes.emplace(i, *hosts[i].welcome);
    const auto addresses = bindAddresses(folder.experiment().topology, welcomes);
    if (!addresses)
        return giveUp(addresses.error(), ExitCode::Failure, -1);
    setPhase(Phase::Launching);
    for (const auto& [index, address] : addresses.value()) {
        hosts[index].asked = true;
        setStatus(index, HostStatus::State::Submitting);
        hosts[index].thread->submit({.run = info.id.toStdString(),
                                     .attempt = info.attempt,
                                     .host = static_cast<int>(index),
                                     .experiment = toJson(folder.experiment()),
                                     .address = address,
                                     .resume = resume});
    }
}

void RunController::State::startAll()
{
    std::map<std::size_t, SubmittedReply> replies;
    for (std::size_t i = 0; i < hosts.size(); ++i)
        if (hosts[i].submitted)
            replies.emplace(i, *hosts[i].submitted);
    auto request = startRequest(info.id.toStdString(), folder.experiment().topology, replies);
    if (!request)
        return giveUp(request.error(), ExitCode::Failure, -1);
    for (const auto& [index, reply] : replies) {
        request.value().host = static_cast<int>(index);
        hosts[index].thread->start(request.value(), watching(index));
    }
}

/// The run cannot begin: whoever knows of it already is told to end it, the others are left alone.
void RunController::State::giveUp(const Sentence& reason, ExitCode code, int failedHost)
{
    gaveUp = true;
    info.phase = code == ExitCode::Stopped ? RunPhase::Finished : RunPhase::Failed;
    info.exitCode = static_cast<int>(code);
    info.reason = reason;
    for (std::size_t i = 0; i < hosts.size(); ++i) {
        HostEntry& entry = hosts[i];
        if (!entry.thread || entry.done || static_cast<int>(i) == failedHost)
            continue;
        if (entry.asked) {
            entry.thread->watch(watching(i));
            entry.thread->stop({.run = info.id.toStdString(), .host = entry.status.host, .graceSeconds = 0});
            setStatus(i, HostStatus::State::Stopping);
        } else {
            entry.thread->rest();
            entry.done = true;
            setStatus(i, HostStatus::State::Finished);
        }
    }
    farewell.start(kFarewellMs);
    concludeIfOver();
}

void RunController::State::stop()
{
    if (over || stopping || phase == Phase::Idle)
        return;
    stopping = true;
    if (launching() && !attached) {
        // Late enough for some hosts to train already: then it is a stop like any other.
        const bool begun = std::ranges::any_of(hosts, [](const HostEntry& entry) { return entry.started; });
        if (!begun)
            return giveUp(LOCKSTEP_TEXT("Stopped before the training began."), ExitCode::Stopped, -1);
    }
    setPhase(Phase::Stopping);
    for (HostEntry& entry : hosts)
        if (entry.thread && !entry.done)
            entry.thread->stop({.run = info.id.toStdString(), .host = entry.status.host});
}

void RunController::State::concludeIfOver()
{
    if (over || phase == Phase::Idle)
        return;
    if (every([](const HostEntry& entry) { return entry.done; }))
        return conclude();
    const bool someEnded = std::ranges::any_of(hosts, [](const HostEntry& entry) { return entry.done; });
    const bool othersAway = every([](const HostEntry& entry) { return entry.done || entry.away; });
    if (gaveUp)
        return;
    if (someEnded && othersAway && !farewell.isActive())
        farewell.start(kOutOfReachMs);
    else if (!othersAway)
        farewell.stop();
}

RunInfo RunController::State::verdict() const
{
    RunInfo answer = info;
    answer.complete = every([](const HostEntry& entry) { return entry.complete || !entry.asked; });
    if (gaveUp || info.complete)
        return answer;
    answer.complete = every([](const HostEntry& entry) { return entry.complete; });
    answer.phase = RunPhase::Finished;
    answer.exitCode = 0;
    bool blamed = false;
    for (const HostEntry& entry : hosts) {
        if (entry.ranks.empty())
            continue;
        if (!entry.state || !hasEnded(entry.state->phase)) {
            // Only a host that said nothing is at fault by default; one that did speaks for itself.
            if (!blamed && answer.exitCode == 0) {
                answer.phase = RunPhase::Failed;
                answer.exitCode = static_cast<int>(ExitCode::HostUnreachable);
                answer.reason =
                    aboutHost(entry.host, entry.status.error.value_or(LOCKSTEP_TEXT("it is out of reach.")));
            }
            continue;
        }
        const RunState& state = *entry.state;
        // Those who lost a peer saw the consequence; the host with another reason knows the cause.
        const bool cause = state.exitCode != 0 && state.exitCode != static_cast<int>(ExitCode::PeerLost);
        if (state.exitCode == 0 || (blamed && !cause))
            continue;
        if (blamed && answer.exitCode != static_cast<int>(ExitCode::PeerLost))
            continue;
        blamed = true;
        if (state.phase == RunPhase::Failed)
            answer.phase = RunPhase::Failed;
        answer.exitCode = state.exitCode;
        answer.culprit = state.culprit;
        answer.reason = state.message;
    }
    return answer;
}

void RunController::State::conclude()
{
    if (over)
        return;
    over = true;
    farewell.stop();
    info = verdict();
    saveInfo();
    for (HostEntry& entry : hosts)
        if (entry.thread && !entry.done)
            entry.thread->rest();
    setPhase(info.phase == RunPhase::Finished ? Phase::Finished : Phase::Failed);
    emit q.finished(info);
}

void RunController::State::setPhase(Phase next)
{
    if (phase == next)
        return;
    phase = next;
    if (next == Phase::Training)
        info.phase = RunPhase::Training;
    else if (next == Phase::Stopping)
        info.phase = RunPhase::Stopping;
    saveInfo();
    emit q.phaseChanged(next);
}

void RunController::State::setStatus(std::size_t index, HostStatus::State next, std::optional<Sentence> error)
{
    HostStatus& status = hosts[index].status;
    const bool same = status.state == next && status.error == error && next != HostStatus::State::Deploying;
    status.state = next;
    status.error = std::move(error);
    if (!same)
        emit q.hostChanged(status);
}

/// A disk that is full must not end the watching; what cannot be saved now is said in the end.
void RunController::State::saveInfo()
{
    if (const auto saved = folder.setInfo(info); !saved && info.reason.empty())
        info.reason = saved.error();
}

} // namespace lockstep
