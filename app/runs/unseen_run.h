// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/runs/metric_alarm.h"
#include "app/summary/run_summary.h"
#include "remote/run/run_controller.h"

#include <QObject>
#include <optional>

namespace lockstep {

/// A run that is followed without a page, as one of a sweep is: what is news of it to whoever does not look.
/// Keeps no curves. GUI thread; goes with its controller.
class UnseenRun : public QObject {
    Q_OBJECT
public:
    /// The controller owns it, and has not begun yet.
    explicit UnseenRun(RunController& controller);

    /// REQUIRES: the run has begun.
    const RunFolder& folder() const { return m_controller.folder(); }
    /// What it has come to: "best 97.9 % in epoch 3"; empty before a validation.
    QString result() const;

signals:
    /// A metric is no number any more: a sentence, once per metric.
    void metricBroke(const QString& sentence);
    void ended(const lockstep::RunInfo& info);

private:
    void take(int rank, const QVector<Record>& records);

    RunController& m_controller;
    std::optional<RunSummary> m_summary; ///< from the first records on
    MetricAlarm m_alarm;
};

} // namespace lockstep
