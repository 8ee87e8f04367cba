// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/metric_plot.h"
#include "app/plots/plot_spec.h"
#include "tests/app/plots/plotted_run.h"

namespace lockstep {

/// The loss of 10,000 steps of one rank, on the screen.
struct ShownLosses {
    ShownLosses()
    {
        addSteps(store, 0, 0, 10'000, 1);
        plot.resize(800, 400);
        plot.show();
    }
    PlotCanvas& canvas() const { return plot.canvas(); }

    MetricStore store;
    MetricPlot plot{store, lossPlotSpec()};
};

} // namespace lockstep
