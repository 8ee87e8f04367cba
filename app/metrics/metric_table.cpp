// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/metrics/metric_table.h"

#include "app/metrics/rank_metrics.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockstep {

MetricTable::MetricTable() = default;
MetricTable::MetricTable(MetricTable&&) noexcept = default;
MetricTable& MetricTable::operator=(MetricTable&&) noexcept = default;
MetricTable::~MetricTable() = default;

RankMetrics& MetricTable::at(int rank)
{
    std::unique_ptr<RankMetrics>& metrics = m_ranks[rank];
    if (!metrics)
        metrics = std::make_unique<RankMetrics>(rank);
    return *metrics;
}

const RankMetrics* MetricTable::find(int rank) const
{
    const auto found = m_ranks.find(rank);
    return found == m_ranks.end() ? nullptr : found->second.get();
}

void MetricTable::append(int rank, std::span<const Record> records)
{
    if (rank < 0)
        return;
    at(rank).append(records);
    const auto begins = [](const Record& record) {
        const auto* started = std::get_if<RankStarted>(&record.event);
        return started != nullptr && started->attempt > 1;
    };
    if (std::ranges::any_of(records, begins))
        leaveBehind();
}

void MetricTable::leaveBehind()
{
    std::vector<RunMarks::Restart> restarts;
    for (const auto& [rank, metrics] : m_ranks)
        restarts.insert(restarts.end(), metrics->marks().restarts.begin(), metrics->marks().restarts.end());
    for (const auto& [rank, metrics] : m_ranks)
        for (const RunMarks::Restart& restart : restarts)
            metrics->leaveBehind(restart);
}

bool MetricTable::append(int rank, Metric metric, std::int64_t key, double value)
{
    return rank >= 0 && at(rank).append(metric, key, value);
}

void MetricTable::appendTime(int rank, std::int64_t step, std::int64_t wallMs)
{
    if (rank >= 0)
        at(rank).clock().append(step, wallMs);
}

void MetricTable::appendEpochEnd(int rank, int epochs, std::int64_t steps)
{
    if (rank >= 0)
        at(rank).endEpoch(epochs, steps);
}

void MetricTable::merge(MetricTable&& other)
{
    other.m_ranks.merge(m_ranks);
    m_ranks = std::exchange(other.m_ranks, {});
}

MetricTable MetricTable::sketch(std::size_t groups) const
{
    MetricTable drawn;
    for (const auto& [rank, metrics] : m_ranks)
        drawn.m_ranks.emplace(rank, std::make_unique<RankMetrics>(metrics->sketch(groups)));
    return drawn;
}

const Series* MetricTable::find(Metric metric, int rank) const
{
    const RankMetrics* metrics = find(rank);
    return metrics == nullptr ? nullptr : metrics->find(metric);
}

QVector<Metric> MetricTable::metrics() const
{
    std::vector<Metric> all;
    for (const auto& [rank, metrics] : m_ranks) {
        metrics->addMetrics(all);
        std::sort(all.begin(), all.end());
        all.erase(std::unique(all.begin(), all.end()), all.end());
    }
    std::sort(all.begin(), all.end(), readsBefore);
    return {all.begin(), all.end()};
}

std::size_t MetricTable::curveCount() const
{
    std::size_t count = 0;
    for (const auto& [rank, metrics] : m_ranks)
        count += metrics->metricCount();
    return count;
}

QVector<int> MetricTable::ranks(Metric metric) const
{
    QVector<int> ranks;
    for (const auto& [rank, metrics] : m_ranks) {
        if (metrics->find(metric) != nullptr)
            ranks.append(rank);
    }
    return ranks;
}

std::span<const DiscardedPiece> MetricTable::discarded(Metric metric, int rank) const
{
    const RankMetrics* metrics = find(rank);
    if (metrics == nullptr)
        return {};
    return metrics->discarded(metric);
}

KeyScale MetricTable::scale(XAxis axis, Metric metric, int rank) const
{
    const RankMetrics* metrics = find(rank);
    return metrics == nullptr ? KeyScale() : KeyScale(axis, metric.keyKind(), metrics->clock());
}

KeyScale MetricTable::discardedScale(XAxis axis, Metric metric, int rank, int attempt) const
{
    const RankMetrics* metrics = find(rank);
    const StepClock* clock = metrics == nullptr ? nullptr : metrics->discardedClock(attempt);
    return clock == nullptr ? scale(axis, metric, rank) : KeyScale(axis, metric.keyKind(), *clock);
}

bool MetricTable::knows(XAxis axis) const
{
    return std::any_of(m_ranks.begin(), m_ranks.end(), [axis](const auto& rank) {
        return KeyScale(axis, KeyKind::Step, rank.second->clock()).isKnown();
    });
}

std::map<Metric, BrokenMetric> MetricTable::broken(int rank) const
{
    const RankMetrics* metrics = find(rank);
    return metrics == nullptr ? std::map<Metric, BrokenMetric>() : metrics->broken();
}

RunMarks MetricTable::marks() const
{
    RunMarks marks;
    for (const auto& [rank, metrics] : m_ranks)
        marks.merge(metrics->marks());
    return marks;
}

Moment MetricTable::completed(Moment moment) const
{
    const RankMetrics* metrics = find(moment.rank);
    if (metrics == nullptr || !metrics->clock().knowsTime())
        return moment;
    const StepClock& clock = metrics->clock();
    if (moment.step < 0 && moment.wallMs >= 0)
        moment.step = clock.stepAt(moment.wallMs);
    else if (moment.wallMs < 0 && moment.step >= 0)
        moment.wallMs = std::llround(clock.wallSeconds(static_cast<double>(moment.step)) * 1000);
    return moment;
}

std::size_t MetricTable::bytes() const
{
    std::size_t bytes = 0;
    for (const auto& [rank, metrics] : m_ranks)
        bytes += metrics->bytes();
    return bytes;
}

} // namespace lockstep
