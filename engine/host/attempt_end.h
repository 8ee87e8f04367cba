// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/system_calls.h"
#include "engine/host/verdict.h"
#include "engine/protocol/run_phase.h"

#include <optional>
#include <vector>

namespace lockstep {

class RankCrew;
class SavingPatience;

/// Why and how an attempt ends before its ranks have finished by themselves: a stop gives them the time that
/// was asked for, and after it the time that a rank needs for saving its checkpoint; a failure gives little.
/// Whoever is still there then is killed.
class AttemptEnd {
public:
    /// False: the end had come already, and nothing changes.
    bool requestStop(double graceSeconds);
    /// True: `cause` is the verdict now.
    bool fail(const Cause& cause);

    bool stopRequested() const { return m_stopRequested; }
    bool failed() const { return m_verdict.failed(); }
    bool hasBegun() const { return m_stopRequested || failed(); }
    const Cause& cause() const { return m_verdict.cause(); }
    /// Something is due soon.
    bool isPressing() const { return m_terminateAt || m_killAt; }
    /// Asks the ranks to end, or kills them, when it is time. Returns those that had to be killed.
    std::vector<int> press(RankCrew& crew, SavingPatience& patience);

    /// What the attempt came to.
    RunPhase phase() const { return failed() ? RunPhase::Failed : RunPhase::Finished; }
    int exitCode() const;
    Sentence message() const;

private:
    Verdict m_verdict;
    bool m_stopRequested = false;
    bool m_isPatient = false; ///< with ranks that save; not where a stop came without any grace
    std::optional<Clock::time_point> m_terminateAt, m_killAt;
    std::vector<int> m_killed;
};

/// "Rank 3 did not end when it was asked to and was killed."; empty for no rank.
Sentence killedSentence(const std::vector<int>& ranks);

} // namespace lockstep
