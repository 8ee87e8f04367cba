// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/run/run_news.h"

#include "engine/protocol/run_files.h"

#include <utility>

namespace lockstep {

void RunNews::on(RunHost& host, const HostRecords& event)
{
    host.thread->recordsTaken();
    emit m_face.recordsReceived(event.rank, event.records);
}

void RunNews::on(RunHost&, const HostLogGrown& event)
{
    emit m_face.logExtended(event.rank, static_cast<qint64>(event.size));
}

void RunNews::on(RunHost&, const HostDamage& event)
{
    emit m_face.journalDamaged(event.rank, static_cast<qint64>(event.count));
}

void RunNews::on(RunHost&, const HostCheckpoint& event)
{
    if (event.ended)
        emit m_face.checkpointFinished(event.outcome);
    else
        emit m_face.checkpointProgress(event.outcome.checkpoint, static_cast<qint64>(event.done),
                                       static_cast<qint64>(event.total));
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

void RunNews::orderCheckpoint(CheckpointDeed deed, const RunFolder& folder, const QString& checkpoint)
{
    // Checkpoints are with the host of rank 0.
    const RunHost* host = m_hosts.ofRank(0);
    if (host != nullptr && stepOfCheckpointFolder(checkpoint.toStdString()))
        return host->thread->order(deed, folder, host->status.host, checkpoint);
    const Error none{LOCKSTEP_TEXT("\"%1\" is no checkpoint of this run."), {checkpoint.toStdString()}, ""};
    emit m_face.checkpointFinished({.deed = deed, .checkpoint = checkpoint, .error = none});
}

void RunNews::takeBackCheckpoint(const QString& checkpoint)
{
    if (const RunHost* host = m_hosts.ofRank(0))
        host->thread->takeBack(checkpoint);
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
