// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/plot_choice.h"

#include <QString>
#include <QVector>
#include <optional>

namespace lockstep {

/// Which plots stand where on a page: rows of plots, each as wide and high as a person made it.
struct PlotArrangement {
    struct Row {
        QVector<PlotChoice> plots; ///< from the left
        QVector<int> widths;       ///< pixels, one for each plot; empty: alike
        int height = 0;            ///< pixels; 0: as high as the others
        bool operator==(const Row&) const = default;
    };
    QVector<Row> rows;
    bool linked = true; ///< what is zoomed in one plot is zoomed in all with its x axis
    bool operator==(const PlotArrangement&) const = default;
};

QJsonObject toJson(const PlotArrangement& arrangement);
/// Nothing unless there is at least one plot; a bounded number of them.
std::optional<PlotArrangement> plotArrangement(const QJsonObject& json);

/// What a new run begins with: loss and accuracy, rate and where the time of a step goes.
PlotArrangement usualArrangement(bool compresses = false);
/// What is shown first of numbers that another program chose: loss and accuracy where it has them, then each
/// metric in a plot of its own, as many as a page is looked at.
PlotArrangement foreignArrangement(const QVector<Metric>& metrics);
/// What a report adds where ranks have GPUs.
QVector<PlotChoice> gpuChoices();
/// What a page shows below the usual plots of a run whose ranks report these: load and memory of GPUs, their
/// temperature and power, load and memory of hosts, bytes and lateness of each link, staleness. Links of more
/// ranks than there are colours are left to a person's choice. A row each, always in this order.
QVector<PlotArrangement::Row> furtherRows(const QVector<Metric>& metrics);

/// What a person made of the page for the runs of an experiment; nothing: nothing yet.
std::optional<PlotArrangement> keptArrangement(const QString& experiment);
void keepArrangement(const QString& experiment, const PlotArrangement& arrangement);
/// From now on it is the usual one again.
void forgetArrangement(const QString& experiment);

} // namespace lockstep
