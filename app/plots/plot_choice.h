// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/key_scale.h"
#include "app/metrics/metric.h"

#include <QJsonObject>
#include <QVector>
#include <optional>

namespace lockstep {

/// What a person wants to see in one plot, and how. A plain value that lasts from run to run.
struct PlotChoice {
    QVector<Metric> left;  ///< by the left axis
    QVector<Metric> right; ///< by the right one; empty: there is none
    XAxis xAxis = XAxis::Step;
    bool stacks = false; ///< the left ones one upon the other, for one rank or the mean of all
    bool logarithmicX = false;
    bool logarithmicLeft = false;
    bool logarithmicRight = false;
    double smoothing = kUsualSmoothing; ///< 0: none ... 1: the trend alone
    bool showsDiscarded = false;        ///< what later attempts have done again, too

    static constexpr double kUsualSmoothing = 0.3;

    /// Left, then right.
    QVector<Metric> metrics() const { return left + right; }
    bool operator==(const PlotChoice&) const = default;
};

QJsonObject toJson(const PlotChoice& choice);
/// Nothing unless it says at least one metric; what else is unknown or out of range is as in a new choice.
std::optional<PlotChoice> plotChoice(const QJsonObject& json);

/// Loss of every rank against step.
PlotChoice lossChoice();
/// Validation accuracy (left) and mean training loss (right) against epoch.
PlotChoice accuracyChoice();
/// Where the time of a step goes; of a run whose ranks compress gradients, or not.
PlotChoice stepTimeChoice(bool compresses = false);
/// One metric in a plot of its own.
PlotChoice choiceOf(Metric metric);

} // namespace lockstep
