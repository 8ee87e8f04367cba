// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/run/further_attempts.h"

#include "engine/protocol/journal.h"
#include "remote/mirrors/journal_end.h"

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
        if (host.isFollowed)
            host.state = endOn(host, folder);
    RunInfo next = nextAttempt(verdictOf(folder.info(), hosts, lastWordsIn(folder)), {});
    next.phase = RunPhase::Training;
    return next;
}

bool waitsForItsAttempt(const RunHost& host)
{
    return host.state && host.state->phase == RunPhase::Submitted && host.state->attempt > 1 &&
           !host.submitted;
}

std::optional<Sentence> newsOf(RunPhase phase, const RunHost& host, const RunInfo& run)
{
    if (phase == RunPhase::Failed || phase == RunPhase::EndedWithOthers)
        return host.state->message;
    if (phase != RunPhase::Submitted || !waitsForItsAttempt(host) || run.earlier.empty())
        return std::nullopt;
    const AttemptInfo& last = run.earlier.back();
    return Sentence{LOCKSTEP_TEXT("Attempt %1 begins by itself after a pause. Attempt %2 ended: %3"),
                    {std::to_string(run.attempt), std::to_string(last.attempt), last.reason}};
}

} // namespace lockstep
