// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/protocol/further_attempt.h"
#include "engine/protocol/resume_point.h"
#include "remote/run/further_attempts.h"
#include "remote/run/run_coordinator.h"
#include "remote/run/run_launch.h"
#include "remote/run/run_verdict.h"

/// How a coordinator goes over to further attempts: those that the hosts make by themselves, and those that
/// it makes in their place.
namespace lockstep {

void RunCoordinator::on(RunHost& host, const HostFurtherAttempt& event)
{
    host.next = event.next;
    concludeIfOver();
}

void RunCoordinator::followAttempts()
{
    // Hosts that the next attempt is made without have no more to say of it.
    const QVector<int> roster = nextRoster(m_folder, m_hosts.all());
    if (m_hosts.any([&](const RunHost& one) {
            return !one.next && !one.isDone() && !one.isAway() &&
                   (roster.isEmpty() || roster.contains(one.status.host));
        }))
        return;
    const auto saved = m_folder.setInfo(afterAttempt(m_folder, m_hosts.all()));
    m_info = m_folder.info();
    m_seen.clear();
    for (RunHost& host : m_hosts.all()) {
        host.forgetAttempt();
        if (saved)
            followAttempt(host);
        else if (host.listener() != nullptr) // as when the disk is full: it has nowhere to go
            setStatus(host, host.status.state, saved.error());
    }
    if (saved)
        emit m_face.restarted(m_info);
}

void RunCoordinator::followAttempt(RunHost& host)
{
    const bool tookPart = host.takesPart();
    host.ranks = m_folder.ranksOn(host.status.host, m_info.roster);
    if (host.takesPart() && !host.thread)
        m_hosts.makeThread(host, m_info.bundles.value(host.status.host));
    if (host.takesPart() && !tookPart)
        host.stage = RunHost::Stage::Watched; // it is back
    if (HostThread* thread = host.listener())
        thread->watch(watching(host));
    if (tookPart && !host.takesPart())
        setStatus(host, RunPhase::EndedWithOthers, absenceOf(host.status.host, m_folder));
}

bool RunCoordinator::hasRestartsLeft() const
{
    return m_isOwn && m_course == Course::Watching && m_begunAgain < m_folder.drawn().restart.max;
}

bool RunCoordinator::awaitsRestart() const
{
    return hasRestartsLeft() && m_hosts.any([](const RunHost& host) {
        return host.state && host.state->exitCode == static_cast<int>(ExitCode::PeerLost);
    });
}

bool RunCoordinator::mayBeginAnother() const
{
    const auto hasTold = [](const RunHost& host) {
        return host.isDone() && host.state && hasEnded(host.state->phase);
    };
    const auto lostItsSupervisor = [](const RunHost& host) {
        return host.state->message.text == kSupervisorGone;
    };
    return hasRestartsLeft() && m_hosts.every(hasTold) && m_hosts.any(lostItsSupervisor);
}

bool RunCoordinator::beginAnother()
{
    if (!m_folder.setInfo(nextAttempt(verdict(), {})))
        return false;
    m_info = m_folder.info();
    m_course = Course::Launching;
    m_resume = kResumeLatest;
    m_seen.clear();
    m_farewell.stop();
    m_leases.stop();
    for (RunHost& host : m_hosts.all()) {
        host.forgetAttempt();
        host.welcome.reset();
        host.ranks = m_folder.ranksOn(host.status.host, m_info.roster);
        host.stage = RunHost::Stage::Waiting;
    }
    emit m_face.restarted(m_info);
    setPhase(RunPhase::Submitted); // as while hosts pause by themselves: see runPhaseText()
    for (RunHost& host : m_hosts.all())
        if (host.takesPart())
            setStatus(host, RunPhase::Submitted, newsOfPause(m_info));
    m_pause.start(backoff(m_folder.drawn().restart, m_begunAgain++));
    return true;
}

void RunCoordinator::meetAgain()
{
    if (m_course != Course::Launching)
        return;
    setPhase(RunPhase::Connecting);
    const Topology& topology = m_folder.experiment().topology;
    for (RunHost& host : m_hosts.all()) {
        if (!host.takesPart())
            continue;
        if (!host.thread)
            m_hosts.makeThread(host, {}, libraryWish(topology, host.status.host, LibraryWish::Act::Ask));
        host.thread->prepare();
    }
}

} // namespace lockstep
