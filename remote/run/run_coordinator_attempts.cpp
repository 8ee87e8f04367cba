// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/run/further_attempts.h"
#include "remote/run/run_coordinator.h"

/// How a coordinator goes over to attempts that the hosts make by themselves.
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
        host.next.reset();
        host.submitted.reset();
        host.state.reset();
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
        setStatus(host, RunPhase::EndedWithOthers,
                  Sentence{LOCKSTEP_TEXT("Attempt %1 goes on without this host."),
                           {std::to_string(m_info.attempt)}});
}

} // namespace lockstep
