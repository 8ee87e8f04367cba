// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/summary/attempt_summary.h"

#include "engine/protocol/exit_code.h"

#include <algorithm>

namespace lockstep {

namespace {

/// From what says nothing of a cause to what names it.
int weight(const std::optional<RankFinished>& end)
{
    if (!end)
        return 0;
    if (end->exitCode == static_cast<int>(ExitCode::Success))
        return 1;
    return end->exitCode == static_cast<int>(ExitCode::PeerLost) ? 2 : 3;
}

void takeEnd(AttemptSummary& attempt, const std::optional<RankFinished>& end)
{
    if (weight(end) > weight(attempt.end))
        attempt.end = end;
}

} // namespace

AttemptSummary& AttemptSummaries::at(int attempt)
{
    AttemptSummary& summary = m_attempts[attempt];
    summary.attempt = attempt;
    return summary;
}

void AttemptSummaries::take(int number, const Record& record)
{
    AttemptSummary& attempt = at(number);
    attempt.firstMs = attempt.firstMs == 0 ? record.wallMs : std::min(attempt.firstMs, record.wallMs);
    attempt.lastMs = std::max(attempt.lastMs, record.wallMs);
    if (const auto* started = std::get_if<RankStarted>(&record.event)) {
        attempt.firstStep = started->firstStep;
        attempt.steps = std::max(attempt.steps, started->firstStep);
        attempt.epochs = started->epochs;
    } else if (const auto* step = std::get_if<StepFinished>(&record.event)) {
        attempt.steps = std::max(attempt.steps, step->step + 1);
    } else if (const auto* finished = std::get_if<RankFinished>(&record.event)) {
        takeEnd(attempt, *finished);
    }
}

void AttemptSummaries::merge(const AttemptSummaries& other)
{
    for (const auto& [number, theirs] : other.m_attempts) {
        const auto [mine, isNew] = m_attempts.try_emplace(number, theirs);
        if (isNew)
            continue;
        AttemptSummary& attempt = mine->second;
        attempt.firstMs = std::min(attempt.firstMs, theirs.firstMs);
        attempt.lastMs = std::max(attempt.lastMs, theirs.lastMs);
        attempt.firstStep = std::max(attempt.firstStep, theirs.firstStep);
        attempt.steps = std::max(attempt.steps, theirs.steps);
        attempt.epochs = std::max(attempt.epochs, theirs.epochs);
        takeEnd(attempt, theirs.end);
    }
}

std::int64_t AttemptSummaries::elapsedMs(std::optional<std::int64_t> nowMs) const
{
    std::int64_t sum = 0;
    for (const auto& [number, attempt] : m_attempts)
        sum += attempt.lastMs - attempt.firstMs;
    if (nowMs && !m_attempts.empty())
        sum += std::max<std::int64_t>(0, *nowMs - m_attempts.rbegin()->second.lastMs);
    return sum;
}

} // namespace lockstep
