// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/attach_messages.h"
#include "engine/protocol/experiment.h"

#include <QDateTime>
#include <QString>
#include <QStringList>
#include <QVector>
#include <cstdint>
#include <optional>
#include <set>

/// A run on this computer's disk: the experiment it was started from, where it went, and byte-identical
/// mirrors of its journals and logs.
///
///     <runs>/<run id>/experiment.lockstep.json
///                     run.json                        RunInfo; replaced atomically
///                     attempt-1/rank-0.jsonl rank-0.log ... host-0.jsonl host-0.log
///                     checkpoints/...                 fetched ones
namespace lockstep {

/// One attempt of a run: what it was to train, and how it ended.
struct AttemptInfo {
    int attempt = 1;
    int epochs = 0; ///< that it trains in all, where a person asked for more; 0: as many as the experiment
    std::optional<std::int64_t> fromStep{}; ///< of the checkpoint that a person had it begin at
    RunPhase phase = RunPhase::Waiting;
    int exitCode = 0;
    Sentence reason{};           ///< why it ended, where it did not end as it was to; else empty
    int culprit = -1;            ///< rank that ended it, where known
    QVector<int> culpritHosts{}; ///< that ended it, where known: those of the ranks that failed for the same
                                 ///< reason, or one that could not be used
    QVector<int> roster{};       ///< hosts that it is made with, rising; empty: all that take part
};

/// A run and its present attempt.
struct RunInfo : AttemptInfo {
    QString id;
    QString name; ///< of the experiment
    QDateTime created;
    bool complete = false; ///< the run has ended and every mirror holds all that there was
    QStringList bundles;   ///< by host: hash of the engine deployed there, empty for this computer
    /// The attempts before this one, ascending. Runs of before do not tell of theirs.
    QVector<AttemptInfo> earlier;

    /// The reason in English, for programs that read what a command prints.
    QString message() const { return QString::fromStdString(reason.english()); }
};

/// How a person wants a run to go on.
struct FurtherAttempt {
    int epochs = 0; ///< that it is to train in all, recorded in the run folder; 0: as many as before
    /// Of the checkpoint to begin at, those after which are removed; nothing: the newest that verifies.
    std::optional<std::int64_t> fromStep{};
};

/// A further attempt of the run.
RunInfo nextAttempt(const RunInfo& info, const FurtherAttempt& further);

class RunFolder {
public:
    /// A new run with a fresh id ("20261120-235959-digits-3f9a") below `runs`.
    static Result<RunFolder> create(const QString& runs, const Experiment& experiment);
    static Result<RunFolder> open(const QString& path);
    /// What run.json says; of a damaged run what is known, and a message.
    static RunInfo infoOf(const QString& path);
    /// Every run below `runs`, newest first, the damaged ones among them.
    static QVector<RunInfo> list(const QString& runs);

    const QString& path() const { return m_path; }
    const RunInfo& info() const { return m_info; }
    /// What the present attempt trains: the experiment that the run was started from, with the epochs that
    /// the attempt was given (all of these are trained, so it does not stop early), on the hosts of its
    /// roster.
    const Experiment& experiment() const { return m_experiment; }
    /// The same on all hosts of the run.
    const Experiment& drawn() const { return m_drawn; }
    /// What another attempt of the run trained: the same on the hosts of its roster.
    Experiment experimentOf(int attempt) const;
    /// Global ranks of a host in an attempt with this roster.
    std::set<int> ranksOn(int host, const QVector<int>& roster) const;
    Result<void> setInfo(const RunInfo& info);

    QString journalPath(int rank) const; ///< of the present attempt
    QString logPath(int rank) const;
    QString hostJournalPath(int host) const;
    QString hostLogPath(int host) const;
    /// Where a file of the run ("attempt-1/rank-0.jsonl") is mirrored; empty for a name that is not
    /// isRunFile().
    QString mirrorPath(const QString& file) const;

private:
    void takeInfo(const RunInfo& info);

    QString m_path;
    RunInfo m_info;
    Experiment m_drawn;
    Experiment m_experiment;
};

/// `~/.local/share/lockstep/runs` (XDG_DATA_HOME).
QString defaultRunsFolder();

} // namespace lockstep
