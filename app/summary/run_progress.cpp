// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/summary/run_progress.h"

#include "app/text/number_text.h"

#include <QCoreApplication>

namespace lockstep {

namespace {

struct Progress {
    Q_DECLARE_TR_FUNCTIONS(lockstep::RunProgress)
};

} // namespace

QString timeLeftText(const RunSummary& summary)
{
    const std::optional<double> seconds = summary.secondsLeft();
    if (!seconds)
        return {};
    return Progress::tr("about %1 left").arg(durationText(static_cast<qint64>(*seconds * 1000)));
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
    return Progress::tr("best %1 in epoch %2").arg(percentText(*best->top1)).arg(best->epoch + 1);
}

} // namespace lockstep
