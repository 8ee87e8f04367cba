// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/run/run_verdict.h"

namespace lockstep {

namespace {

class Judge {
public:
    explicit Judge(const RunInfo& before) : m_answer(before)
    {
        m_answer.culprit = m_answer.culpritHost = -1;
        m_answer.phase = RunPhase::Finished;
        m_answer.exitCode = 0;
    }

    void hear(const RunHost& host)
    {
        if (!host.state || !hasEnded(host.state->phase))
            blameSilence(host);
        else if (host.state->exitCode != 0)
            blame(host, *host.state);
    }
    RunInfo answer() const { return m_answer; }

private:
    void blameSilence(const RunHost& host)
    {
        if (m_spoken || m_answer.exitCode != 0)
            return;
        m_answer.phase = RunPhase::Failed;
        m_answer.exitCode = static_cast<int>(ExitCode::HostUnreachable);
        m_answer.culpritHost = host.status.host;
        m_answer.reason =
            aboutHost(host.host, host.status.error.value_or(LOCKSTEP_TEXT("it is out of reach.")));
    }

    void blame(const RunHost& host, const RunState& state)
    {
        const bool isConsequence = state.exitCode == static_cast<int>(ExitCode::PeerLost);
        const bool hasCause = m_spoken && m_answer.exitCode != static_cast<int>(ExitCode::PeerLost);
        if (m_spoken && (isConsequence || hasCause))
            return;
        m_spoken = true;
        if (state.phase == RunPhase::Failed)
            m_answer.phase = RunPhase::Failed;
        m_answer.exitCode = state.exitCode;
        m_answer.culprit = state.culprit;
        const bool isOwnFault = state.phase == RunPhase::Failed && state.culprit < 0 && !isConsequence;
        m_answer.culpritHost = isOwnFault ? host.status.host : -1;
        m_answer.reason = state.message;
    }

    RunInfo m_answer;
    bool m_spoken = false; ///< a host has named a reason
};

} // namespace

RunInfo verdictOf(const RunInfo& before, const std::vector<RunHost>& hosts)
{
    Judge judge(before);
    for (const RunHost& host : hosts)
        if (host.takesPart())
            judge.hear(host);
    RunInfo answer = judge.answer();
    for (const RunHost& host : hosts)
        if (host.ranks.contains(answer.culprit))
            answer.culpritHost = host.status.host;
    return answer;
}

} // namespace lockstep
