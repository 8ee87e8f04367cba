// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/lane_text.h"

#include "app/text/inert_text.h"
#include "app/text/number_text.h"
#include "app/timeline/part_name.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>
#include <cmath>

namespace lockstep {

namespace {

/// The span that holds this time; -1: none.
qsizetype spanAt(const std::vector<double>& spans, double us)
{
    for (std::size_t i = 0; i + 1 < spans.size(); i += 2) {
        if (us >= spans[i] && us < spans[i + 1])
            return static_cast<qsizetype>(i / 2);
    }
    return -1;
}

double total(const std::vector<double>& spans)
{
    double sum = 0;
    for (std::size_t i = 0; i + 1 < spans.size(); i += 2)
        sum += spans[i + 1] - spans[i];
    return sum;
}

QString underWay(const StepTimeline& timeline, double us)
{
    QStringList all;
    for (const StepPart part : kStepParts) {
        const std::vector<double>& spans = spansOf(timeline, part);
        if (const qsizetype i = spanAt(spans, us); i >= 0) {
            const auto at = static_cast<std::size_t>(2 * i);
            all.append(QCoreApplication::translate("Timeline", "%1: %2")
                           .arg(partName(part), timeText(spans[at + 1] - spans[at])));
        }
    }
    if (const qsizetype i = spanAt(timeline.bucketUs, us); i >= 0) {
        const auto at = static_cast<std::size_t>(i);
        all.append(QCoreApplication::translate("Timeline", "bucket %1, %2: %3")
                       .arg(QLocale().toString(i + 1), sizeText(timeline.bucketBytes[at]),
                            timeText(timeline.bucketUs[2 * at + 1] - timeline.bucketUs[2 * at])));
    }
    return all.join(QStringLiteral("  ·  "));
}

QString parts(const StepTimeline& timeline)
{
    QStringList all;
    for (const StepPart part : kStepParts)
        all.append(QCoreApplication::translate("Timeline", "%1: %2")
                       .arg(partName(part), timeText(total(spansOf(timeline, part)))));
    return all.join(QStringLiteral(", "));
}

} // namespace

QString laneName(const RankTimeline& rank)
{
    return QStringLiteral("%1 · %2").arg(QLocale().toString(rank.rank), inertString(rank.hostName));
}

QString timeText(double microseconds)
{
    return stepTimeText(microseconds * 1e-6);
}

QString laneText(const RankTimeline& rank, const ToldStep& told, double atUs)
{
    const StepTimeline& timeline = told.timeline;
    QStringList lines = {QCoreApplication::translate("Timeline", "Rank %1, step %2: %3")
                             .arg(laneName(rank), QLocale().toString(qlonglong{timeline.step} + 1),
                                  timeText(lengthUs(timeline)))};
    if (const QString now = std::isnan(atUs) ? QString() : underWay(timeline, atUs); !now.isEmpty())
        lines.append(now);
    lines.append(parts(timeline));
    if (const Overlap overlap = overlapOf(timeline); overlap.summing > 0)
        lines.append(
            QCoreApplication::translate(
                "Timeline", "Sums over the ranks: %1, of which %2 was not hidden by the backward pass")
                .arg(timeText(overlap.summing), timeText(overlap.shown)));
    return lines.join(u'\n');
}

QString laneText(const RankTimeline& rank, std::int64_t step)
{
    return QCoreApplication::translate("Timeline", "Rank %1, step %2: its journal does not tell of this step")
        .arg(laneName(rank), QLocale().toString(qlonglong{step} + 1));
}

} // namespace lockstep
