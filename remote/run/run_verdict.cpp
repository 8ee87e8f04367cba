// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/run/run_verdict.h"

#include "engine/protocol/journal.h"
#include "engine/protocol/process_placement.h"
#include "remote/mirrors/journal_end.h"
#include "remote/run/host_sentences.h"

#include <QFileInfo>
#include <algorithm>

namespace lockstep {

namespace {

class Judge {
public:
    explicit Judge(const RunInfo& before) : m_answer(before)
    {
        m_answer.culprit = -1;
        m_answer.culpritHosts.clear();
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
    /// A host has named a reason, which says nothing of where it is.
    bool hasSpoken() const { return m_spoken; }

private:
    void blameSilence(const RunHost& host)
    {
        if (m_spoken || m_answer.exitCode != 0)
            return;
        m_answer.phase = RunPhase::Failed;
        m_answer.exitCode = static_cast<int>(ExitCode::HostUnreachable);
        m_answer.culpritHosts = {host.status.host};
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
        m_answer.culpritHosts = isOwnFault ? QVector<int>{host.status.host} : QVector<int>();
        m_answer.reason = state.message;
    }

    RunInfo m_answer;
    bool m_spoken = false;
};

/// In the culprit's own words, where it left any: its supervisor tells of the process, not of the cause.
Sentence causeOf(const RunInfo& answer, const LastWords& ranks)
{
    const auto culprit = ranks.find(answer.culprit);
    const bool told = culprit != ranks.end() && culprit->second.exitCode == answer.exitCode &&
                      !culprit->second.message.empty();
    return told ? culprit->second.message : answer.reason;
}

/// Whether the run ended for the same reason here, had it not ended elsewhere before.
bool shares(const RunHost& host, const Sentence& cause, const RunInfo& answer, const LastWords& ranks)
{
    return answer.culpritHosts.contains(host.status.host) || std::ranges::any_of(host.ranks, [&](int rank) {
               const auto words = ranks.find(rank);
               return rank == answer.culprit ||
                      (words != ranks.end() && !cause.empty() && words->second.message == cause);
           });
}

/// The one host is in the sentence already.
bool tells(const Sentence& cause, const std::vector<std::string>& hosts)
{
    return hosts.size() == 1 &&
           std::ranges::find(cause.arguments, Sentence(hosts[0])) != cause.arguments.end();
}

} // namespace

RunInfo verdictOf(const RunInfo& before, const std::vector<RunHost>& hosts, const LastWords& ranks)
{
    Judge judge(before);
    for (const RunHost& host : hosts)
        if (host.takesPart())
            judge.hear(host);
    RunInfo answer = judge.answer();
    if (!judge.hasSpoken())
        return answer;
    const Sentence cause = causeOf(answer, ranks);
    std::vector<std::string> names;
    QVector<int> sharing;
    for (const RunHost& host : hosts) {
        if (!shares(host, cause, answer, ranks))
            continue;
        names.push_back(host.host.name);
        sharing.append(host.status.host);
    }
    const bool isAlone = std::ranges::count_if(hosts, &RunHost::takesPart) == 1;
    answer.reason =
        cause.empty() || names.empty() || isAlone || tells(cause, names) ? cause : onHosts(names, cause);
    answer.culpritHosts = sharing;
    return answer;
}

LastWords lastWordsIn(const RunFolder& folder)
{
    LastWords words;
    for (const Placement& placement : placeRanks(folder.experiment()))
        if (auto end = readJournalEnd(folder.journalPath(placement.rank), qint64{kMaxRecordBytes});
            end.lastWords)
            words[placement.rank] = std::move(*end.lastWords);
    return words;
}

bool hasRecords(const RunFolder& folder, const RunHost& host)
{
    return host.ranks.empty() || // servers alone keep none
           std::ranges::any_of(host.ranks,
                               [&](int rank) { return QFileInfo(folder.journalPath(rank)).size() > 0; });
}

RunPhase endOf(const RunHost& host, const RunInfo& verdict)
{
    const RunPhase told = host.hasBegun ? std::max(host.status.state, RunPhase::Training) : RunPhase::Waiting;
    return endOfPart(shownPhase(verdict.phase, verdict.exitCode), told,
                     verdict.culpritHosts.contains(host.status.host));
}

std::optional<Sentence> errorAtTheEnd(const RunHost& host, const RunInfo& verdict)
{
    if (verdict.culpritHosts.contains(host.status.host))
        return verdict.reason;
    const bool isIncomplete =
        host.isAway() || host.stage == RunHost::Stage::Lost || host.stage == RunHost::Stage::Partial;
    return isIncomplete ? host.status.error : std::nullopt;
}

} // namespace lockstep
