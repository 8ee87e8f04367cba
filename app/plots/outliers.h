// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/scaled_series.h"

#include <QVector>

namespace lockstep {

/// The ranks whose mean over a window lies far from the others': those with a modified z-score above 3.5, as
/// Iglewicz and Hoaglin (1993) recommend: 0.6745 |mean - median| / MAD, where MAD is the median of the
/// distances from the median; where more than half of the ranks are alike and MAD is 0, the mean distance
/// times 1.2533 instead. The farthest first, at most `most` of them. `curves` are one for each of `ranks`.
QVector<int> outlyingRanks(const QVector<int>& ranks, const SeriesList& curves, const KeyWindow& window,
                           int most);

} // namespace lockstep
