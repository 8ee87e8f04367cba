// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/metric_table.h"
#include "app/plots/plot_spec.h"

#include <QString>
#include <QVector>
#include <optional>

namespace lockstep {

/// A number as a person reads it beside a curve: four significant digits.
QString valueText(double value);

/// A place on an axis: "Step 1,234", "Epoch 2.5", "10:31:05".
QString keyText(XAxis axis, double x);

/// Where the point of a plot's curves that is nearest to `x` lies; nothing while there is none.
std::optional<double> nearestKey(const PlotSpec& spec, const MetricTable& table, double x);

/// The point before or behind the one that is nearest to `x`; nothing at an end.
std::optional<double> neighbourKey(const PlotSpec& spec, const MetricTable& table, double x, bool isBehind);

/// All values of a plot at a key, a line each below the key itself: of every rank, or where there are many
/// the mean, lowest and highest of all and the values of those selected.
QString valueNote(const PlotSpec& spec, const MetricTable& table, double x, const QVector<int>& selected);

} // namespace lockstep
