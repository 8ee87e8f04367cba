// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/verdict.h"

#include "engine/protocol/exit_code.h"
#include "engine/protocol/result.h"

#include <csignal>
#include <cstring>

namespace lockstep {
namespace {

std::string signalSentence(int rank, int signal)
{
    const std::vector<std::string> arguments{std::to_string(rank), std::to_string(signal),
                                             ::strsignal(signal)};
    if (signal == SIGKILL)
        return fillPlaceholders(
            LOCKSTEP_TEXT("Rank %1 was killed by signal %2 (%3). If nobody sent it, the system "
                          "ran out of memory: use a smaller batch or fewer ranks on this host."),
            arguments);
    return fillPlaceholders(LOCKSTEP_TEXT("Rank %1 was killed by signal %2 (%3)."), arguments);
}

} // namespace

bool Verdict::offer(const Cause& cause)
{
    // Ranks are reaped in no particular order, so who complained first is read from the clock.
    const bool earlier = cause.strength == m_cause.strength && cause.strength != CauseStrength::None &&
                         cause.saidNs != 0 && cause.saidNs < m_cause.saidNs;
    if (cause.strength <= m_cause.strength && !earlier)
        return false;
    m_cause = cause;
    return true;
}

Cause causeOf(const RankEnd& end)
{
    const std::string rank = std::to_string(end.rank);
    if (end.exitCode > 128 && end.exitCode <= 128 + SIGRTMAX) {
        if (end.killedByUs)
            return {};
        return {CauseStrength::Origin, end.exitCode, end.rank, signalSentence(end.rank, end.exitCode - 128),
                0};
    }
    const auto code = static_cast<ExitCode>(end.exitCode);
    if (code == ExitCode::Success || code == ExitCode::Stopped)
        return {};
    if (code == ExitCode::PeerLost) {
        const bool named = end.culprit >= 0 && end.culprit != end.rank;
        const std::string text = end.message.empty()
                                     ? fillPlaceholders(LOCKSTEP_TEXT("Rank %1 lost another rank."), {rank})
                                     : end.message;
        return {named ? CauseStrength::NamedSymptom : CauseStrength::Symptom, end.exitCode,
                named ? end.culprit : -1, text, end.saidNs};
    }
    // Whatever goes wrong while a rank is being ended is a consequence.
    if (end.toldToEnd)
        return {};
    const std::string text = end.message.empty()
                                 ? fillPlaceholders(LOCKSTEP_TEXT("Rank %1 ended with exit code %2."),
                                                    {rank, std::to_string(end.exitCode)})
                                 : fillPlaceholders(LOCKSTEP_TEXT("Rank %1 ended with exit code %2: %3"),
                                                    {rank, std::to_string(end.exitCode), end.message});
    return {CauseStrength::Origin, end.exitCode, end.rank, text, end.saidNs};
}

} // namespace lockstep
