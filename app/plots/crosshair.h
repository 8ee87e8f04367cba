// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/plot_spec.h"
#include "app/theme/theme.h"

#include <QVector>
#include <qcustomplot.h>

namespace lockstep {

/// A line under the pointer and a note with the values there, on a layer of its own: moving it redraws
/// nothing else.
class Crosshair {
public:
    Crosshair(QCustomPlot& plot, const PlotSpec& spec);

    void setColors(const ThemeColors& colors);
    /// Shows the point nearest to a position in pixels, or hides it when there is none.
    void moveTo(const QPointF& position, const MetricTable& table, const QVector<int>& selected);
    void hide();

private:
    QString note(double key, const MetricTable& table, const QVector<int>& selected) const;
    void place(double x, double y);

    QCustomPlot& m_plot;
    const PlotSpec& m_spec;
    QCPItemStraightLine* m_line;
    QCPItemText* m_text;
};

/// A number as a person reads it beside a curve: four significant digits.
QString valueText(double value);

} // namespace lockstep
