// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/series.h"
#include "app/metrics/thinned.h"
#include "engine/protocol/journal.h"

#include <QObject>
#include <QVector>
#include <array>
#include <map>
#include <span>

namespace lockstep {

/// A number that a rank reports again and again. Keys: the step for the first group, the epoch for the
/// second, both counted from 1, as people do.
enum class Metric {
    Loss,
    SamplesPerSecond,
    LearningRate,
    DataSeconds,    ///< of a step: waiting for the next batch
    ComputeSeconds, ///< of a step: forward, backward, optimiser
    NetworkSeconds, ///< of a step: waiting for the other ranks
    GpuBusy,        ///< of the rank's GPU, with all that runs on it, lately: fraction, 0 ... 1
    GpuUsedBytes,   ///< likewise
    GpuCelsius,
    GpuWatts,

    EpochLoss,
    ValidationLoss,
    ValidationTop1,
    ValidationTop5,
};
inline constexpr std::size_t kMetrics = 14;
inline constexpr std::size_t kStepMetrics = 10; ///< the first of them

/// The time of a step that is neither data nor network.
double computeSeconds(const StepFinished& step);

/// The series of one run, by rank and metric. A resumed attempt continues the curves from the step that it
/// goes on from. A plain value: built on any thread, moved to the one that shows it.
class MetricTable {
public:
    void append(int rank, std::span<const Record> records);
    /// Takes over the ranks of another table; those known to both are the other's afterwards.
    void merge(MetricTable&& other);

    /// Null while the rank has reported nothing of the kind.
    const Series* find(Metric metric, int rank) const;
    /// Ranks with at least one point, ascending.
    QVector<int> ranks(Metric metric) const;
    std::size_t bytes() const;

private:
    struct Columns {
        std::array<Series, kMetrics> series;
        std::array<Thinned, kStepMetrics> thinned; ///< of those that are thinned
        std::int64_t lastStep = 0;                 ///< of the last step; 0: none yet

        Series& operator[](Metric metric) { return series[static_cast<std::size_t>(metric)]; }
        const Series& operator[](Metric metric) const { return series[static_cast<std::size_t>(metric)]; }
        void appendThinned(Metric metric, std::int64_t key, double value);
    };
    static void addStep(Columns& columns, const StepFinished& step);
    static void addSample(Columns& columns, const DeviceSampled& sampled);
    static void add(Columns& columns, const Event& event);
    static void cutToStart(Columns& columns, const RankStarted& started);

    std::map<int, Columns> m_ranks;
};

/// The table that views draw from. Views pull; the signal only says that there is more. GUI thread.
class MetricStore : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    const MetricTable& table() const { return m_table; }
    void append(int rank, std::span<const Record> records);
    void replace(MetricTable table);

signals:
    void extended();

private:
    MetricTable m_table;
};

} // namespace lockstep
