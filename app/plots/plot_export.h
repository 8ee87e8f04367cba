// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lockstep {

class MetricPlot;

/// Asks where a page for print with this plot is to go, of one of PlotSheet::formats(), and writes it there.
void exportPicture(MetricPlot& plot, const QString& format);

/// Asks where the values of all curves are to go, and writes them there as CSV, between events and with a
/// dialog that can cancel it.
void exportValues(MetricPlot& plot);

} // namespace lockstep
