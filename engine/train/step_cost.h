// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/shares.h"

#include <span>

namespace lockstep {

/// What a step costs a rank: seconds of its own work. Waiting for other ranks is not among them.
struct StepCost {
    double perStep = 0;      ///< whatever its samples are: the update
    double perPiece = 0;     ///< of a forward and a backward pass, whatever their samples are
    double perSample = 0;    ///< 0: nothing is known of this rank
    double largestPiece = 1; ///< samples, >= 1
    /// Of `samples` >= 0.
    double seconds(int samples) const;
};

/// What one of such steps usually takes: they are cut into five runs (fewer, of less than ten), and of the
/// runs' means the middle one counts. So something that disturbs less than half of the time does not count,
/// and what comes and goes within a run counts for its part, as a processor that is taken away by turns.
/// REQUIRES: at least one.
double usualSeconds(std::span<const double> seconds);

/// The cost of passes, from how long one of `samples` takes and one of fewer, `fewer` >= 1; seconds above 0.
/// Where the times contradict a straight line through them, they are taken as in proportion to the samples.
StepCost fittedCost(double seconds, int samples, double secondsOfFewer, int fewer);

/// Of the rank that is ready last.
double slowestStep(std::span<const StepCost> costs, const BatchShares& shares);

/// The shares, each at least 1, whose slowest step is the shortest that there is. All costs are known, and
/// `globalBatch` >= the number of ranks.
BatchShares balancedShares(std::span<const StepCost> costs, int globalBatch);

} // namespace lockstep
