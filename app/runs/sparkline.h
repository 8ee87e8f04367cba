// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/series.h"

#include <QColor>
#include <vector>

class QPainter;
class QRectF;

namespace lockstep {

/// A whole curve in the room of a word.
struct Sparkline {
    /// Exactly what lies in each of so many equal parts of the keys, from the first one to the last.
    std::vector<Extent> columns;
    Extent all;                      ///< of all of them
    std::vector<std::size_t> broken; ///< columns with a value that is not finite; ascending
};
/// REQUIRES: columns > 0.
Sparkline sparkline(const Series& series, std::size_t columns);

/// From the lowest value at the foot of the room to the highest at its head. The painter comes back as it
/// was.
void paintSparkline(QPainter& painter, const QRectF& room, const Sparkline& line, const QColor& ink,
                    const QColor& brokenInk);

} // namespace lockstep
