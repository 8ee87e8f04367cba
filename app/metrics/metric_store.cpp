// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/metrics/metric_store.h"

#include <utility>

namespace lockstep {

double computeSeconds(const StepFinished& step)
{
    return step.forwardSeconds + step.backwardSeconds + step.optimizerSeconds;
}

void MetricTable::Columns::appendThinned(Metric metric, std::int64_t key, double value)
{
    thinned[static_cast<std::size_t>(metric)].append((*this)[metric], key, value);
}

/// What an earlier attempt did beyond the checkpoint that this one starts from is done again: one clean
/// curve.
void MetricTable::cutToStart(Columns& columns, const RankStarted& started)
{
    const std::int64_t epochs = started.stepsPerEpoch > 0 ? started.firstStep / started.stepsPerEpoch : 0;
    for (std::size_t i = 0; i < kMetrics; ++i)
        columns.series[i].cutFrom((i < kStepMetrics ? started.firstStep : epochs) + 1);
    for (Thinned& thinned : columns.thinned)
        thinned.forget();
    columns.lastStep = started.firstStep;
}

void MetricTable::addStep(Columns& columns, const StepFinished& step)
{
    const std::int64_t key = step.step + 1;
    columns.lastStep = key;
    columns[Metric::Loss].append(key, step.loss);
    columns[Metric::SamplesPerSecond].append(key, step.samplesPerSecond);
    columns.appendThinned(Metric::LearningRate, key, step.learningRate);
    columns.appendThinned(Metric::DataSeconds, key, step.dataSeconds);
    columns.appendThinned(Metric::ComputeSeconds, key, computeSeconds(step));
    columns.appendThinned(Metric::NetworkSeconds, key, step.networkSeconds);
}

/// Samples come by time, curves are over steps: each belongs to the step before it, and of several the first.
void MetricTable::addSample(Columns& columns, const DeviceSampled& sampled)
{
    if (columns.lastStep == 0)
        return;
    const GpuState& gpu = sampled.gpu;
    const std::pair<Metric, const std::optional<double>&> values[] = {
        {Metric::GpuBusy, gpu.busy},
        {Metric::GpuUsedBytes, gpu.usedBytes},
        {Metric::GpuCelsius, gpu.temperatureCelsius},
        {Metric::GpuWatts, gpu.powerWatts},
    };
    for (const auto& [metric, value] : values) {
        if (value)
            columns[metric].append(columns.lastStep, *value);
    }
}

void MetricTable::add(Columns& columns, const Event& event)
{
    if (const auto* step = std::get_if<StepFinished>(&event)) {
        addStep(columns, *step);
    } else if (const auto* sampled = std::get_if<DeviceSampled>(&event)) {
        addSample(columns, *sampled);
    } else if (const auto* epoch = std::get_if<EpochFinished>(&event)) {
        columns[Metric::EpochLoss].append(std::int64_t{epoch->epoch} + 1, epoch->loss);
    } else if (const auto* evaluated = std::get_if<Evaluated>(&event)) {
        if (evaluated->set != "validation")
            return;
        const std::int64_t key = std::int64_t{evaluated->epoch} + 1;
        columns[Metric::ValidationLoss].append(key, evaluated->loss);
        columns[Metric::ValidationTop1].append(key, evaluated->top1);
        columns[Metric::ValidationTop5].append(key, evaluated->top5);
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
    if (found == m_ranks.end() || found->second[metric].empty())
        return nullptr;
    return &found->second[metric];
}

QVector<int> MetricTable::ranks(Metric metric) const
{
    QVector<int> ranks;
    for (const auto& [rank, columns] : m_ranks) {
        if (!columns[metric].empty())
            ranks.append(rank);
    }
    return ranks;
}

std::size_t MetricTable::bytes() const
{
    std::size_t bytes = 0;
    for (const auto& entry : m_ranks) {
        for (const Series& series : entry.second.series)
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
