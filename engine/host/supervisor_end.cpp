// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/supervisor.h"

#include <algorithm>
#include <unistd.h>

/// How an attempt ends: who asks for it, in what order the ranks go, and what is left behind.
namespace lockstep {
namespace {

/// A rank that complains about another gets the other time to be found dead, so that the true cause is known.
constexpr auto kSettle = std::chrono::milliseconds(200);
/// Between asking the ranks of a failed attempt to end and killing them.
constexpr auto kFailureGrace = std::chrono::milliseconds(2000);
/// How long a failed or stopped host waits for the others' last words once its own ranks have ended.
constexpr auto kLastWords = std::chrono::milliseconds(1500);
constexpr auto kSweepLimit = std::chrono::seconds(60);

} // namespace

void Supervisor::requestStop(double graceSeconds, const std::string& sentence)
{
    if (m_stopRequested || m_verdict.failed() || m_over)
        return;
    m_stopRequested = true;
    m_record.note(sentence);
    if (m_stored.state.phase == RunPhase::Training)
        setPhase(RunPhase::Stopping);
    if (m_leases)
        m_leases->broadcast({LeaseMessage::Kind::Stop, 0, {}, graceSeconds});
    m_terminateAt = Clock::now();
    m_killAt = *m_terminateAt + std::chrono::milliseconds(static_cast<std::int64_t>(graceSeconds * 1000));
}

void Supervisor::fail(const Cause& cause)
{
    const bool first = !m_verdict.failed();
    if (!m_verdict.offer(cause))
        return;
    m_record.warn(cause.message);
    if (m_leases)
        m_leases->broadcast({LeaseMessage::Kind::Failed, 0, cause, 0});
    const bool certain = cause.strength >= CauseStrength::LostHost;
    const auto terminateAt = Clock::now() + (certain ? std::chrono::milliseconds(0) : kSettle);
    if (first && !m_stopRequested) {
        m_terminateAt = terminateAt;
        m_killAt = terminateAt + kFailureGrace;
    } else if (m_terminateAt && terminateAt < *m_terminateAt) {
        m_terminateAt = terminateAt;
    }
}

void Supervisor::endRanks()
{
    const auto now = Clock::now();
    if (m_terminateAt && now >= *m_terminateAt) {
        m_terminateAt.reset();
        for (RankProcess& rank : m_ranks)
            rank.terminate();
    }
    if (!m_killAt || now < *m_killAt)
        return;
    m_killAt.reset();
    for (RankProcess& rank : m_ranks) {
        if (rank.ended())
            continue;
        rank.kill();
        const Sentence sentence(LOCKSTEP_TEXT("Rank %1 did not end when it was asked to and was killed."),
                                {std::to_string(rank.rank())});
        m_killNote = m_killNote.empty() ? sentence : Sentence("%1 %2", {m_killNote, sentence});
        m_record.warn(sentence);
    }
}

bool Supervisor::ranksEnded() const
{
    return std::all_of(m_ranks.begin(), m_ranks.end(), [](const RankProcess& rank) { return rank.ended(); });
}

void Supervisor::finishIfOver()
{
    const bool ending = m_verdict.failed() || m_stopRequested;
    if (!ranksEnded() || (!m_spawned && !ending))
        return;
    const auto now = Clock::now();
    if (!m_ranksEndedAt)
        m_ranksEndedAt = now;
    if (ending) {
        if (m_leases && !m_endedTold)
            m_leases->broadcast({LeaseMessage::Kind::Ended, 0, {}, 0});
        m_endedTold = true;
        if (!m_leases || m_leases->connecting() || m_leases->allEnded() || now - *m_ranksEndedAt > kLastWords)
            finish();
        return;
    }
    if (m_leases && !m_doneTold)
        m_leases->broadcast({LeaseMessage::Kind::Done, 0, {}, 0});
    m_doneTold = true;
    if (!m_leases || m_leases->allDone())
        finish();
}

void Supervisor::finish()
{
    if (m_leases) {
        if (!m_endedTold)
            m_leases->broadcast({LeaseMessage::Kind::Ended, 0, {}, 0});
        m_leases->close(std::chrono::milliseconds(1000));
    }
    const auto left =
        sweepProcesses(SweepScope::MarkedAndDescendants, m_folder.mark(), Clock::now() + kSweepLimit);
    RunState& state = m_stored.state;
    const Cause& cause = m_verdict.cause();
    const ExitCode quiet = m_stopRequested ? ExitCode::Stopped : ExitCode::Success;
    state.exitCode = m_verdict.failed() ? cause.exitCode : static_cast<int>(quiet);
    state.message = m_verdict.failed() ? cause.message : m_killNote;
    state.culprit = cause.culprit;
    if (!left.empty())
        m_record.warn(Sentence(LOCKSTEP_TEXT("%1 processes of the run cannot be killed; they wait inside the "
                                             "system, as on a broken disk or GPU."),
                               {std::to_string(left.size())}));
    RankFinished finished;
    finished.exitCode = state.exitCode;
    finished.message = state.message;
    finished.culprit = state.culprit;
    finished.seconds = std::chrono::duration<double>(Clock::now() - m_begin).count();
    m_record.write(finished);
    m_record.note("The attempt has ended with exit code " + std::to_string(state.exitCode) + ". " +
                  state.message.english());
    // Whoever sees the last state may submit the next attempt at once, so nothing of this one is in the way
    // then.
    m_control.close();
    ::unlinkat(m_folder.descriptor(), "control.sock", 0);
    setPhase(m_verdict.failed() ? RunPhase::Failed : RunPhase::Finished);
    // Those who watch know; now the disk may take its time.
    m_record.sync();
    publish(HostFolder::Durability::BeforeReturning);
    m_lock.reset();
    m_over = true;
}

void Supervisor::setPhase(RunPhase phase)
{
    m_stored.state.phase = phase;
    publish(HostFolder::Durability::WhenTheSystemLikes);
}

void Supervisor::publish(HostFolder::Durability durability)
{
    // A state that is final must reach the disk: it is all that is left of the run for those who ask later.
    const auto deadline = Clock::now() + std::chrono::seconds(hasEnded(m_stored.state.phase) ? 60 : 0);
    while (true) {
        try {
            m_folder.writeState(m_stored, durability);
            return;
        } catch (const EngineError& error) {
            m_record.warn(error.error());
        }
        if (Clock::now() >= deadline)
            return;
        ::sleep(1);
    }
}

} // namespace lockstep
