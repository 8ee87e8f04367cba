// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/key_scale.h"
#include "app/metrics/series.h"

#include <QVector>
#include <span>
#include <vector>

namespace lockstep {

/// Which part of an x axis is drawn, over how many pixels.
struct KeyWindow {
    double lower = 0;
    double upper = 1;
    int pixels = 1;
    bool logarithmic = false; ///< then both are positive

    /// Of this share of the width, 0 ... 1.
    double at(double share) const;
    /// The share of the width at which `x` lies.
    double shareOf(double x) const;
};

/// A series and where its keys lie on the x axis. Borrows: valid until the table changes that lent both.
struct ScaledSeries {
    const Series* series = nullptr;
    KeyScale scale;

    double x(std::size_t index) const { return scale.x(series->key(index)); }
    /// The first point at `x` or behind it; size() where there is none.
    std::size_t lowerBound(double x) const;
    /// Exactly what lies in each of columns.size() equally wide columns of a window.
    void columns(const KeyWindow& window, std::span<Extent> columns) const;
    /// Exactly what lies in the window, its upper end included.
    Extent over(const KeyWindow& window) const;
};

using SeriesList = QVector<ScaledSeries>;

} // namespace lockstep
