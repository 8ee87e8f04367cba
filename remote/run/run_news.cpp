// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/run/run_news.h"

#include <utility>

namespace lockstep {

void RunNews::on(RunHost& host, const HostRecords& event)
{
    host.thread->recordsTaken();
    emit m_face.recordsReceived(event.rank, event.records);
    if (host.take(event.rank, event.records))
        emit m_face.hostChanged(host.status);
}

void RunNews::on(RunHost&, const HostLogGrown& event)
{
    emit m_face.logExtended(event.rank, static_cast<qint64>(event.size));
}

void RunNews::on(RunHost&, const HostDamage& event)
{
    emit m_face.journalDamaged(event.rank, static_cast<qint64>(event.count));
}

void RunNews::on(RunHost& host, const HostKeyAsked& event)
{
    emit m_face.hostKeyUnknown(questionOf(host.status.host, event));
}

void RunNews::on(RunHost& host, const HostSecretAsked& event)
{
    if (const auto question = m_questions.take(host.status.host, event))
        emit m_face.secretNeeded(*question);
}

void RunNews::on(RunHost& host, const HostLibrariesAsked& event)
{
    emit m_face.librariesMissing(questionOf(host.status.host, event));
}

void RunNews::tellOutOfReach()
{
    for (RunHost& host : m_hosts.all()) {
        if (!host.isAway())
            continue;
        const OutOfReach known = m_hosts.knownOfAway(host);
        if (std::exchange(host.status.outOfReach, known) != known)
            emit m_face.hostChanged(host.status);
    }
}

void RunNews::answerHostKey(int host, bool trust)
{
    if (HostThread* thread = m_hosts.thread(host))
        thread->answerHostKey(trust);
}

void RunNews::answerSecret(int host, const Secret& secret)
{
    for (const int one : m_questions.answered(host))
        if (HostThread* thread = m_hosts.thread(one))
            thread->answerSecret(secret.copy());
}

void RunNews::answerLibraries(int host, bool send)
{
    if (HostThread* thread = m_hosts.thread(host))
        thread->answerLibraries(send);
}

} // namespace lockstep
