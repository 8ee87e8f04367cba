// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/experiment.h"
#include "engine/protocol/host_report.h"
#include "engine/protocol/journal.h"
#include "remote/checkpoint_deed.h"
#include "remote/mirrors/run_folder.h"
#include "remote/remote_options.h"

#include <QByteArray>
#include <QMap>
#include <QObject>
#include <QString>
#include <QVector>
#include <memory>
#include <optional>

namespace lockstep {

class Rehearsal;
class RunCoordinator;

/// One run over all its hosts: connects, deploys, submits, starts, mirrors, re-attaches, stops. Lives on the
/// thread that made it and never blocks it; every host has a worker thread of its own. Training does not
/// depend on it: when it is destroyed or killed, the run goes on.
class RunController : public QObject {
    Q_OBJECT
public:
    explicit RunController(RemoteOptions options, QObject* parent = nullptr);
    ~RunController() override;

    /// Begins a new run. REQUIRES: phase() == RunPhase::Waiting.
    Result<void> start(const Experiment& experiment);
    /// The same on the stage of a rehearsal, which the run holds on to: what leaves it, this object or the
    /// program, ends it. `experiment`: a rehearsedExperiment().
    Result<void> rehearse(const Experiment& experiment, std::shared_ptr<Rehearsal> rehearsal);
    /// Goes on watching a run of the runs folder, whatever its state. Without `seen`, recordsReceived brings
    /// every record of the present attempt, those that the mirror holds first; else only those from the given
    /// sequence number of each rank on.
    Result<void> attach(const QString& runFolder, const QMap<int, quint64>& seen = {});
    /// Begins a further attempt of a run that has ended, as `further` says.
    Result<void> resume(const QString& runFolder, const FurtherAttempt& further = {});
    /// Asks every host to end the run: the step is finished, a checkpoint written, then the ranks leave.
    void stop();

    RunPhase phase() const;
    /// Valid from start() or attach() on.
    const RunFolder& folder() const;
    QVector<HostStatus> hosts() const;

    /// Answers to the questions below; an empty answer or a refusal ends the attempt to connect.
    void answerHostKey(int host, bool trust);
    void answerSecret(int host, const QByteArray& secret);
    void answerLibraries(int host, bool send);

    /// Has the host of rank 0 do something with a checkpoint ("checkpoints/step-00000600"), or one that holds
    /// a copy where that is out of reach, one thing at a time with each -> checkpointProgress ...,
    /// checkpointFinished.
    void orderCheckpoint(lockstep::CheckpointDeed deed, const QString& checkpoint);
    /// Takes it back: nothing more is heard of it. What the host has done by then stays done.
    void takeBackCheckpoint(const QString& checkpoint);

signals:
    void phaseChanged(lockstep::RunPhase phase);
    void hostChanged(const lockstep::HostStatus& status);
    /// A host has said what it is, having been reached.
    void hostReported(const lockstep::Host& host, const lockstep::HostReport& report);
    void hostKeyUnknown(const lockstep::HostKeyQuestion& question);
    void secretNeeded(const lockstep::SecretQuestion& question);
    void librariesMissing(const lockstep::LibraryQuestion& question);
    /// At most one per rank every 50 ms. Already in the mirror when this arrives.
    void recordsReceived(int rank, const QVector<lockstep::Record>& records);
    /// The mirrored text log of a rank has grown to `size` bytes.
    void logExtended(int rank, qint64 size);
    /// Damaged or missing journal lines were met; `count` since the last signal.
    void journalDamaged(int rank, qint64 count);
    /// In bytes; a total of 0 is not known yet.
    void checkpointProgress(const QString& checkpoint, qint64 done, qint64 total);
    void checkpointFinished(const lockstep::CheckpointOutcome& outcome);
    /// The hosts have followed an attempt that ended in an error with another one by themselves, or this
    /// object is about to in their place, where it began the run and a supervisor was killed: folder() tells
    /// of both, and what is received from now on is of the new one.
    void restarted(const lockstep::RunInfo& info);
    /// The run has ended and every mirror is complete (or the host that has the rest is out of reach).
    void finished(const lockstep::RunInfo& info);

private:
    QString m_runsFolder;
    std::unique_ptr<RunCoordinator> m_run;
};

} // namespace lockstep

Q_DECLARE_METATYPE(lockstep::RunInfo)
