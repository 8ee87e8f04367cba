// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/checkpoints/checkpoint_work.h"
#include "remote/checkpoint_deed.h"

#include <QObject>
#include <QQueue>
#include <QVector>
#include <functional>

namespace lockstep {

/// One thing that is done with a checkpoint, here or by its host.
struct CheckpointStep {
    enum class Kind { Fetch, CheckOnHost, Discard, EvaluateOnHost, CheckCopy, RemoveCopy, Export, Then };
    Kind kind = Kind::Fetch;
    QString path{};               ///< "checkpoints/step-00000600"; but for Then
    QString file{};               ///< for Export
    std::function<void()> then{}; ///< for Then: what all before it were for
};

/// Does what a person asked for with checkpoints, one step after the other. A step that fails takes those
/// after it along. Lives on one thread and never blocks it.
class CheckpointQueue : public QObject {
    Q_OBJECT
public:
    explicit CheckpointQueue(QString engine, QObject* parent = nullptr);

    /// Of the run whose checkpoints these are; nothing of another one goes on.
    void setFolder(const QString& runFolder);
    void add(const QVector<CheckpointStep>& steps);
    /// The one that goes on; nullptr: none does.
    const CheckpointStep* present() const { return m_steps.isEmpty() ? nullptr : &m_steps.first(); }
    /// Ends what goes on and forgets the rest.
    void cancel();

    // What comes of hostOrdered().
    void hostProgressed(const QString& checkpoint, qint64 done, qint64 total);
    void hostFinished(const CheckpointOutcome& outcome);

signals:
    /// The host is to do this; hostFinished() is awaited.
    void hostOrdered(lockstep::CheckpointDeed deed, const QString& checkpoint);
    void hostTakenBack(const QString& checkpoint);
    /// Another step goes on, or none.
    void moved();
    void progressed(qint64 done, qint64 total);
    void failed(const lockstep::Error& error);
    // Steps that were done.
    void copyChecked(const QString& checkpoint, const lockstep::Sentence& damage);
    void hostChecked(const QString& checkpoint, const lockstep::CheckedMessage& checked);
    void discarded(const QString& checkpoint);
    /// `report`: as `lockstep-engine evaluate --json` prints it.
    void hostEvaluated(const QString& checkpoint, const QByteArray& report);
    void copiesChanged(); ///< on this computer

private:
    void begin();
    void next();
    void fail(const Error& error);
    bool awaits(const QString& checkpoint) const;

    QString m_folder;
    CheckpointWork m_work;
    QQueue<CheckpointStep> m_steps;
};

} // namespace lockstep
