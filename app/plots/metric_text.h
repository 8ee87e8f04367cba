// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/metric.h"

#include <QString>
#include <QVector>

namespace lockstep {

/// How a metric is told to people, in the language of now.
struct MetricText {
    QString title;
    QString unit;       ///< of what is drawn; empty: a bare number
    QString toolTip;    ///< what the numbers tell; may be empty
    QString column;     ///< in a table of values, with its unit; for programs, so in no language
    double factor = 1;  ///< what is drawn is the value times this (100 for per cent)
    double highest = 0; ///< drawn values never lie beyond this; 0: no limit
};

/// Those that this window does not know are told by the name that the journal gives them, harmlessly.
MetricText metricText(Metric metric);

/// Of several metrics that tell the same of one link each; empty: they are not of that kind.
QString linksTitle(const QVector<Metric>& metrics);

/// The updates that were made between the weights that a gradient is of and its own, as servers tell them.
Metric stalenessMetric();

/// The seconds in which a rank compressed its gradients after the backward pass, where it does.
Metric compressionMetric();

/// Title and unit, for an axis.
QString axisText(const QString& title, const QString& unit);

/// What the metrics of this one's group have in common: "Step", "GPU", ...
QString metricGroupText(Metric metric);

} // namespace lockstep
