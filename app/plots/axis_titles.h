// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/plot_spec.h"
#include "app/theme/theme.h"

#include <qcustomplot.h>

namespace lockstep {

/// What stands around the axes of a plot: their titles, their figures and the margins for both. A low plot
/// gives its room to the curves: it names its keys in the corner below the values, and of the values the
/// unit, where the title does not fit. Only for the thread of the widgets.
class AxisTitles {
public:
    /// REQUIRES: the plot outlives it.
    explicit AxisTitles(QCustomPlot& plot);

    void setLook(const QFont& font, const ThemeColors& colors);
    /// Pixels that the names of curves and of marks take above the axes.
    struct Above {
        int legend = 0;
        int marks = 0;
    };
    void beforeLayout(const PlotSpec& spec, Above above);
    void afterLayout(const PlotSpec& spec);

private:
    bool fitCorner(const QString& title);
    void fitFigures(int height);

    QCustomPlot& m_plot;
    QCPItemText* m_corner; ///< the title of the keys in a low plot; the plot owns it
};

} // namespace lockstep
