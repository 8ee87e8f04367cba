// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/summary/attempt_summary.h"
#include "app/summary/kept_checkpoints.h"
#include "app/summary/pace.h"
#include "app/summary/step_durations.h"
#include "app/summary/warning_summary.h"
#include "engine/protocol/experiment.h"
#include "engine/protocol/journal.h"
#include "remote/mirrors/run_folder.h"

#include <QMap>
#include <QString>
#include <QVector>
#include <cmath>
#include <map>
#include <optional>
#include <span>

namespace lockstep {

/// What is known of one rank.
struct RankSummary {
    int rank = 0;
    int hostIndex = 0; ///< into Topology::hosts
    QString host;      ///< its name
    QString device;
    RunPhase phase = RunPhase::Waiting;
    int epoch = -1;         ///< from 0; -1: none yet
    std::int64_t step = -1; ///< from 0; -1: none yet
    double loss = std::nan("");
    int samples = 0;           ///< of a full step
    Pace pace;                 ///< in the present attempt
    StepDurations durations;   ///< likewise
    double top1 = 0, top5 = 0; ///< of its samples in the last step, 0 ... 1
    double learningRate = 0;
    double dataSeconds = 0, computeSeconds = 0, networkSeconds = 0; ///< of the last step
    std::int64_t memoryBytes = 0;
    GpuState gpu;                           ///< lately
    std::optional<double> gpuMemoryBytes;   ///< of the whole card
    std::optional<SharingStart> sharing;    ///< while it takes over the weights before its first step
    std::optional<SavingCheckpoint> saving; ///< while one is on its way to the disk
    std::uint64_t records = 0;              ///< received over all attempts
    Sentence message;                       ///< why it ended, when not well; else empty
    QString weightHash;
    bool operator==(const RankSummary&) const = default;
};

struct EpochSummary {
    int epoch = 0;              ///< from 0
    std::optional<double> loss; ///< mean training loss over all ranks
    std::optional<double> validationLoss;
    std::optional<double> top1; ///< 0 ... 1
    std::optional<double> top5; ///< 0 ... 1
};

/// What is left to do, and how long each of it takes: an estimate with its basis.
struct TimeLeft {
    std::int64_t steps = 0;
    MeanDuration step;     ///< lately; known
    int epochEnds = 0;     ///< with what happens between epochs: validation, checkpoint
    MeanDuration epochEnd; ///< lately; none was seen yet when it counts none

    double seconds() const
    {
        return static_cast<double>(steps) * step.seconds + epochEnds * epochEnd.seconds;
    }
};

/// What the journals of a run amount to, for tables and the last line of a command. A record that was taken
/// before (by its attempt and sequence number) changes nothing. A plain value for any one thread.
class RunSummary {
public:
    RunSummary() = default;
    /// Every rank of the topology is there from the start, waiting.
    explicit RunSummary(const Experiment& experiment);
    /// A further attempt may be made with other hosts than those before: its ranks are those of this
    /// topology. What is known of ranks of the same number stays, until they begin anew.
    void setHosts(const Experiment& experiment);

    /// Returns those that are new; they are the end of `records`. REQUIRES: records of one rank in their
    /// order.
    std::span<const Record> take(int rank, std::span<const Record> records);
    /// The sequence number that comes next in this attempt's journal of each rank; those unknown are left
    /// out.
    QMap<int, quint64> nextSequences(int attempt) const;
    /// The run has ended: every rank is told as what ended the run makes of it (see endOfPart()).
    void conclude(const RunInfo& info);
    /// An attempt that another follows has ended on all its ranks, on one that could not say so, too.
    void concludeEarlier(const RunInfo& info);
    /// What the ranks of this host are told as, once the run has ended.
    RunPhase endOfHost(int host) const;
    /// Takes over the ranks that another summary of the same run has followed.
    void merge(const RunSummary& other);

    const std::map<int, RankSummary>& ranks() const { return m_ranks; }
    /// Ascending; an epoch is there as soon as anything is known of it.
    const std::map<int, EpochSummary>& epochs() const { return m_epochs; }
    /// Those still kept on the host, oldest first; at most one is marked best.
    QVector<KeptCheckpoint> checkpoints() const { return m_checkpoints.kept(); }

    /// Of the rank that is furthest from having taken over the weights; nothing when all have.
    std::optional<SharingStart> sharing() const;

    /// Of the rank that saves; nothing when none does.
    std::optional<SavingCheckpoint> saving() const;

    /// All ranks make a step together: the pace of the slowest one, lately, or over all when the run has
    /// ended; 0: not known yet.
    double stepsPerSecond() const;
    /// The share that a rank has in the rate of the whole.
    double samplesPerSecond(const RankSummary& rank) const;
    /// To the end, if all goes on as lately; nothing: not known yet, as in the first steps, or nothing is
    /// left.
    std::optional<TimeLeft> timeLeft() const;

    /// Updates that every rank has made.
    std::int64_t doneSteps() const;
    std::int64_t totalSteps() const { return m_stepsPerEpoch * m_totalEpochs; } ///< 0: unknown
    /// The share of the steps that every rank has made, 0 ... 1; nothing: unknown.
    std::optional<double> doneShare() const;
    int totalEpochs() const { return m_totalEpochs; }
    /// The run is to train so many epochs in all: a further attempt may have more than those before.
    void setTotalEpochs(int epochs) { m_totalEpochs = epochs; }
    const AttemptSummaries& attempts() const { return m_attempts; }
    /// What the newest attempt of each rank began with; ranks that have told nothing yet are left out.
    const std::map<int, RankStarted>& starts() const { return m_starts; }
    const WarningSummaries& warnings() const { return m_warnings; }
    /// The newest of any rank; empty: none.
    const Sentence& lastWarning() const { return m_lastWarning; }

private:
    struct Cursor {
        int attempt = 0;
        std::uint64_t next = 0;
        bool stale = false; ///< inside an attempt that is known already
    };

    bool isNew(Cursor& cursor, const Record& record) const;
    void add(RankSummary& rank, const Record& record);
    /// What is the same on every rank, or said by one for all.
    void addShared(int attempt, const Event& event);
    void start(RankSummary& rank, const RankStarted& started);
    void finish(RankSummary& rank, const RankFinished& finished);
    std::optional<TimeLeft> timeLeft(const RankSummary& rank) const;

    int m_attempt = 0; ///< the newest that any rank has told of
    std::map<int, RankSummary> m_ranks;
    std::map<int, Cursor> m_cursors;
    std::map<int, EpochSummary> m_epochs;
    KeptCheckpoints m_checkpoints;
    std::int64_t m_stepsPerEpoch = 0;
    int m_totalEpochs = 0;
    AttemptSummaries m_attempts;
    std::map<int, RankStarted> m_starts;
    WarningSummaries m_warnings;
    Sentence m_lastWarning;
};

} // namespace lockstep
