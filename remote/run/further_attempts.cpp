// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/run/further_attempts.h"

#include "engine/protocol/journal.h"
#include "engine/protocol/roster.h"
#include "remote/mirrors/journal_end.h"
#include "remote/run/host_sentences.h"

#include <algorithm>

namespace lockstep {

namespace {

RunState endOn(const RunHost& host, const RunFolder& folder)
{
    RunState end;
    end.attempt = folder.info().attempt;
    end.host = host.status.host;
    end.phase = RunPhase::Failed;
    end.exitCode = static_cast<int>(ExitCode::Failure);
    const JournalEnd journal =
        readJournalEnd(folder.hostJournalPath(host.status.host), qint64{kMaxRecordBytes});
    if (!journal.lastWords)
        return end;
    end.exitCode = journal.lastWords->exitCode;
    end.message = journal.lastWords->message;
    end.culprit = journal.lastWords->culprit;
    return end;
}

} // namespace

RunInfo afterAttempt(const RunFolder& folder, std::vector<RunHost>& hosts)
{
    for (RunHost& host : hosts)
        if (host.next)
            host.state = endOn(host, folder);
    RunInfo next = nextAttempt(verdictOf(folder.info(), hosts, lastWordsIn(folder)), {});
    next.phase = RunPhase::Training;
    next.roster = nextRoster(folder, hosts);
    return next;
}

QVector<int> nextRoster(const RunFolder& folder, const std::vector<RunHost>& hosts)
{
    const RunState* first = nullptr;
    for (const RunHost& host : hosts)
        if (host.next && (first == nullptr || host.next->attempt < first->attempt))
            first = &*host.next;
    if (first == nullptr || first->hosts.empty() || first->hosts == wholeRoster(folder.drawn()))
        return {};
    return {first->hosts.begin(), first->hosts.end()};
}

std::optional<Sentence> newsOfRoster(const RunFolder& folder)
{
    const QVector<int>& roster = folder.info().roster;
    if (roster.isEmpty())
        return std::nullopt;
    const Roster whole = wholeRoster(folder.drawn());
    std::string missing;
    for (const int host : whole)
        if (!roster.contains(host))
            missing += (missing.empty() ? "" : ", ") +
                       folder.drawn().topology.hosts[static_cast<std::size_t>(host)].name;
    return Sentence{LOCKSTEP_TEXT("Attempt %1 goes on with %2 of %3 hosts, without %4."),
                    {std::to_string(folder.info().attempt), std::to_string(roster.size()),
                     std::to_string(whole.size()), missing}};
}

bool waitsForItsAttempt(const RunHost& host)
{
    if (!host.state || host.state->phase != RunPhase::Submitted)
        return false;
    // With a message the attempt before it has ended, and the hosts still meet for it.
    return !host.state->message.empty() || (host.state->attempt > 1 && !host.submitted);
}

Sentence newsOfPause(const RunInfo& run)
{
    const AttemptInfo& last = run.earlier.back();
    return {LOCKSTEP_TEXT("Attempt %1 begins by itself after a pause. Attempt %2 ended: %3"),
            {std::to_string(run.attempt), std::to_string(last.attempt), last.reason}};
}

std::optional<Sentence> absenceOf(int host, const RunFolder& folder)
{
    const RunInfo& run = folder.info();
    const bool isLeftOut = !run.roster.isEmpty() && !run.roster.contains(host) && !run.earlier.empty();
    if (!isLeftOut || std::ranges::count(wholeRoster(folder.drawn()), host) == 0)
        return std::nullopt;
    // Since when it has been absent: the attempts after that ended for other reasons.
    const auto whole = [host](const AttemptInfo& one) {
        return one.roster.isEmpty() || one.roster.contains(host);
    };
    const auto last = std::find_if(run.earlier.rbegin(), run.earlier.rend(), whole);
    const AttemptInfo& cause = last != run.earlier.rend() ? *last : run.earlier.back();
    return Sentence{kBegunWithout,
                    {std::to_string(run.attempt), std::to_string(cause.attempt), cause.reason}};
}

std::optional<Sentence> newsOf(RunPhase phase, const RunHost& host, const RunInfo& run)
{
    if (phase == RunPhase::Failed || phase == RunPhase::EndedWithOthers)
        return host.state->message;
    if (phase == RunPhase::Submitted && !host.state->message.empty())
        return Sentence{
            LOCKSTEP_TEXT("The hosts that are left meet for a further attempt. Attempt %1 ended: %2"),
            {std::to_string(run.attempt), host.state->message}};
    if (phase != RunPhase::Submitted || !waitsForItsAttempt(host) || run.earlier.empty())
        return std::nullopt;
    return newsOfPause(run);
}

} // namespace lockstep
