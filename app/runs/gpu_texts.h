// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/summary/run_summary.h"

namespace lockstep {

/// What the GPU of a rank does: a dash where that is not known, nothing for a rank on a processor.
QString gpuLoadText(const RankSummary& rank);        ///< "97 %"
QString gpuMemoryText(const RankSummary& rank);      ///< "6.2 of 10.0 GiB"
QString gpuTemperatureText(const RankSummary& rank); ///< "64 °C"
QString gpuPowerText(const RankSummary& rank);       ///< "213 W"

/// Its clocks, and what holds them back; empty where nothing is known.
QString gpuToolTip(const RankSummary& rank);

bool isOnGpu(const RankSummary& rank);

} // namespace lockstep
