// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/run_sentences.h"

#include "app/runs/host_strip.h"
#include "app/runs/host_texts.h"
#include "app/text/error_text.h"
#include "app/text/inert_text.h"
#include "remote/run/host_sentences.h"

#include <QCoreApplication>
#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace lockstep {

namespace {

struct RunSentences {
    Q_DECLARE_TR_FUNCTIONS(lockstep::RunSentences)
};

/// Why the run ended, where it names a single host, as that host would say it itself.
std::optional<HostSentence> ownWords(const RunInfo& info, const HostStrip& hosts)
{
    constexpr std::size_t kParts = 2; // "Host %1: %2" and "On %1: %2"
    if (info.culpritHosts.size() != 1 || info.reason.arguments.size() != kParts)
        return {};
    const std::string name = hosts.hostName(info.culpritHosts.first()).toStdString();
    if (info.reason.arguments[0] != Sentence(name))
        return {};
    return HostSentence{name, info.reason.arguments[1]};
}

/// Why the run ended, then what hosts say of themselves: what several of them say alike once. While hosts
/// wait for their next attempt they tell of the run.
std::vector<Sentence> sentencesOf(const RunInfo& info, const HostStrip& hosts)
{
    std::vector<Sentence> ofTheRun;
    std::vector<HostSentence> told;
    const std::optional<HostSentence> culprit = ownWords(info, hosts);
    for (const HostStatus& status : hosts.statuses()) {
        const std::string name = hosts.hostName(status.host).toStdString();
        const bool isCulprit = culprit && info.culpritHosts.contains(status.host);
        if (isCulprit)
            told.push_back(*culprit);
        if (!status.error || *status.error == info.reason || (isCulprit && *status.error == culprit->what))
            continue;
        if (waitsToRestart(status))
            ofTheRun.push_back(*status.error); // the caller leaves out what is there already
        else
            told.push_back({name, *status.error});
    }
    Sentence reason = info.reason;
    std::vector<Sentence> others;
    for (const SharedSentence& one : sharedSentences(told)) {
        const bool isReason = culprit && withoutAddress(one.what) == withoutAddress(culprit->what);
        if (!isReason)
            others.push_back(onHosts(one.hosts, one.what));
        else if (one.hosts.size() > 1)
            reason = onHosts(one.hosts, one.what);
    }
    std::vector<Sentence> sentences{std::move(reason)};
    sentences.insert(sentences.end(), ofTheRun.begin(), ofTheRun.end());
    sentences.insert(sentences.end(), others.begin(), others.end());
    return sentences;
}

/// What ranks of this attempt warned of last, and what they said along with it: those that wait in vain tell
/// in one go where each rank stands.
std::vector<Sentence> lastWarnings(int attempt, const RunSummary& summary)
{
    constexpr std::int64_t kTogetherMs = 10'000;
    std::vector<Sentence> last;
    if (summary.lastWarning().empty())
        return last;
    const std::vector<WarningSummary>& all = summary.warnings().all();
    const auto isOfAttempt = [attempt](const WarningSummary& one) { return one.attempt == attempt; };
    const auto newest = std::find_if(all.rbegin(), all.rend(), isOfAttempt);
    for (const WarningSummary& one : all)
        if (newest != all.rend() && isOfAttempt(one) && newest->firstMs - one.firstMs <= kTogetherMs)
            last.push_back(one.warning);
    if (std::ranges::find(last, summary.lastWarning()) == last.end()) // told before, and now again
        last.insert(last.begin(), summary.lastWarning());
    return last;
}

} // namespace

QStringList runSentences(const RunInfo& info, const HostStrip& hosts, const ViewTroubles& troubles,
                         const RunSummary& summary)
{
    QStringList sentences;
    const auto add = [&sentences](const QString& sentence) {
        if (!sentence.isEmpty() && !sentences.contains(sentence))
            sentences.append(sentence);
    };
    for (const Sentence& sentence : sentencesOf(info, hosts))
        add(inertString(sentenceText(sentence)));
    for (const Error& error : troubles.errors)
        add(inertString(errorMessage(error)));
    for (const Sentence& warning : lastWarnings(info.attempt, summary))
        add(RunSentences::tr("Warning: %1").arg(inertString(sentenceText(warning))));
    if (troubles.damagedLines > 0)
        add(RunSentences::tr("%Ln journal line(s) were damaged and are left out of the curves.", nullptr,
                             static_cast<int>(std::min<qint64>(troubles.damagedLines, 1'000'000'000))));
    return sentences;
}

RunBanner::Tone toneOf(RunPhase phase, const RunInfo& info, const HostStrip& hosts,
                       const ViewTroubles& troubles)
{
    if (shownPhase(phase, info.exitCode) == RunPhase::Stopped)
        return RunBanner::Tone::Neutral;
    const bool hasFailed = std::ranges::any_of(hosts.statuses(), [&info](const HostStatus& status) {
        const bool isLeftOut = !info.roster.isEmpty() && !info.roster.contains(status.host);
        return status.error && !isLeftOut && !waitsToRestart(status); // which tell of earlier attempts
    });
    return hasEnded(phase) || hasFailed || !info.reason.empty() || !troubles.errors.isEmpty()
               ? RunBanner::Tone::Error
               : RunBanner::Tone::Warning;
}

} // namespace lockstep
