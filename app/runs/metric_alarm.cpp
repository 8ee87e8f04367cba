// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/metric_alarm.h"

#include "app/plots/metric_text.h"
#include "app/text/number_text.h"

#include <QCoreApplication>
#include <QLocale>

namespace lockstep {

namespace {

struct Alarm {
    Q_DECLARE_TR_FUNCTIONS(lockstep::MetricAlarm)
};

QString sentenceOf(Metric metric, const BrokenMetric& broken, int rank)
{
    const QString place = metric.keyKind() == KeyKind::Epoch
                              ? Alarm::tr("%1 of rank %2 became %3 in epoch %4.")
                              : Alarm::tr("%1 of rank %2 became %3 at step %4.");
    return place.arg(metricText(metric).title, QString::number(rank), lossText(broken.value),
                     QLocale().toString(static_cast<qlonglong>(broken.key)));
}

} // namespace

void MetricAlarm::learn(const MetricTable& table, int ranks)
{
    for (int rank = 0; rank < ranks; ++rank) {
        for (const auto& [metric, broken] : table.broken(rank))
            m_known.emplace(broken.attempt, metric);
    }
}

QStringList MetricAlarm::news(const MetricTable& table, int rank)
{
    QStringList sentences;
    for (const auto& [metric, broken] : table.broken(rank)) {
        if (m_known.emplace(broken.attempt, metric).second)
            sentences << sentenceOf(metric, broken, rank);
    }
    return sentences;
}

} // namespace lockstep
