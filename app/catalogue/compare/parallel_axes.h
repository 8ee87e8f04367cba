// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/catalogue/index/catalogue_run.h"

#include <QStringList>
#include <QVector>

namespace lockstep {

/// One axis of a picture of runs: a parameter or a result, with the place of every run on it.
struct ParallelAxis {
    QString title;
    bool isLogarithmic = false;
    /// What stands at the ends of an axis of numbers, from below; the values of one of words, evenly apart.
    QStringList labels;
    QVector<double> places; ///< by run: 0 ... 1 from below; NaN: it has no value
    QStringList texts;      ///< by run: its value
};

/// The runs and the axes on which they lie.
struct ParallelAxes {
    QStringList runs; ///< names
    QVector<ParallelAxis> axes;
};

/// Parameters that are not the same in all runs, then what they came to. Numbers above 0 that span more than
/// two powers of ten are drawn by their logarithm.
ParallelAxes parallelAxes(const QVector<CatalogueRun>& runs);

} // namespace lockstep
