// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/unseen_run.h"

#include "app/summary/run_progress.h"

#include <span>

namespace lockstep {

UnseenRun::UnseenRun(RunController& controller) : QObject(&controller), m_controller(controller)
{
    connect(&controller, &RunController::recordsReceived, this, &UnseenRun::take);
    connect(&controller, &RunController::finished, this, &UnseenRun::ended);
}

QString UnseenRun::result() const
{
    return m_summary ? bestText(*m_summary) : QString();
}

void UnseenRun::take(int rank, const QVector<Record>& records)
{
    if (!m_summary)
        m_summary.emplace(folder().experiment());
    const std::span<const Record> all(records.constData(), static_cast<std::size_t>(records.size()));
    // Whether a value is a number can be told without those before it.
    MetricTable batch;
    batch.append(rank, m_summary->take(rank, all));
    for (const QString& sentence : m_alarm.news(batch, rank))
        emit metricBroke(sentence);
}

} // namespace lockstep
