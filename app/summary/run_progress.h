// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/summary/run_summary.h"

#include <QStringList>

namespace lockstep {

/// "about 12 min 05 s left", while it goes on and enough steps are known; else empty.
QString timeLeftText(const RunSummary& summary);
/// What that is made of, a line each for steps and ends of epochs; empty where nothing is estimated.
QString timeLeftBasis(const RunSummary& summary);
/// "4,900 samples/s": of all ranks together; empty: not known yet.
QString wholeRateText(const RunSummary& summary);
/// "best 97.9 % in epoch 3": the first of the best validations so far; empty before one.
QString bestText(const RunSummary& summary);

} // namespace lockstep
