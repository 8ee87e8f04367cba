// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/interchange/report/report_sections.h"
#include "app/interchange/report/report_texts.h"
#include "app/summary/run_progress.h"
#include "app/text/error_text.h"
#include "app/text/number_text.h"
#include "app/text/phase_text.h"

#include <QCoreApplication>
#include <algorithm>

namespace lockstep {

namespace {

struct ResultTexts {
    Q_DECLARE_TR_FUNCTIONS(lockstep::RunReport)
};

constexpr int kMaxEpochRows = 60;

void addFact(ReportSection& section, const QString& name, const QString& value)
{
    if (!value.isEmpty())
        section.facts.append({name, value});
}

QString epochText(const EpochSummary& epoch)
{
    QStringList parts;
    const auto add = [&parts](const QString& text, const QString& number) {
        if (!number.isEmpty())
            parts.append(text.arg(number));
    };
    add(ResultTexts::tr("top-1 %1"), reportPercent(epoch.top1));
    add(ResultTexts::tr("top-5 %1"), reportPercent(epoch.top5));
    add(ResultTexts::tr("validation loss %1"), reportLoss(epoch.validationLoss));
    add(ResultTexts::tr("training loss %1"), reportLoss(epoch.loss));
    return ResultTexts::tr("epoch %1: %2")
        .arg(countText(epoch.epoch + 1))
        .arg(parts.join(QStringLiteral(", ")));
}

QStringList epochRow(const EpochSummary& epoch)
{
    return {countText(epoch.epoch + 1), reportLoss(epoch.loss), reportLoss(epoch.validationLoss),
            reportPercent(epoch.top1), reportPercent(epoch.top5)};
}

/// What run.json says of an attempt; of those that it does not tell of, their journals.
AttemptInfo attemptInfo(const RunInfo& info, const AttemptSummary& told)
{
    if (told.attempt == info.attempt)
        return info;
    const auto noted = std::ranges::find(info.earlier, told.attempt, &AttemptInfo::attempt);
    if (noted != info.earlier.end())
        return *noted;
    AttemptInfo answer{.attempt = told.attempt};
    if (told.end) {
        answer.phase = endingPhase(told.end->exitCode);
        answer.exitCode = told.end->exitCode;
        answer.reason = told.end->message;
        answer.culprit = told.end->culprit;
    }
    return answer;
}

/// The last number that an attempt came to, what a later one has done again among them; nothing: it came to
/// none.
std::optional<double> lastOfAttempt(const ReportedRun& run, Metric metric, const AttemptSummary& attempt)
{
    const QVector<int> ranks = run.metrics.ranks(metric);
    if (ranks.isEmpty())
        return std::nullopt;
    for (const DiscardedPiece& piece : run.metrics.discarded(metric, ranks.first()))
        if (piece.attempt == attempt.attempt && !piece.series.empty())
            return piece.series.value(piece.series.size() - 1);
    const std::int64_t total = run.summary.totalSteps();
    const std::int64_t perEpoch = total > 0 ? total / std::max(1, run.summary.totalEpochs()) : 0;
    if (perEpoch == 0)
        return std::nullopt;
    const Series& series = *run.metrics.find(metric, ranks.first());
    const std::size_t end = series.lowerBound(static_cast<double>(attempt.steps / perEpoch + 1));
    if (end == 0 || series.key(end - 1) <= attempt.firstStep / perEpoch)
        return std::nullopt;
    return series.value(end - 1);
}

QString causeText(const AttemptInfo& info)
{
    if (info.reason.empty())
        return {};
    const QString reason = reportWords(sentenceText(info.reason));
    return info.culprit < 0 ? reason : ResultTexts::tr("Rank %1: %2").arg(info.culprit).arg(reason);
}

/// Where a curve of losses first has no number.
std::optional<std::pair<int, std::int64_t>> firstNonFinite(const MetricTable& metrics)
{
    std::optional<std::pair<int, std::int64_t>> first; // rank, step
    for (const int rank : metrics.ranks(Metric::Loss)) {
        const Series& losses = *metrics.find(Metric::Loss, rank);
        if (losses.nonFinite().empty())
            continue;
        const std::int64_t step = losses.key(losses.nonFinite().front().begin);
        if (!first || step < first->second)
            first = {rank, step};
    }
    return first;
}

} // namespace

const EpochSummary* bestEpoch(const RunSummary& summary)
{
    const EpochSummary* best = nullptr;
    for (const auto& [number, epoch] : summary.epochs())
        if (epoch.top1 && (!best || *epoch.top1 > *best->top1))
            best = &epoch;
    return best;
}

ReportSection resultSection(const ReportedRun& run)
{
    ReportSection section{.title = ResultTexts::tr("Results")};
    const std::map<int, EpochSummary>& epochs = run.summary.epochs();
    if (const EpochSummary* best = bestEpoch(run.summary))
        addFact(section, ResultTexts::tr("Best"), epochText(*best));
    if (!epochs.empty())
        addFact(section, ResultTexts::tr("Last"), epochText(epochs.rbegin()->second));
    std::int64_t steps = 0;
    for (const auto& [number, attempt] : run.summary.attempts().all())
        steps = std::max(steps, attempt.steps);
    const std::int64_t total = run.summary.totalSteps();
    addFact(section, ResultTexts::tr("Steps"),
            total > 0 ? ResultTexts::tr("%1 of %2").arg(countText(steps), countText(total)) : QString());
    const qint64 elapsed = run.summary.attempts().elapsedMs();
    addFact(section, ResultTexts::tr("Time"), elapsed > 0 ? durationText(elapsed) : QString());
    addFact(section, ResultTexts::tr("Rate"), wholeRateText(run.summary));
    return section;
}

ReportSection epochSection(const ReportedRun& run)
{
    const std::map<int, EpochSummary>& epochs = run.summary.epochs();
    ReportSection section{.title = ResultTexts::tr("Epochs")};
    const auto count = static_cast<int>(epochs.size());
    const int stride = (count + kMaxEpochRows - 1) / kMaxEpochRows;
    if (stride > 1)
        section.paragraphs.append(
            ResultTexts::tr("One of %Ln epochs, with the best and the last.", nullptr, stride));
    section.table.columns = {{ResultTexts::tr("Epoch"), ReportCells::Number},
                             {ResultTexts::tr("Training loss"), ReportCells::Number},
                             {ResultTexts::tr("Validation loss"), ReportCells::Number},
                             {ResultTexts::tr("Top-1"), ReportCells::Number},
                             {ResultTexts::tr("Top-5"), ReportCells::Number}};
    const EpochSummary* best = bestEpoch(run.summary);
    for (const auto& [number, epoch] : epochs) {
        const bool isLast = number == epochs.rbegin()->first;
        if (isLast || &epoch == best || (number + 1) % stride == 0)
            section.table.rows.append(epochRow(epoch));
    }
    return section;
}

ReportSection attemptSection(const ReportedRun& run)
{
    ReportSection section{.title = ResultTexts::tr("Attempts")};
    section.table.columns = {{ResultTexts::tr("Attempt"), ReportCells::Number},
                             {ResultTexts::tr("State"), ReportCells::Line},
                             {ResultTexts::tr("Began"), ReportCells::Line},
                             {ResultTexts::tr("Took"), ReportCells::Number},
                             {ResultTexts::tr("From step"), ReportCells::Number},
                             {ResultTexts::tr("To step"), ReportCells::Number},
                             {ResultTexts::tr("Loss"), ReportCells::Number},
                             {ResultTexts::tr("Top-1"), ReportCells::Number}};
    const RunInfo& info = run.folder.info();
    for (const auto& [number, told] : run.summary.attempts().all()) {
        const AttemptInfo attempt = attemptInfo(info, told);
        section.table.rows.append({countText(number), phaseText(shownPhase(attempt.phase, attempt.exitCode)),
                                   reportTime(told.firstMs), durationText(told.lastMs - told.firstMs),
                                   countText(told.firstStep), countText(told.steps),
                                   reportLoss(lastOfAttempt(run, Metric::EpochLoss, told)),
                                   reportPercent(lastOfAttempt(run, Metric::ValidationTop1, told))});
        if (const QString cause = causeText(attempt); !cause.isEmpty())
            section.table.rows.append({cause});
    }
    return section;
}

ReportSection warningSection(const ReportedRun& run)
{
    ReportSection section{.title = ResultTexts::tr("Warnings")};
    if (const auto first = firstNonFinite(run.metrics))
        section.paragraphs.append(ResultTexts::tr("The loss of rank %1 is no finite number in step %2.")
                                      .arg(first->first)
                                      .arg(countText(first->second)));
    if (const auto skipped = static_cast<int>(run.metrics.marks().skipped.size()); skipped > 0)
        section.paragraphs.append(
            ResultTexts::tr("%Ln update(s) were left out: a gradient was not finite.", nullptr, skipped));
    const std::uint64_t unread = run.damagedLines + run.missingRecords;
    if (unread > 0)
        section.paragraphs.append(
            ResultTexts::tr("%Ln record(s) of the journals are damaged or missing, and not in these numbers.",
                            nullptr, static_cast<int>(std::min<std::uint64_t>(unread, 1'000'000'000))));
    if (const std::uint64_t left = run.summary.warnings().left(); left > 0)
        section.paragraphs.append(
            ResultTexts::tr("%Ln further warning(s) are not listed.", nullptr,
                            static_cast<int>(std::min<std::uint64_t>(left, 1'000'000'000))));
    section.table.columns = {{ResultTexts::tr("First"), ReportCells::Line},
                             {ResultTexts::tr("Rank"), ReportCells::Number},
                             {ResultTexts::tr("Attempt"), ReportCells::Number},
                             {ResultTexts::tr("Times"), ReportCells::Number},
                             {ResultTexts::tr("Warning")}};
    for (const WarningSummary& warning : run.summary.warnings().all())
        section.table.rows.append({reportTime(warning.firstMs), countText(warning.rank),
                                   countText(warning.attempt),
                                   countText(static_cast<std::int64_t>(warning.count)),
                                   reportWords(sentenceText(warning.warning))});
    return section;
}

} // namespace lockstep
