// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/summary/run_summary.h"

#include "engine/protocol/process_placement.h"
#include "engine/protocol/step_times.h"

#include <algorithm>
#include <utility>

namespace lockstep {

RunSummary::RunSummary(const Experiment& experiment)
    : m_checkpoints(experiment.training.keepCheckpoints, experiment.training.keepBest),
      m_totalEpochs(experiment.training.epochs)
{
    setHosts(experiment);
}

void RunSummary::setHosts(const Experiment& experiment)
{
    std::map<int, RankSummary> before = std::exchange(m_ranks, {});
    for (const Placement& placement : placeRanks(experiment)) {
        RankSummary& rank = m_ranks[placement.rank] = before[placement.rank];
        rank.rank = placement.rank;
        rank.hostIndex = static_cast<int>(placement.host);
        rank.host = QString::fromStdString(experiment.topology.hosts[placement.host].name);
        rank.device = QString::fromStdString(toString(placement.device));
    }
}

std::span<const Record> RunSummary::take(int rank, std::span<const Record> records)
{
    const auto found = m_ranks.find(rank);
    if (found == m_ranks.end())
        return {};
    Cursor& cursor = m_cursors[rank];
    std::size_t known = 0;
    for (const Record& record : records) {
        if (!isNew(cursor, record)) {
            ++known;
            continue;
        }
        add(found->second, record);
        m_attempts.take(cursor.attempt, record);
        m_warnings.take(rank, cursor.attempt, record);
        // A rank that is read later must not bring back what a newer attempt has replaced.
        if (cursor.attempt >= m_attempt)
            addShared(cursor.attempt, record.event);
    }
    return records.subspan(known);
}

bool RunSummary::isNew(Cursor& cursor, const Record& record) const
{
    if (const auto* started = std::get_if<RankStarted>(&record.event)) {
        cursor.stale = started->attempt < cursor.attempt;
        if (started->attempt > cursor.attempt)
            cursor = {started->attempt, 0, false};
    }
    if (cursor.stale || record.sequence < cursor.next)
        return false;
    cursor.next = record.sequence + 1;
    return true;
}

void RunSummary::add(RankSummary& rank, const Record& record)
{
    ++rank.records;
    if (const auto* step = std::get_if<StepFinished>(&record.event)) {
        rank.phase = RunPhase::Training;
        rank.sharing.reset();
        rank.epoch = step->epoch;
        rank.step = step->step;
        rank.loss = step->loss;
        rank.samples = std::max(rank.samples, step->samples);
        rank.pace.add(step->step, record.wallMs);
        rank.durations.addStep(record.wallMs);
        rank.top1 = step->top1;
        rank.top5 = step->top5;
        rank.learningRate = step->learningRate;
        rank.dataSeconds = step->dataSeconds;
        rank.computeSeconds = computeSeconds(*step);
        rank.networkSeconds = step->networkSeconds;
    } else if (const auto* sampled = std::get_if<DeviceSampled>(&record.event)) {
        rank.memoryBytes = sampled->memoryBytes;
        rank.gpu = sampled->gpu;
        rank.gpuMemoryBytes = sampled->gpuMemoryBytes;
    } else if (const auto* sharing = std::get_if<SharingStart>(&record.event)) {
        rank.sharing = sharing->doneBytes < sharing->totalBytes ? std::optional(*sharing) : std::nullopt;
    } else if (const auto* saving = std::get_if<SavingCheckpoint>(&record.event)) {
        rank.saving = *saving;
    } else if (std::holds_alternative<EpochFinished>(record.event)) {
        rank.durations.addEpochEnd();
    } else if (std::holds_alternative<CheckpointSaved>(record.event)) {
        rank.saving.reset();
    } else if (const auto* started = std::get_if<RankStarted>(&record.event)) {
        start(rank, *started);
    } else if (const auto* finished = std::get_if<RankFinished>(&record.event)) {
        finish(rank, *finished);
    }
}

void RunSummary::addShared(int attempt, const Event& event)
{
    m_checkpoints.take(attempt, event);
    if (const auto* epoch = std::get_if<EpochFinished>(&event)) {
        m_epochs[epoch->epoch].epoch = epoch->epoch;
        m_epochs[epoch->epoch].loss = epoch->loss;
    } else if (const auto* evaluated = std::get_if<Evaluated>(&event)) {
        if (evaluated->set != "validation")
            return;
        EpochSummary& summary = m_epochs[evaluated->epoch];
        summary.epoch = evaluated->epoch;
        summary.validationLoss = evaluated->loss;
        summary.top1 = evaluated->top1;
        summary.top5 = evaluated->top5;
    } else if (const auto* warned = std::get_if<Warned>(&event)) {
        m_lastWarning = warned->warning;
    }
}

void RunSummary::start(RankSummary& rank, const RankStarted& started)
{
    m_starts[rank.rank] = started;
    rank.phase = RunPhase::Training;
    rank.samples = 0;
    rank.pace = {};
    rank.durations = {};
    rank.message = {};
    rank.weightHash.clear();
    rank.sharing.reset();
    rank.saving.reset();
    rank.gpu = {};
    rank.gpuMemoryBytes.reset();
    m_stepsPerEpoch = started.stepsPerEpoch;
    m_totalEpochs = std::max(m_totalEpochs, started.epochs); // an attempt never has fewer than one before
    if (started.attempt <= m_attempt)
        return;
    m_attempt = started.attempt;
    m_lastWarning = {};
    // A resumed attempt does again what came after its checkpoint.
    const std::int64_t epochs = started.stepsPerEpoch > 0 ? started.firstStep / started.stepsPerEpoch : 0;
    m_epochs.erase(m_epochs.lower_bound(static_cast<int>(epochs)), m_epochs.end());
    m_checkpoints.goOnFrom(started.firstStep);
}

void RunSummary::finish(RankSummary& rank, const RankFinished& finished)
{
    rank.sharing.reset();
    rank.saving.reset();
    rank.message = finished.message;
    rank.weightHash = QString::fromStdString(finished.weightHash);
    rank.phase = endingPhase(finished.exitCode);
}

void RunSummary::conclude(const RunInfo& info)
{
    const RunPhase end = shownPhase(info.phase, info.exitCode);
    for (auto& [number, rank] : m_ranks) {
        rank.sharing.reset();
        const auto cursor = m_cursors.find(number);
        const bool hasBegun = cursor != m_cursors.end() && cursor->second.attempt >= info.attempt;
        // A host that is to blame itself, as one whose supervisor died, has taken all its ranks along.
        const bool hasFailed = (rank.phase == RunPhase::Failed || info.culprit < 0) &&
                               info.culpritHosts.contains(rank.hostIndex);
        const bool isCulprit = number == info.culprit || (hasBegun && hasFailed);
        rank.phase = endOfPart(end, hasBegun ? rank.phase : RunPhase::Waiting, isCulprit);
        if (rank.phase == RunPhase::Failed && rank.message.empty())
            rank.message = info.reason;
    }
}

void RunSummary::concludeEarlier(const RunInfo& info)
{
    const auto& all = attempts().all();
    if (info.earlier.empty() || all.empty() || all.rbegin()->first != info.earlier.back().attempt)
        return;
    RunInfo before = info;
    static_cast<AttemptInfo&>(before) = info.earlier.back();
    conclude(before);
}

RunPhase RunSummary::endOfHost(int host) const
{
    RunPhase end = RunPhase::Waiting;
    for (const auto& [number, rank] : m_ranks)
        if (rank.hostIndex == host)
            end = std::max(end, rank.phase);
    return end;
}

double RunSummary::stepsPerSecond() const
{
    double slowest = 0;
    for (const auto& [number, rank] : m_ranks) {
        const double own = hasEnded(rank.phase) ? rank.pace.overall() : rank.pace.lately();
        if (own > 0)
            slowest = slowest > 0 ? std::min(slowest, own) : own;
    }
    return slowest;
}

double RunSummary::samplesPerSecond(const RankSummary& rank) const
{
    return static_cast<double>(rank.samples) * stepsPerSecond();
}

std::optional<TimeLeft> RunSummary::timeLeft(const RankSummary& rank) const
{
    TimeLeft left{.steps = totalSteps() - 1 - rank.step,
                  .step = rank.durations.step(),
                  .epochEnd = rank.durations.epochEnd()};
    if (hasEnded(rank.phase) || left.steps <= 0 || left.step.count == 0)
        return std::nullopt;
    left.epochEnds = m_totalEpochs - static_cast<int>((rank.step + 1) / m_stepsPerEpoch);
    return left;
}

std::optional<TimeLeft> RunSummary::timeLeft() const
{
    std::optional<TimeLeft> longest;
    for (const auto& [number, rank] : m_ranks) {
        const std::optional<TimeLeft> left = timeLeft(rank);
        if (left && (!longest || left->seconds() > longest->seconds()))
            longest = left;
    }
    return longest;
}

std::int64_t RunSummary::doneSteps() const
{
    const auto slowest =
        std::ranges::min_element(m_ranks, {}, [](const auto& rank) { return rank.second.step; });
    return slowest == m_ranks.end() ? 0 : slowest->second.step + 1;
}

std::optional<double> RunSummary::doneShare() const
{
    if (totalSteps() <= 0)
        return std::nullopt;
    return std::min(1.0, static_cast<double>(doneSteps()) / static_cast<double>(totalSteps()));
}

std::optional<SharingStart> RunSummary::sharing() const
{
    std::optional<SharingStart> least;
    for (const auto& [number, rank] : m_ranks) {
        if (rank.sharing && (!least || rank.sharing->doneBytes < least->doneBytes))
            least = rank.sharing;
    }
    return least;
}

std::optional<SavingCheckpoint> RunSummary::saving() const
{
    for (const auto& [number, rank] : m_ranks)
        if (rank.saving)
            return rank.saving;
    return std::nullopt;
}

QMap<int, quint64> RunSummary::nextSequences(int attempt) const
{
    QMap<int, quint64> next;
    for (const auto& [rank, cursor] : m_cursors) {
        if (cursor.attempt == attempt)
            next[rank] = cursor.next;
    }
    return next;
}

void RunSummary::merge(const RunSummary& other)
{
    for (const auto& [rank, cursor] : other.m_cursors) {
        m_cursors[rank] = cursor;
        m_ranks[rank] = other.m_ranks.at(rank);
    }
    if (other.m_attempt > m_attempt) {
        m_epochs.clear();
        m_checkpoints.clear();
        m_lastWarning = {};
        m_attempt = other.m_attempt;
    }
    m_stepsPerEpoch = std::max(m_stepsPerEpoch, other.m_stepsPerEpoch);
    m_totalEpochs = std::max(m_totalEpochs, other.m_totalEpochs);
    m_attempts.merge(other.m_attempts);
    m_warnings.merge(other.m_warnings);
    for (const auto& [rank, started] : other.m_starts)
        m_starts[rank] = started;
    if (other.m_attempt < m_attempt)
        return;
    if (!other.m_lastWarning.empty())
        m_lastWarning = other.m_lastWarning;
    for (const auto& [epoch, summary] : other.m_epochs) {
        EpochSummary& mine = m_epochs[epoch];
        mine.epoch = epoch;
        mine.loss = summary.loss ? summary.loss : mine.loss;
        mine.validationLoss = summary.validationLoss ? summary.validationLoss : mine.validationLoss;
        mine.top1 = summary.top1 ? summary.top1 : mine.top1;
        mine.top5 = summary.top5 ? summary.top5 : mine.top5;
    }
    m_checkpoints.merge(other.m_checkpoints);
}

} // namespace lockstep
