// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/metric_store.h"

#include <utility>

namespace lockstep {

namespace {

constexpr std::size_t slot(Metric metric)
{
    return static_cast<std::size_t>(metric);
}

/// What an earlier attempt did beyond the checkpoint that this one starts from is done again: one clean curve.
template <typename Columns>
void cutToStart(Columns& columns, const RankStarted& started)
{
    const std::int64_t epochs = started.stepsPerEpoch > 0 ? started.firstStep / started.stepsPerEpoch : 0;
    columns[slot(Metric::Loss)].cutFrom(started.firstStep);
    columns[slot(Metric::SamplesPerSecond)].cutFrom(started.firstStep);
    columns[slot(Metric::EpochLoss)].cutFrom(epochs + 1);
    columns[slot(Metric::ValidationLoss)].cutFrom(epochs + 1);
    columns[slot(Metric::ValidationTop1)].cutFrom(epochs + 1);
}

} // namespace

void MetricTable::add(Columns& columns, const Event& event)
{
    if (const auto* step = std::get_if<StepFinished>(&event)) {
        columns[slot(Metric::Loss)].append(step->step, step->loss);
        columns[slot(Metric::SamplesPerSecond)].append(step->step, step->samplesPerSecond);
    } else if (const auto* epoch = std::get_if<EpochFinished>(&event)) {
        columns[slot(Metric::EpochLoss)].append(std::int64_t{epoch->epoch} + 1, epoch->loss);
    } else if (const auto* evaluated = std::get_if<Evaluated>(&event)) {
        if (evaluated->set != "validation")
            return;
        columns[slot(Metric::ValidationLoss)].append(std::int64_t{evaluated->epoch} + 1, evaluated->loss);
        columns[slot(Metric::ValidationTop1)].append(std::int64_t{evaluated->epoch} + 1, evaluated->top1);
    } else if (const auto* started = std::get_if<RankStarted>(&event)) {
        cutToStart(columns, *started);
    }
}

void MetricTable::append(int rank, std::span<const Record> records)
{
    if (rank < 0)
        return;
    Columns& columns = m_ranks[rank];
    for (const Record& record : records)
        add(columns, record.event);
}

void MetricTable::merge(MetricTable&& other)
{
    other.m_ranks.merge(m_ranks);
    m_ranks = std::exchange(other.m_ranks, {});
}

const Series* MetricTable::find(Metric metric, int rank) const
{
    const auto found = m_ranks.find(rank);
    if (found == m_ranks.end() || found->second[slot(metric)].empty())
        return nullptr;
    return &found->second[slot(metric)];
}

QVector<int> MetricTable::ranks(Metric metric) const
{
    QVector<int> ranks;
    for (const auto& [rank, columns] : m_ranks) {
        if (!columns[slot(metric)].empty())
            ranks.append(rank);
    }
    return ranks;
}

std::size_t MetricTable::bytes() const
{
    std::size_t bytes = 0;
    for (const auto& entry : m_ranks) {
        for (const Series& series : entry.second)
            bytes += series.bytes();
    }
    return bytes;
}

void MetricStore::append(int rank, std::span<const Record> records)
{
    m_table.append(rank, records);
    emit extended();
}

void MetricStore::replace(MetricTable table)
{
    m_table = std::move(table);
    emit extended();
}

} // namespace lockstep
