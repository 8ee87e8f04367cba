// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/blame/step_history.h"

#include "engine/protocol/step_times.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

/// Ranks are told in pieces, so one may be far ahead of another; what is older than this waits for a rank
/// that tells nothing.
constexpr std::size_t kMostPending = 4096;

bool disturbs(const Event& event)
{
    return std::holds_alternative<EpochFinished>(event) || std::holds_alternative<Evaluated>(event) ||
           std::holds_alternative<CheckpointSaved>(event) ||
           std::holds_alternative<SavingCheckpoint>(event) || std::holds_alternative<SharingStart>(event);
}

/// Ranks that march in step take the same time for it.
double secondsOf(const JoinedStep& step)
{
    double seconds = 0;
    for (const RankStep& rank : step)
        seconds = std::max(seconds, rank.data + rank.compute + rank.network);
    return seconds;
}

} // namespace

void StepHistory::take(int rank, std::span<const Record> records)
{
    if (rank < 0 || static_cast<std::size_t>(rank) >= m_ranks.size())
        return;
    const auto place = static_cast<std::size_t>(rank);
    for (const Record& record : records) {
        if (const auto* step = std::get_if<StepFinished>(&record.event))
            add(place, *step);
        else if (const auto* started = std::get_if<RankStarted>(&record.event))
            restart(place, *started);
        else if (disturbs(record.event))
            m_ranks[place].isDisturbed = true;
    }
}

void StepHistory::add(std::size_t rank, const StepFinished& step)
{
    Rank& teller = m_ranks[rank];
    Pending& pending = m_pending[step.step];
    pending.times.resize(m_ranks.size());
    pending.times[rank] = {step.dataSeconds, computeSeconds(step), step.networkSeconds};
    pending.isLikeOthers =
        pending.isLikeOthers && !teller.isDisturbed && step.step >= teller.firstStep + kFirstSteps;
    teller.isDisturbed = false;
    if (++pending.told == m_ranks.size()) {
        if (pending.isLikeOthers)
            keep(std::move(pending.times));
        m_pending.erase(m_pending.begin(), m_pending.upper_bound(step.step));
    }
    if (m_pending.size() > kMostPending)
        m_pending.erase(m_pending.begin());
}

void StepHistory::keep(JoinedStep step)
{
    m_covered += secondsOf(step);
    m_joined.push_back(std::move(step));
    const auto isOld = [this] {
        return m_joined.size() > kFewestKept && m_covered - secondsOf(m_joined.front()) >= kSeconds;
    };
    while (isOld() || m_joined.size() > kMostKept) {
        m_covered -= secondsOf(m_joined.front());
        m_joined.pop_front();
    }
}

/// A further attempt: what the ranks do now is another matter.
void StepHistory::restart(std::size_t rank, const RankStarted& started)
{
    m_ranks[rank] = {started.firstStep, false};
    m_pending.clear();
    m_joined.clear();
    m_covered = 0;
}

} // namespace lockstep
