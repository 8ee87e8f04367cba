// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/checkpoints/checkpoint_list.h"
#include "app/checkpoints/checkpoint_queue.h"
#include "remote/mirrors/run_folder.h"

#include <QObject>
#include <QVector>
#include <optional>

namespace lockstep {

/// The checkpoints of one run: what is known of them, and the queue of what is done with them, whose outcomes
/// are kept beside the run. Lives on one thread.
class RunCheckpoints : public QObject {
    Q_OBJECT
public:
    using Entries = QVector<CheckpointEntry>;
    /// `engine`: the path of lockstep-engine.
    explicit RunCheckpoints(QString engine, QObject* parent = nullptr);

    void setFolder(const RunFolder& folder);
    /// REQUIRES: setFolder().
    const RunFolder& folder() const { return *m_folder; }
    /// Name of the host that keeps them, and whether that is this computer.
    QString host() const { return m_folder ? checkpointHost(m_folder->experiment()) : QString(); }
    bool keepsHere() const { return m_folder && keepsCheckpointsHere(m_folder->experiment()); }
    /// Looks anew. `kept`: as the journals tell.
    const Entries& list(const QVector<KeptCheckpoint>& kept);
    /// As of the last look, the newest first.
    const Entries& entries() const { return m_entries; }
    /// Those on the host that are later than this one.
    Entries laterThan(const CheckpointEntry& entry) const;
    /// What the host found last when it compared one; nothing: it did not.
    const std::optional<CheckedMessage>& lastCheck() const { return m_lastCheck; }

    CheckpointQueue& queue() { return m_queue; }
    const CheckpointQueue& queue() const { return m_queue; }
    void fetch(const Entries& entries) { m_queue.add(fetchSteps(entries)); }
    void verify(const Entries& entries) { m_queue.add(verifySteps(entries)); }
    /// That bring those to this computer that are not here.
    static QVector<CheckpointStep> fetchSteps(const Entries& entries);
    /// That compare them with their manifests, wherever they are.
    static QVector<CheckpointStep> verifySteps(const Entries& entries);

signals:
    /// list() would tell something else now.
    void outdated();
    /// A step was not done, or its outcome could not be kept.
    void failed(const lockstep::Error& error);

private:
    int attemptOf(const QString& checkpoint) const;
    void keep(const Result<void>& written);

    CheckpointQueue m_queue;
    std::optional<RunFolder> m_folder;
    CheckpointBook m_book;
    Entries m_entries;
    std::optional<CheckedMessage> m_lastCheck;
};

} // namespace lockstep
