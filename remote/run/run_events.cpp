// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/run/run_controller_state.h"

#include <algorithm>

/// What each event of a host changes.
namespace lockstep {

namespace {

HostStatus::State statusOf(RunPhase phase)
{
    switch (phase) {
    case RunPhase::Submitted:
        return HostStatus::State::Ready;
    case RunPhase::Training:
        return HostStatus::State::Training;
    case RunPhase::Stopping:
        return HostStatus::State::Stopping;
    case RunPhase::Finished:
        return HostStatus::State::Finished;
    default:
        break;
    }
    return HostStatus::State::Failed;
}

} // namespace

void RunController::State::handle(std::size_t index, const HostEvent& event)
{
    std::visit([this, index](const auto& one) { on(index, one); }, event);
}

void RunController::State::on(std::size_t index, const HostConnecting&)
{
    if (phase == Phase::Connecting || phase == Phase::Deploying)
        setStatus(index, HostStatus::State::Connecting);
}

void RunController::State::on(std::size_t index, const HostDeploying& event)
{
    if (over)
        return;
    hosts[index].status.bytesDone = static_cast<qint64>(event.done);
    hosts[index].status.bytesTotal = static_cast<qint64>(event.total);
    setStatus(index, HostStatus::State::Deploying);
    if (phase == Phase::Connecting)
        setPhase(Phase::Deploying);
}

void RunController::State::on(std::size_t index, const HostWelcome& event)
{
    HostEntry& entry = hosts[index];
    entry.welcome = event;
    entry.away = false;
    info.bundles[static_cast<qsizetype>(index)] = QString::fromStdString(event.bundle);
    if (attached || !launching() || gaveUp)
        return;
    setStatus(index, HostStatus::State::Connecting);
    if (every([](const HostEntry& one) { return one.welcome.has_value(); }))
        submitAll();
}

void RunController::State::on(std::size_t index, const HostSubmitted& event)
{
    HostEntry& entry = hosts[index];
    entry.submitted = event.reply;
    if (gaveUp)
        return; // its stop is on the way already
    setStatus(index, HostStatus::State::Ready);
    if (every([](const HostEntry& one) { return one.submitted.has_value(); }))
        startAll();
}

void RunController::State::on(std::size_t index, const HostStarted&)
{
    HostEntry& entry = hosts[index];
    entry.started = true;
    if (!entry.state)
        setStatus(index, HostStatus::State::Training);
    if (phase == Phase::Launching && every([](const HostEntry& one) { return one.started; }))
        setPhase(Phase::Training);
}

void RunController::State::on(std::size_t index, const HostReconnecting& event)
{
    if (hosts[index].done)
        return;
    hosts[index].away = true;
    setStatus(index, HostStatus::State::Reconnecting, event.reason);
    concludeIfOver();
}

void RunController::State::on(std::size_t index, const HostReconnected&)
{
    hosts[index].away = false;
    setStatus(index, hosts[index].state ? statusOf(hosts[index].state->phase) : HostStatus::State::Ready);
}

void RunController::State::on(std::size_t index, const HostFailed& event)
{
    HostEntry& entry = hosts[index];
    const bool begun = attached || entry.started || phase == Phase::Training || phase == Phase::Stopping;
    entry.done = true;
    setStatus(index, HostStatus::State::Failed, event.error);
    if (!begun && !gaveUp)
        giveUp(aboutHost(entry.host, event.error), event.code, static_cast<int>(index));
    else if (begun && !attached && !over)
        for (HostEntry& other : hosts) // a run without one of its hosts cannot go on
            if (other.thread && !other.done)
                other.thread->stop(
                    {.run = info.id.toStdString(), .host = other.status.host, .graceSeconds = 5});
    concludeIfOver();
}

void RunController::State::on(std::size_t index, const HostRunState& event)
{
    HostEntry& entry = hosts[index];
    entry.state = event.state;
    entry.away = false;
    std::optional<Sentence> error;
    if (event.state.phase == RunPhase::Failed)
        error = event.state.message;
    setStatus(index, statusOf(event.state.phase), error);
    if (over || gaveUp)
        return;
    const bool training = event.state.phase == RunPhase::Training;
    if (attached && launching())
        setPhase(event.state.phase == RunPhase::Stopping ? Phase::Stopping : Phase::Training);
    else if (training && phase == Phase::Launching &&
             every([](const HostEntry& one) { return one.state && one.state->phase == RunPhase::Training; }))
        setPhase(Phase::Training);
    concludeIfOver();
}

void RunController::State::on(std::size_t index, const HostMirrored&)
{
    HostEntry& entry = hosts[index];
    entry.done = true;
    entry.complete = true;
    if (!entry.state) // shown from the disk
        setStatus(index, statusOf(info.phase));
    concludeIfOver();
}

void RunController::State::on(std::size_t index, const HostRecords& event)
{
    hosts[index].thread->recordsTaken();
    emit q.recordsReceived(event.rank, event.records);
}

void RunController::State::on(std::size_t, const HostLogGrown& event)
{
    emit q.logExtended(event.rank, static_cast<qint64>(event.size));
}

void RunController::State::on(std::size_t, const HostDamage& event)
{
    emit q.journalDamaged(event.rank, static_cast<qint64>(event.count));
}

void RunController::State::on(std::size_t, const HostFetch& event)
{
    if (event.ended && !event.error)
        emit q.fetchProgress(event.file, static_cast<qint64>(event.done), static_cast<qint64>(event.total));
    if (event.ended)
        emit q.fetchFinished(event.file, event.error);
    else
        emit q.fetchProgress(event.file, static_cast<qint64>(event.done), static_cast<qint64>(event.total));
}

void RunController::State::on(std::size_t index, const HostKeyAsked& event)
{
    emit q.hostKeyUnknown({static_cast<int>(index), QString::fromStdString(event.address),
                           QString::fromStdString(event.keyType), QString::fromStdString(event.fingerprint)});
}

void RunController::State::on(std::size_t index, const HostSecretAsked& event)
{
    using Kind = SecretQuestion::Kind;
    // Several hosts that need the same key file are unlocked by one answer.
    if (event.kind == Prompter::SecretKind::Passphrase) {
        const bool asked = !sharedQuestion.empty() && sharedFile == event.prompt;
        if (sharedQuestion.empty())
            sharedFile = event.prompt;
        if (sharedFile == event.prompt)
            sharedQuestion.insert(index);
        if (asked)
            return;
    }
    const Kind kind = event.kind == Prompter::SecretKind::Password     ? Kind::Password
                      : event.kind == Prompter::SecretKind::Passphrase ? Kind::Passphrase
                                                                       : Kind::Interactive;
    emit q.secretNeeded({static_cast<int>(index), kind, QString::fromStdString(event.address),
                         QString::fromStdString(event.prompt), event.retry});
}

} // namespace lockstep
