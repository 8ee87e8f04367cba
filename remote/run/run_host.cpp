// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/run/run_host.h"

#include <QFileInfo>
#include <algorithm>

namespace lockstep {

void RunHost::lose(std::chrono::milliseconds silence, const RunFolder& folder)
{
    awaySince = std::chrono::steady_clock::now();
    if (welcome || state) {
        status.heard = QDateTime::currentDateTime().addMSecs(-silence.count());
        return;
    }
    status.heard = QFileInfo(folder.hostJournalPath(status.host)).lastModified();
    for (const int rank : ranks)
        status.heard = std::max(status.heard, QFileInfo(folder.journalPath(rank)).lastModified());
}

void RunHost::forgetAttempt()
{
    next.reset();
    submitted.reset();
    state.reset();
}

LeaseWitness RunHost::witness() const
{
    const auto reach = isAway() ? LeaseWitness::Reach::Away : LeaseWitness::Reach::InTouch;
    return {reach, state ? std::optional(state->phase) : std::nullopt};
}

RunPhase phaseOf(const RunHost& host, const RunState& state)
{
    const RunPhase phase = shownPhase(state.phase, state.exitCode);
    const bool isElsewhere = state.culprit >= 0 && !host.ranks.contains(state.culprit);
    return phase == RunPhase::Failed && isElsewhere ? RunPhase::EndedWithOthers : phase;
}

Sentence aboutHost(const Host& host, const Sentence& what)
{
    return {LOCKSTEP_TEXT("Host %1: %2"), {host.name, what}};
}

} // namespace lockstep
