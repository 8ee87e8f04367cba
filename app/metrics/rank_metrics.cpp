// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/metrics/rank_metrics.h"

#include <algorithm>
#include <string>

namespace lockstep {

namespace {

constexpr std::size_t kMaxSetName = 64;

} // namespace

bool RankMetrics::append(Metric metric, std::int64_t key, double value)
{
    if (metric.isNone())
        return false;
    if (metric.isKnown())
        return m_known[metric.index()].append(key, value);
    return m_others[metric].append(key, value);
}

void RankMetrics::append(std::span<const Record> records)
{
    StepColumns steps;
    for (const Record& record : records) {
        const auto* step = std::get_if<StepFinished>(&record.event);
        if (step == nullptr || steps.full())
            flush(steps);
        if (step == nullptr) {
            take(record);
            continue;
        }
        steps.add(*step, record.wallMs);
    }
    flush(steps);
}

void RankMetrics::flush(StepColumns& steps)
{
    if (steps.empty())
        return;
    m_lastStep = steps.keys().back();
    m_clock.append(steps.keys(), steps.wallMs());
    for (std::size_t i = 0; i < StepColumns::kMetrics.size(); ++i)
        m_known[Metric(StepColumns::kMetrics[i]).index()].append(steps.keys(), steps.values(i));
    // Behind the members: a number of the same name is another one.
    for (std::size_t i = 0; i < steps.keys().size(); ++i)
        addFurther("step.", steps.keys()[i], steps.further(i));
    steps.clear();
}

/// A record that is no step.
void RankMetrics::take(const Record& record)
{
    if (const auto* sampled = std::get_if<DeviceSampled>(&record.event))
        add(*sampled);
    else if (const auto* collective = std::get_if<CollectiveFinished>(&record.event))
        add(*collective);
    else if (const auto* links = std::get_if<LinksMeasured>(&record.event))
        add(*links);
    else if (const auto* epoch = std::get_if<EpochFinished>(&record.event))
        add(*epoch);
    else if (const auto* evaluated = std::get_if<Evaluated>(&record.event))
        add(*evaluated);
    else if (const auto* skipped = std::get_if<StepSkipped>(&record.event))
        add(*skipped);
    else if (const auto* saved = std::get_if<CheckpointSaved>(&record.event))
        m_marks.checkpoints.push_back({saved->step, saved->best});
    else if (const auto* started = std::get_if<RankStarted>(&record.event))
        start(*started, record.wallMs);
}

/// What an earlier attempt did beyond the checkpoint that this one starts from is done again: one clean
/// curve, and the rest beside it.
void RankMetrics::start(const RankStarted& started, std::int64_t wallMs)
{
    const std::int64_t steps = started.firstStep;
    const std::int64_t epochs = started.stepsPerEpoch > 0 ? steps / started.stepsPerEpoch : 0;
    cutAfter(steps, epochs);
    if (m_attempt > 0 || steps > 0) {
        if (!m_marks.restarts.empty() && m_marks.restarts.back().step == steps)
            m_marks.restarts.pop_back();
        m_marks.restarts.push_back({steps, started.attempt});
    }
    m_clock.begin(wallMs, steps);
    m_clock.setEpochSize(started.stepsPerEpoch, started.trainingSamples);
    m_lastStep = steps;
    m_attempt = started.attempt;
    m_worldSize = started.worldSize;
    m_firstStep = steps;
    m_firstEpoch = epochs;
}

void RankMetrics::leaveBehind(const RunMarks::Restart& restart)
{
    if (m_attempt == 0 || m_attempt >= restart.attempt || m_lastStep <= restart.step)
        return;
    std::int64_t epochs = 0;
    for (const RunMarks::EpochEnd& end : m_marks.epochs)
        epochs = end.step <= restart.step ? end.epoch : epochs;
    cutAfter(restart.step, epochs);
    m_lastStep = restart.step;
}

void RankMetrics::cutAfter(std::int64_t steps, std::int64_t epochs)
{
    if (m_lastStep > steps)
        m_discardedClocks[m_attempt] = m_clock.after(steps);
    for (std::size_t i = 0; i < kKnownMetrics; ++i)
        cut(static_cast<KnownMetric>(i), m_known[i], steps, epochs);
    for (auto& [metric, series] : m_others)
        cut(metric, series, steps, epochs);
    m_marks.cutAfter(steps);
}

void RankMetrics::cut(Metric metric, Series& series, std::int64_t steps, std::int64_t epochs)
{
    Series tail = series.splitFrom((metric.keyKind() == KeyKind::Step ? steps : epochs) + 1);
    if (!tail.empty())
        m_discarded[metric].push_back({m_attempt, std::move(tail)});
}

/// Samples come by time, curves are over steps: each belongs to the step before it, and of several the first.
void RankMetrics::add(const DeviceSampled& sampled)
{
    if (m_lastStep == 0)
        return;
    append(Metric::ProcessorBusy, m_lastStep, sampled.busy);
    append(Metric::MemoryBytes, m_lastStep, static_cast<double>(sampled.memoryBytes));
    const std::pair<Metric, const std::optional<double>&> values[] = {
        {Metric::GpuBusy, sampled.gpu.busy},
        {Metric::GpuUsedBytes, sampled.gpu.usedBytes},
        {Metric::GpuMemoryBytes, sampled.gpuMemoryBytes},
        {Metric::GpuCelsius, sampled.gpu.temperatureCelsius},
        {Metric::GpuWatts, sampled.gpu.powerWatts},
        {Metric::GpuMegahertz, sampled.gpu.clockMhz},
        {Metric::GpuMemoryMegahertz, sampled.gpu.memoryClockMhz},
    };
    for (const auto& [metric, value] : values) {
        if (value)
            append(metric, m_lastStep, *value);
    }
    addFurther("device.", m_lastStep, sampled.further);
}

void RankMetrics::add(const CollectiveFinished& collective)
{
    if (m_lastStep == 0)
        return;
    append(Metric::CollectiveBytesSent, m_lastStep, static_cast<double>(collective.bytesSent));
    append(Metric::CollectiveBytesReceived, m_lastStep, static_cast<double>(collective.bytesReceived));
    append(Metric::CollectiveSeconds, m_lastStep, collective.seconds);
}

/// "link.2." to rank 2; "link.server-0." to the first server.
std::string RankMetrics::linkName(std::int64_t peer) const
{
    const bool isServer = m_worldSize > 0 && peer >= m_worldSize;
    return "link." + (isServer ? "server-" + std::to_string(peer - m_worldSize) : std::to_string(peer)) + '.';
}

/// Records cover unequal times, so what they count is drawn by the second.
void RankMetrics::add(const LinksMeasured& links)
{
    const std::size_t peers = links.peers.size();
    const bool isWhole = links.bytesSent.size() == peers && links.bytesReceived.size() == peers &&
                         links.lateSeconds.size() == peers;
    if (m_lastStep == 0 || !(links.seconds > 0) || !isWhole)
        return;
    for (std::size_t i = 0; i < peers; ++i) {
        const std::string link = linkName(links.peers[i]);
        append(named(link + "bytes_sent_per_second"), m_lastStep,
               static_cast<double>(links.bytesSent[i]) / links.seconds);
        append(named(link + "bytes_received_per_second"), m_lastStep,
               static_cast<double>(links.bytesReceived[i]) / links.seconds);
        append(named(link + "late_fraction"), m_lastStep, links.lateSeconds[i] / links.seconds);
        addSending(links, i, link);
    }
}

/// What the kernel tells, where it does.
void RankMetrics::addSending(const LinksMeasured& links, std::size_t peer, const std::string& link)
{
    const auto draw = [&](const char* name, const auto& list, double scale) {
        if (list.size() == links.peers.size())
            append(named(link + name), m_lastStep, static_cast<double>(list[peer]) * scale);
    };
    draw("sending_fraction", links.transferSeconds, 1 / links.seconds);
    draw("delivered_mbps", links.deliveredMbps, 1);
    draw("round_trip_ms", links.roundTripMs, 1);
    draw("resent_per_second", links.resentSegments, 1 / links.seconds);
    draw("window_bytes", links.windowBytes, 1);
}

void RankMetrics::add(const EpochFinished& epoch)
{
    const std::int64_t key = std::int64_t{epoch.epoch} + 1;
    append(Metric::EpochLoss, key, epoch.loss);
    append(Metric::EpochSeconds, key, epoch.seconds);
    addFurther("epoch.", key, epoch.further);
    endEpoch(key, epoch.step);
}

void RankMetrics::endEpoch(std::int64_t epochs, std::int64_t steps)
{
    m_clock.endEpoch(epochs, steps);
    m_marks.epochs.push_back({steps, static_cast<int>(epochs)});
}

void RankMetrics::add(const Evaluated& evaluated)
{
    if (evaluated.set.empty() || evaluated.set.size() > kMaxSetName)
        return;
    const std::int64_t key = std::int64_t{evaluated.epoch} + 1;
    const std::string group = "evaluated." + evaluated.set + '.';
    append(named(group + "loss"), key, evaluated.loss);
    append(named(group + "top1"), key, evaluated.top1);
    append(named(group + "top5"), key, evaluated.top5);
    addFurther(group, key, evaluated.further);
}

void RankMetrics::addFurther(std::string_view group, std::int64_t key, const FurtherNumbers& numbers)
{
    std::string name;
    for (const FurtherNumber& number : numbers) {
        name.assign(group).append(number.name);
        append(named(name), key, number.value);
    }
}

/// A name that comes from outside. One that would be too many stands for no metric: names are kept until the
/// program ends.
Metric RankMetrics::named(std::string_view name)
{
    const auto found = m_names.find(name);
    if (found != m_names.end())
        return found->second;
    if (m_names.size() >= kMaxOtherMetrics)
        return {};
    return m_names.emplace(name, Metric::named(name)).first->second;
}

void RankMetrics::add(const StepSkipped& skipped)
{
    const std::int64_t key = skipped.step + 1;
    append(Metric::LossScale, key, skipped.lossScale);
    m_marks.skipped.push_back({key, m_rank});
}

const Series* RankMetrics::find(Metric metric) const
{
    if (metric.isKnown())
        return m_known[metric.index()].empty() ? nullptr : &m_known[metric.index()];
    const auto found = m_others.find(metric);
    return found == m_others.end() || found->second.empty() ? nullptr : &found->second;
}

std::span<const DiscardedPiece> RankMetrics::discarded(Metric metric) const
{
    const auto found = m_discarded.find(metric);
    if (found == m_discarded.end())
        return {};
    return found->second;
}

std::map<Metric, BrokenMetric> RankMetrics::broken() const
{
    std::map<Metric, BrokenMetric> all;
    const auto look = [&](Metric metric, const Series& series) {
        const std::span<const NonFinite> runs = series.nonFinite();
        if (runs.empty())
            return;
        const std::int64_t before = metric.keyKind() == KeyKind::Step ? m_firstStep : m_firstEpoch;
        const std::size_t first = series.lowerBound(static_cast<double>(before + 1));
        const auto run = std::ranges::upper_bound(runs, first, {}, &NonFinite::end);
        if (run != runs.end())
            all[metric] = {m_attempt, series.key(std::max(first, run->begin)), run->value};
    };
    for (std::size_t i = 0; i < kKnownMetrics; ++i)
        look(static_cast<KnownMetric>(i), m_known[i]);
    for (const auto& [metric, series] : m_others)
        look(metric, series);
    return all;
}

void RankMetrics::addMetrics(std::vector<Metric>& metrics) const
{
    for (std::size_t i = 0; i < kKnownMetrics; ++i)
        if (!m_known[i].empty())
            metrics.emplace_back(static_cast<KnownMetric>(i));
    for (const auto& [metric, series] : m_others)
        if (!series.empty())
            metrics.push_back(metric);
}

std::size_t RankMetrics::metricCount() const
{
    const auto isTold = [](const Series& series) { return !series.empty(); };
    const auto others = std::ranges::count_if(
        m_others, isTold, [](const auto& entry) -> const Series& { return entry.second; });
    return static_cast<std::size_t>(std::ranges::count_if(m_known, isTold) + others);
}

RankMetrics RankMetrics::sketch(std::size_t groups) const
{
    RankMetrics drawn(m_rank);
    for (std::size_t i = 0; i < kKnownMetrics; ++i)
        drawn.m_known[i] = m_known[i].sketch(groups);
    for (const auto& [metric, series] : m_others)
        drawn.m_others.emplace(metric, series.sketch(groups));
    const std::size_t steps = m_known[Metric(Metric::Loss).index()].size();
    drawn.m_clock = m_clock.sketch(std::max<std::size_t>(1, steps / groups));
    drawn.m_marks = m_marks;
    drawn.m_lastStep = m_lastStep;
    drawn.m_attempt = m_attempt;
    drawn.m_firstStep = m_firstStep;
    drawn.m_firstEpoch = m_firstEpoch;
    return drawn;
}

const StepClock* RankMetrics::discardedClock(int attempt) const
{
    const auto found = m_discardedClocks.find(attempt);
    return found == m_discardedClocks.end() ? nullptr : &found->second;
}

std::size_t RankMetrics::bytes() const
{
    std::size_t bytes = m_clock.bytes();
    for (const Series& series : m_known)
        bytes += series.bytes();
    for (const auto& [metric, series] : m_others)
        bytes += series.bytes();
    for (const auto& [metric, pieces] : m_discarded)
        for (const DiscardedPiece& piece : pieces)
            bytes += piece.series.bytes();
    for (const auto& [attempt, clock] : m_discardedClocks)
        bytes += clock.bytes();
    return bytes;
}

} // namespace lockstep
