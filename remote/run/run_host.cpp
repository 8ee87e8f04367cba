// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/run/run_host.h"

#include "engine/protocol/frame.h"

#include <QFileInfo>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <utility>

namespace lockstep {

namespace {

constexpr int kShownMs = 1000; ///< what is shown is this exact
/// Who reads a long journal that is here already is late for less than this.
constexpr std::chrono::seconds kAtLeast{2};
constexpr auto kLate = std::chrono::milliseconds(kHeartbeatLostMs) - kAtLeast;

} // namespace

void RunHost::lose(std::chrono::milliseconds silence, const RunFolder& folder)
{
    awaySince = std::chrono::steady_clock::now();
    if (welcome || state) {
        const QDateTime lastWord = QDateTime::currentDateTime().addMSecs(-silence.count());
        status.heard = status.heard.isValid() ? std::min(status.heard, lastWord) : lastWord;
        return;
    }
    status.heard = QFileInfo(folder.hostJournalPath(status.host)).lastModified();
    for (const int rank : ranks)
        status.heard = std::max(status.heard, QFileInfo(folder.journalPath(rank)).lastModified());
}

bool RunHost::take(int rank, const QVector<Record>& records)
{
    if (records.isEmpty())
        return false;
    const auto now = std::chrono::steady_clock::now();
    delay.take(rank, records.last(), now, std::chrono::system_clock::now());
    const auto late = std::chrono::duration_cast<std::chrono::milliseconds>(delay.latest());
    lateSince = late > kLate ? lateSince.value_or(now) : std::optional<decltype(now)>();
    if (status.state != RunPhase::Training)
        return false;
    if (!lateSince)
        return std::exchange(status.heard, QDateTime()).isValid();
    const QDateTime since = QDateTime::currentDateTime().addMSecs(-late.count());
    const bool isTold = status.heard.isValid() && std::abs(since.msecsTo(status.heard)) < kShownMs;
    if (isTold || now - *lateSince < kAtLeast)
        return false;
    status.heard = since;
    return true;
}

void RunHost::forgetAttempt()
{
    delay = {};
    lateSince.reset();
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
