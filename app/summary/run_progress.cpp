// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/summary/run_progress.h"

#include "app/text/number_text.h"

#include <QCoreApplication>
#include <QStringList>

namespace lockstep {

namespace {

struct Progress {
    Q_DECLARE_TR_FUNCTIONS(lockstep::RunProgress)
};

} // namespace

QString timeLeftText(const RunSummary& summary)
{
    const std::optional<TimeLeft> left = summary.timeLeft();
    if (!left)
        return {};
    return Progress::tr("about %1 left").arg(durationText(static_cast<qint64>(left->seconds() * 1000)));
}

QString timeLeftBasis(const RunSummary& summary)
{
    const std::optional<TimeLeft> left = summary.timeLeft();
    if (!left)
        return {};
    QStringList lines = {
        Progress::tr("Steps to go: %1, %2 each (mean of the last %3)")
            .arg(countText(left->steps), stepTimeText(left->step.seconds), countText(left->step.count))};
    const MeanDuration& end = left->epochEnd;
    if (end.count > 0)
        lines << Progress::tr(
                     "Ends of epochs to go, with validation and checkpoint: %1, %2 each (mean of %3)")
                     .arg(countText(left->epochEnds), stepTimeText(end.seconds), countText(end.count));
    else
        lines << Progress::tr(
                     "Ends of epochs to go, with validation and checkpoint: %1, not measured yet and "
                     "left out")
                     .arg(countText(left->epochEnds));
    return lines.join(u'\n');
}

QString wholeRateText(const RunSummary& summary)
{
    double rate = 0;
    for (const auto& [number, rank] : summary.ranks())
        rate += summary.samplesPerSecond(rank);
    return rate > 0 ? Progress::tr("%1 samples/s").arg(rateText(rate)) : QString();
}

QString bestText(const RunSummary& summary)
{
    const EpochSummary* best = nullptr;
    for (const auto& [number, epoch] : summary.epochs())
        if (epoch.top1 && (best == nullptr || *epoch.top1 > *best->top1))
            best = &epoch;
    if (best == nullptr)
        return {};
    return Progress::tr("best %1 in epoch %2").arg(accuracyText(*best->top1)).arg(countText(best->epoch + 1));
}

} // namespace lockstep
