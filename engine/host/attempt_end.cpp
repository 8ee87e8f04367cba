// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/attempt_end.h"

#include "engine/host/rank_crew.h"
#include "engine/host/saving_patience.h"

namespace lockstep {
namespace {

/// A rank that complains about another gets the other time to be found dead, so that the true cause is known.
constexpr auto kSettle = std::chrono::milliseconds(200);
/// Between asking the ranks of a failed attempt to end and killing them.
constexpr auto kFailureGrace = std::chrono::milliseconds(2000);
/// Between two looks at ranks that were spared.
constexpr auto kLookAgain = std::chrono::milliseconds(500);

} // namespace

bool AttemptEnd::requestStop(double graceSeconds)
{
    if (hasBegun())
        return false;
    m_stopRequested = true;
    m_isPatient = graceSeconds > 0;
    m_terminateAt = Clock::now();
    m_killAt = *m_terminateAt + std::chrono::milliseconds(static_cast<std::int64_t>(graceSeconds * 1000));
    return true;
}

bool AttemptEnd::fail(const Cause& cause)
{
    const bool first = !failed();
    if (!m_verdict.offer(cause))
        return false;
    const bool certain = cause.strength >= CauseStrength::LostHost;
    const auto terminateAt = Clock::now() + (certain ? std::chrono::milliseconds(0) : kSettle);
    if (first && !m_stopRequested) {
        m_terminateAt = terminateAt;
        m_killAt = terminateAt + kFailureGrace;
    } else if (m_terminateAt && terminateAt < *m_terminateAt) {
        m_terminateAt = terminateAt;
    }
    return true;
}

std::vector<int> AttemptEnd::press(RankCrew& crew, SavingPatience& patience)
{
    const auto now = Clock::now();
    if (m_terminateAt && now >= *m_terminateAt) {
        m_terminateAt.reset();
        crew.terminate();
    }
    if (!m_killAt || now < *m_killAt)
        return {};
    m_killAt.reset();
    std::vector<int> killed = crew.kill([&](int rank) {
        const bool isSpared = m_isPatient && !failed() && patience.spares(rank, now);
        if (isSpared)
            m_killAt = now + kLookAgain;
        return isSpared;
    });
    m_killed.insert(m_killed.end(), killed.begin(), killed.end());
    return killed;
}

int AttemptEnd::exitCode() const
{
    const ExitCode quiet = m_stopRequested ? ExitCode::Stopped : ExitCode::Success;
    return failed() ? cause().exitCode : static_cast<int>(quiet);
}

Sentence AttemptEnd::message() const
{
    return failed() ? cause().message : killedSentence(m_killed);
}

Sentence killedSentence(const std::vector<int>& ranks)
{
    std::string numbers;
    for (const int rank : ranks)
        numbers += (numbers.empty() ? "" : ", ") + std::to_string(rank);
    if (ranks.empty())
        return {};
    if (ranks.size() == 1)
        return {LOCKSTEP_TEXT("Rank %1 did not end when it was asked to and was killed."), {numbers}};
    return {LOCKSTEP_TEXT("The ranks %1 did not end when they were asked to and were killed."), {numbers}};
}

} // namespace lockstep
