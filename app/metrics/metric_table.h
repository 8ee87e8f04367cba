// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/key_scale.h"
#include "app/metrics/metric.h"
#include "app/metrics/moment.h"
#include "app/metrics/run_marks.h"
#include "app/metrics/series.h"
#include "engine/protocol/journal_records.h"

#include <QVector>
#include <map>
#include <memory>
#include <span>

namespace lockstep {

class RankMetrics;

/// A part of a curve that a later attempt has done again: what lay behind the checkpoint that it went on
/// from.
struct DiscardedPiece {
    int attempt = 1; ///< that made it
    Series series;
};

/// The first value of a metric in an attempt that is no number any more: NaN or infinite.
struct BrokenMetric {
    int attempt = 1;
    std::int64_t key = 0; ///< as in its series
    double value = 0;
};

/// The series of one run, by rank and metric. A resumed attempt continues the curves from the step that it
/// goes on from. A plain value, moved and not copied: built on any thread, moved to the one that shows it.
/// What it lends is valid until it changes.
class MetricTable {
public:
    MetricTable();
    MetricTable(MetricTable&&) noexcept;
    MetricTable& operator=(MetricTable&&) noexcept;
    ~MetricTable();

    /// What a rank's journal tells, in its order.
    void append(int rank, std::span<const Record> records);
    /// One point of any source. False, and nothing happens, unless the rank is not negative and the key lies
    /// above the last one of its series.
    bool append(int rank, Metric metric, std::int64_t key, double value);
    /// The time of a step of any source; steps ascend.
    void appendTime(int rank, std::int64_t step, std::int64_t wallMs);
    /// So many epochs, from 1, were over after so many updates; epochs ascend.
    void appendEpochEnd(int rank, int epochs, std::int64_t steps);
    /// Ranks that a later attempt was made without go no further than the checkpoint that it went on from,
    /// as the curves of the others do. Of records that are appended in the order of their attempts this is
    /// known.
    void leaveBehind();
    /// Takes over the ranks of another table; those known to both are the other's afterwards.
    void merge(MetricTable&& other);

    /// A small table that looks the same from afar: of each curve the lowest and highest values of so many
    /// groups of points, without discarded pieces.
    MetricTable sketch(std::size_t groups) const;

    /// Null while the rank has reported nothing of the kind.
    const Series* find(Metric metric, int rank) const;
    /// Those of which any rank has a point, in the order of readsBefore().
    QVector<Metric> metrics() const;
    /// How many curves of all ranks there are, which is found faster: another number tells of another answer
    /// of metrics(), as long as nothing is cut off or merged in.
    std::size_t curveCount() const;
    /// Ranks with at least one point, ascending.
    QVector<int> ranks(Metric metric) const;
    /// Ascending by attempt; empty where nothing was done again.
    std::span<const DiscardedPiece> discarded(Metric metric, int rank) const;

    /// Where the keys of this metric's series of this rank lie on an axis.
    KeyScale scale(XAxis axis, Metric metric, int rank) const;
    /// The same for a piece that `attempt` made and a later one has done again.
    KeyScale discardedScale(XAxis axis, Metric metric, int rank, int attempt) const;
    /// Whether any rank can be drawn over it.
    bool knows(XAxis axis) const;

    /// What has broken in the newest attempt of a rank.
    std::map<Metric, BrokenMetric> broken(int rank) const;

    RunMarks marks() const;
    /// With the step where only the time is known, and the time where only the step is; unchanged where the
    /// rank has told neither.
    Moment completed(Moment moment) const;

    std::size_t bytes() const;

private:
    RankMetrics& at(int rank);
    const RankMetrics* find(int rank) const;

    std::map<int, std::unique_ptr<RankMetrics>> m_ranks;
};

} // namespace lockstep
