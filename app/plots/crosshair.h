// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/theme/theme.h"

#include <QString>
#include <qcustomplot.h>

namespace lockstep {

/// A line at a key and a note with the values there, on a layer of its own: moving it redraws nothing else.
class Crosshair {
public:
    explicit Crosshair(QCustomPlot& plot);

    void setColors(const ThemeColors& colors);
    /// `y`: in pixels, where the note stands about.
    void showAt(double key, const QString& note, double y);
    void hide();
    bool isShown() const { return m_line->visible(); }

private:
    void place(double x, double y);

    QCustomPlot& m_plot;
    QCPItemStraightLine* m_line;
    QCPItemText* m_text;
};

} // namespace lockstep
