// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/summary/run_entry.h"

#include "app/text/phase_text.h"
#include "engine/protocol/process_placement.h"
#include "remote/hosts/local_runs.h"
#include "remote/mirrors/journal_end.h"
#include "remote/mirrors/run_watch.h"
#include "remote/run/run_verdict.h"

#include <QDir>
#include <QFileInfo>
#include <algorithm>

namespace lockstep {

namespace {

/// The engine of this computer answers in milliseconds.
constexpr std::chrono::seconds kAnswerTime{10};

/// The hosts of a run with what is known of each.
std::vector<RunHost> hostsOf(const RunFolder& folder, const std::vector<RunState>& states)
{
    const std::vector<Host>& drawn = folder.experiment().topology.hosts;
    std::vector<RunHost> hosts(drawn.size());
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        hosts[i].host = drawn[i];
        hosts[i].status.host = static_cast<int>(i);
    }
    for (const Placement& placement : placeRanks(folder.experiment()))
        hosts[placement.host].ranks.insert(placement.rank);
    const std::string id = folder.info().id.toStdString();
    for (const RunState& state : states) {
        const auto host = static_cast<std::size_t>(state.host);
        if (state.run == id && state.attempt >= folder.info().attempt && host < hosts.size() &&
            drawn[host].connection == Connection::Local)
            hosts[host].state = state;
    }
    return hosts;
}

/// What became of a run that nobody watches, from what its hosts on this computer say.
void settle(RunEntry& entry, const RunFolder& folder, const std::vector<RunState>& states)
{
    const std::vector<RunHost> hosts = hostsOf(folder, states);
    const auto every = [&hosts](const auto& holds) {
        return std::ranges::all_of(hosts,
                                   [&](const RunHost& host) { return !host.takesPart() || holds(host); });
    };
    const auto isHere = [](const RunHost& host) { return host.host.connection == Connection::Local; };
    const auto hasEndedThere = [](const RunHost& host) { return host.state && hasEnded(host.state->phase); };
    if (every([](const RunHost& host) { return host.state.has_value(); })) {
        entry.unknownSince.reset();
        if (every(hasEndedThere))
            entry.info = verdictOf(entry.info, hosts, lastWordsIn(folder));
        else
            entry.info.phase = std::ranges::find_if(hosts, [&](const RunHost& host) {
                                   return host.state && !hasEndedThere(host);
                               })->state->phase;
    } else if (every(isHere) && every([](const RunHost& host) { return !host.state; }) &&
               isStarting(entry.info.phase) && entry.info.phase != RunPhase::Submitted) {
        entry.info.phase = RunPhase::NotStarted;
        entry.unknownSince.reset();
    }
}

/// Where every rank has told its end before the window went, the mirrors know the run's.
bool settleFromMirrors(RunEntry& entry, const RunFolder& folder)
{
    const LastWords words = lastWordsIn(folder);
    if (words.empty() || static_cast<int>(words.size()) < entry.ranks)
        return false;
    const int code = words.begin()->second.exitCode;
    const RunPhase end = endingPhase(code);
    const bool alike =
        std::ranges::all_of(words, [&](const auto& word) { return word.second.exitCode == code; });
    if (!alike || (end != RunPhase::Finished && end != RunPhase::Stopped))
        return false;
    entry.info.phase = RunPhase::Finished;
    entry.info.exitCode = code;
    return true;
}

QDateTime lastHeard(const RunFolder& folder)
{
    std::int64_t last =
        QFileInfo(folder.path() + QStringLiteral("/run.json")).lastModified().toMSecsSinceEpoch();
    for (const Placement& placement : placeRanks(folder.experiment()))
        last = std::max(last, readJournalEnd(folder.journalPath(placement.rank)).lastMs);
    return QDateTime::fromMSecsSinceEpoch(last);
}

bool hasHostHere(const RunFolder& folder)
{
    const std::vector<Host>& hosts = folder.experiment().topology.hosts;
    return std::ranges::find(hosts, Connection::Local, &Host::connection) != hosts.end();
}

void describe(RunEntry& entry, const RunFolder& folder)
{
    const std::vector<Placement> placements = placeRanks(folder.experiment());
    entry.ranks = static_cast<int>(placements.size());
    std::size_t last = folder.experiment().topology.hosts.size();
    for (const Placement& placement : placements) {
        entry.hosts += placement.host != last ? 1 : 0;
        last = placement.host;
    }
    entry.hasTrained = entry.info.attempt > 1;
    // The newest attempt may not have come to one yet.
    for (int attempt = entry.info.attempt; attempt > 0 && !entry.accuracy; --attempt) {
        const JournalEnd end =
            readJournalEnd(folder.mirrorPath(QString::fromStdString(rankJournal(attempt, 0))));
        entry.accuracy = end.accuracy;
        entry.hasTrained = entry.hasTrained || end.lastMs > 0;
    }
}

} // namespace

RunEntryReader::RunEntryReader(QString engine) : m_engine(std::move(engine)) {}

RunEntry RunEntryReader::read(const QString& folder)
{
    RunEntry entry;
    entry.info = RunFolder::infoOf(folder);
    entry.folder = folder;
    if (const Result<RunFolder> opened = RunFolder::open(folder)) {
        describe(entry, *opened);
        findOut(entry, *opened);
    }
    return entry;
}

void RunEntryReader::findOut(RunEntry& entry, const RunFolder& folder)
{
    if (neverBegan(folder))
        entry.info.phase = RunPhase::NotStarted;
    if (hasEnded(entry.info.phase) || isWatched(folder.path()))
        return;
    if (settleFromMirrors(entry, folder))
        return;
    entry.unknownSince = lastHeard(folder);
    if (!hasHostHere(folder))
        return;
    if (const auto& states = localStates())
        settle(entry, folder, *states);
}

const std::optional<std::vector<RunState>>& RunEntryReader::localStates()
{
    if (!std::exchange(m_asked, true) && !m_engine.isEmpty())
        if (auto answer = localRuns(m_engine.toStdString(), deadlineIn(kAnswerTime)))
            m_states = std::move(answer.value());
    return m_states;
}

QVector<RunEntry> readRunEntries(const QString& runs, const QString& engine)
{
    QVector<RunEntry> entries;
    RunEntryReader reader(engine);
    for (const RunInfo& info : RunFolder::list(runs))
        entries.append(reader.read(QDir(runs).absoluteFilePath(info.id)));
    return entries;
}

QString stateText(const RunEntry& entry)
{
    return entry.unknownSince ? unknownText(*entry.unknownSince)
                              : runPhaseText(entry.phase(), entry.hasTrained);
}

} // namespace lockstep
