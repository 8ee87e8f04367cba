// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/metric.h"
#include "app/metrics/metric_table.h"
#include "app/metrics/run_marks.h"
#include "app/metrics/series.h"
#include "app/metrics/step_clock.h"
#include "app/metrics/step_columns.h"
#include "engine/protocol/journal_records.h"

#include <array>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// What one rank has reported: its curves, its clock, and what happened beside them.
class RankMetrics {
public:
    /// A journal may carry any number under any name; those beyond so many names are left out.
    static constexpr std::size_t kMaxOtherMetrics = 4096;

    explicit RankMetrics(int rank) : m_rank(rank) {}

    /// REQUIRES: in their order.
    void append(std::span<const Record> records);
    bool append(Metric metric, std::int64_t key, double value);
    /// Another rank tells of this; it changes nothing where this rank is in that attempt or a later one.
    void leaveBehind(const RunMarks::Restart& restart);
    /// So many epochs were over after so many updates.
    void endEpoch(std::int64_t epochs, std::int64_t steps);

    /// Null while there is no point.
    const Series* find(Metric metric) const;
    std::span<const DiscardedPiece> discarded(Metric metric) const;
    void addMetrics(std::vector<Metric>& metrics) const;
    /// How many metrics that are.
    std::size_t metricCount() const;

    /// See MetricTable::sketch().
    RankMetrics sketch(std::size_t groups) const;

    StepClock& clock() { return m_clock; }
    const StepClock& clock() const { return m_clock; }
    /// Of what this attempt did and a later one has done again; null when there is no such thing.
    const StepClock* discardedClock(int attempt) const;
    const RunMarks& marks() const { return m_marks; }
    /// See MetricTable::broken().
    std::map<Metric, BrokenMetric> broken() const;

    std::size_t bytes() const;

private:
    void take(const Record& record);
    void flush(StepColumns& steps);
    void start(const RankStarted& started, std::int64_t wallMs);
    void cutAfter(std::int64_t steps, std::int64_t epochs);
    void cut(Metric metric, Series& series, std::int64_t steps, std::int64_t epochs);
    void add(const DeviceSampled& sampled);
    void add(const CollectiveFinished& collective);
    void add(const LinksMeasured& links);
    std::string linkName(std::int64_t peer) const;
    void addSending(const LinksMeasured& links, std::size_t peer, const std::string& link);
    void add(const EpochFinished& epoch);
    void add(const Evaluated& evaluated);
    void add(const StepSkipped& skipped);
    void addFurther(std::string_view group, std::int64_t key, const FurtherNumbers& numbers);
    Metric named(std::string_view name);

    int m_rank;
    int m_attempt = 0;
    std::int64_t m_worldSize = 0;  ///< of this attempt; 0: not told
    std::int64_t m_firstStep = 0;  ///< updates made before this attempt
    std::int64_t m_firstEpoch = 0; ///< epochs over before it
    std::int64_t m_lastStep = 0;   ///< of the last step; 0: none yet
    std::array<Series, kKnownMetrics> m_known;
    std::map<Metric, Series> m_others;
    std::map<std::string, Metric, std::less<>> m_names; ///< that the journal has brought
    std::map<Metric, std::vector<DiscardedPiece>> m_discarded;
    std::map<int, StepClock> m_discardedClocks; ///< by attempt
    StepClock m_clock;
    RunMarks m_marks;
};

} // namespace lockstep
