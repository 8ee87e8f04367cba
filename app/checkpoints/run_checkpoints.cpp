// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/checkpoints/run_checkpoints.h"

#include <algorithm>
#include <iterator>

namespace lockstep {

using Kind = CheckpointStep::Kind;

RunCheckpoints::RunCheckpoints(QString engine, QObject* parent) : QObject(parent), m_queue(std::move(engine))
{
    connect(&m_queue, &CheckpointQueue::failed, this, &RunCheckpoints::failed);
    connect(&m_queue, &CheckpointQueue::copiesChanged, this, &RunCheckpoints::outdated);
    connect(&m_queue, &CheckpointQueue::copyChecked, this,
            [this](const QString& checkpoint, const Sentence& damage) {
                const QString fingerprint = fingerprintOf(m_folder->mirrorPath(checkpoint));
                keep(m_book.setCopyVerdict(checkpoint, {damage, QDateTime::currentDateTime()}, fingerprint));
            });
    connect(&m_queue, &CheckpointQueue::hostChecked, this,
            [this](const QString& checkpoint, const CheckedMessage& checked) {
                m_lastCheck = checked;
                keep(m_book.setHostVerdict(checkpoint, {checked.damage, QDateTime::currentDateTime()},
                                           attemptOf(checkpoint)));
            });
    connect(&m_queue, &CheckpointQueue::discarded, this, [this](const QString& checkpoint) {
        keep(m_book.setDiscarded(checkpoint, attemptOf(checkpoint)));
    });
}

void RunCheckpoints::setFolder(const RunFolder& folder)
{
    const bool isAnother = !m_folder || m_folder->path() != folder.path();
    m_folder = folder;
    m_queue.setFolder(folder.path());
    if (!isAnother)
        return;
    m_book = CheckpointBook::open(folder.path());
    m_entries.clear();
    m_lastCheck.reset();
}

const RunCheckpoints::Entries& RunCheckpoints::list(const QVector<KeptCheckpoint>& kept)
{
    if (m_folder)
        m_entries = listCheckpoints(*m_folder, kept, m_book);
    return m_entries;
}

RunCheckpoints::Entries RunCheckpoints::laterThan(const CheckpointEntry& entry) const
{
    Entries later;
    std::ranges::copy_if(m_entries, std::back_inserter(later), [&entry](const CheckpointEntry& other) {
        return other.isOnHost && other.saved.step > entry.saved.step;
    });
    return later;
}

int RunCheckpoints::attemptOf(const QString& checkpoint) const
{
    const auto found = std::ranges::find(m_entries, checkpoint, &CheckpointEntry::path);
    return found == m_entries.end() ? 0 : found->saved.attempt;
}

void RunCheckpoints::keep(const Result<void>& written)
{
    emit outdated();
    if (!written)
        emit failed(written.error());
}

QVector<CheckpointStep> RunCheckpoints::fetchSteps(const Entries& entries)
{
    QVector<CheckpointStep> steps;
    for (const CheckpointEntry& entry : entries)
        if (entry.isOnHost && !entry.isHere)
            steps.append({.kind = Kind::Fetch, .path = entry.path});
    return steps;
}

QVector<CheckpointStep> RunCheckpoints::verifySteps(const Entries& entries)
{
    QVector<CheckpointStep> steps;
    for (const CheckpointEntry& entry : entries) {
        if (entry.isHere)
            steps.append({.kind = Kind::CheckCopy, .path = entry.path});
        if (entry.isOnHost)
            steps.append({.kind = Kind::CheckOnHost, .path = entry.path});
    }
    return steps;
}

} // namespace lockstep
