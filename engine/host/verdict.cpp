// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/verdict.h"

#include "engine/protocol/byte_text.h"
#include "engine/protocol/exit_code.h"

#include <csignal>
#include <cstring>

namespace lockstep {
namespace {

/// Signal 9, which a process cannot tell of itself; whoever sent it leaves no name.
Sentence killedSentence(const RankEnd& end)
{
    const std::string rank = std::to_string(end.rank);
    const std::string peak = byteText(end.peakBytes);
    switch (end.memory.kind) {
    case MemoryShortage::Kind::Killed:
        return {
            LOCKSTEP_TEXT("Rank %1 on %2 was killed by the kernel: out of memory, at %3. Use a smaller batch "
                          "or fewer ranks on this host."),
            {rank, end.hostName, peak}};
    case MemoryShortage::Kind::Likely:
        return {LOCKSTEP_TEXT(
                    "Rank %1 on %2 was killed by signal 9, probably by the kernel: it had %3 of memory, "
                    "and only %4 were left. Use a smaller batch or fewer ranks on this host."),
                {rank, end.hostName, peak, byteText(end.memory.leftBytes)}};
    case MemoryShortage::Kind::None:
        return {LOCKSTEP_TEXT(
                    "Rank %1 on %2 was killed by signal 9. Memory was not scarce (it had %3), so a person "
                    "or a program sent it."),
                {rank, end.hostName, peak}};
    case MemoryShortage::Kind::Unknown:
        break;
    }
    return {LOCKSTEP_TEXT("Rank %1 was killed by signal %2 (%3). If nobody sent it, the system "
                          "ran out of memory: use a smaller batch or fewer ranks on this host."),
            {rank, std::to_string(SIGKILL), ::strsignal(SIGKILL)}};
}

Sentence signalSentence(const RankEnd& end)
{
    const int signal = end.exitCode - 128;
    if (signal == SIGKILL)
        return killedSentence(end);
    return {LOCKSTEP_TEXT("Rank %1 was killed by signal %2 (%3)."),
            {std::to_string(end.rank), std::to_string(signal), ::strsignal(signal)}};
}

Sentence serverSignalSentence(const RankEnd& end)
{
    const int signal = end.exitCode - 128;
    return {
        LOCKSTEP_TEXT("Server %1 on %2 was killed by signal %3 (%4), and the weights with it; the run can "
                      "go on from its last checkpoint."),
        {std::to_string(end.rank), end.hostName, std::to_string(signal), ::strsignal(signal)}};
}

Sentence exitSentence(const RankEnd& end)
{
    const std::string number = std::to_string(end.rank);
    const std::string code = std::to_string(end.exitCode);
    if (end.role == Role::Server)
        return {LOCKSTEP_TEXT("Server %1 on %2 ended with exit code %3: %4"),
                {number, end.hostName, code, end.message}};
    if (end.message.empty())
        return {LOCKSTEP_TEXT("Rank %1 ended with exit code %2."), {number, code}};
    return {LOCKSTEP_TEXT("Rank %1 ended with exit code %2: %3"), {number, code, end.message}};
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

Cause causeOf(const RankEnd& end, const Cause& known)
{
    const std::string rank = std::to_string(end.rank);
    if (end.exitCode > 128 && end.exitCode <= 128 + SIGRTMAX) {
        if (end.killedByUs)
            return {};
        if (end.role == Role::Server)
            return {CauseStrength::Origin, end.exitCode, -1, serverSignalSentence(end), 0};
        return {CauseStrength::Origin, end.exitCode, end.rank, signalSentence(end), 0};
    }
    const auto reason = static_cast<ExitCode>(end.exitCode);
    if (reason == ExitCode::Success || reason == ExitCode::Stopped)
        return {};
    // The ranks that a server loses, or that lose it, tell as much, and where.
    if (reason == ExitCode::PeerLost && end.role == Role::Server)
        return {CauseStrength::Symptom, end.exitCode, -1, end.message, 0};
    if (reason == ExitCode::PeerLost) {
        const bool named = end.culprit >= 0 && end.culprit != end.rank;
        const Sentence text =
            end.message.empty() ? Sentence(LOCKSTEP_TEXT("Rank %1 lost another rank."), {rank}) : end.message;
        return {named ? CauseStrength::NamedSymptom : CauseStrength::Symptom, end.exitCode,
                named ? end.culprit : -1, text, end.saidNs};
    }
    // Whatever goes wrong while a rank is being ended is a consequence.
    const bool isAccused = known.strength == CauseStrength::NamedSymptom && known.culprit == end.rank;
    if (end.toldToEnd && !(isAccused && reason == ExitCode::DeviceUnavailable))
        return {};
    const int culprit = end.role == Role::Rank ? end.rank : -1;
    return {CauseStrength::Origin, end.exitCode, culprit, exitSentence(end), end.saidNs};
}

bool isOutlived(const RankEnd& end, const TrainingSpec& training)
{
    // Rank 0 keeps the checkpoints.
    return training.strategy == StrategyKind::ServerAsync && training.outliveRanks &&
           end.role == Role::Rank && end.rank != 0;
}

} // namespace lockstep
