// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/forecast/step_model.h"
#include "engine/protocol/sentence.h"

#include <vector>

namespace lockstep {

/// What decides which strategy to offer.
struct StrategySituation {
    double computeSeconds = 0;  ///< of a step of the slowest rank
    double exchangeSeconds = 0; ///< all gradients as they are
    StrategySettings chosen{};  ///< what the experiment has now
    /// How many times less crosses the bottleneck with it than of gradients as they are.
    double reductionOfChosen = 1;
    Estimate chosenSeconds{}; ///< a step with it
    double mbps = 0;          ///< of the bottleneck; 0: nothing on the way has a bandwidth
    double roundTrip = 0;     ///< there and back between the farthest two ranks, s
    /// How many times less PowerSGD sends: rank 4, 2 and 1.
    double reductionOf4 = 1, reductionOf2 = 1, reductionOf1 = 1;
    /// What crosses the bottleneck of gradients as they are, over what would around a ring of hosts, (0, 1]:
    /// they may go up and down a tree, the narrower formats not.
    double ofRing = 1;
    std::vector<double> speeds;   ///< of each rank, in any unit
    bool areSharesEqual = true;   ///< each rank takes as many samples
    bool isSpeedUnsteady = false; ///< a rank's speed has been seen to change more than twofold
    bool operator==(const StrategySituation&) const = default;
};

/// What to offer.
struct StrategyAdvice {
    StrategySettings settings{};
    /// PowerSGD: what to go down to when accuracy has held; 0: nothing would be gained.
    int laterRank = 0;
    /// So many batches as one step, where even the least that can be sent takes longer than one is computed.
    int batches = 1;
    bool wantsShares = false; ///< shares by speed besides
    double speedUp = 1;       ///< in samples per second, shares apart
    double shareSpeedUp = 1;  ///< of the shares
    Sentence text{};          ///< all of it, for people
    bool operator==(const StrategyAdvice&) const = default;
};

/// The rule. With p = exchange / compute, and C4, C2, C1 the reductions:
///
///     speeds differ by more than a tenth    shares by speed, beside what follows
///     one rank's speed is unsteady          server-async
///     the ring's round trips > compute      local steps, 8 to 50
///     p <= 1                                all-reduce as it is: compressing gains nothing
///     p <= 2                                bf16
///     C4 < 20 (nets of thin layers)         top-k of 0.1 %, up to 8 ranks
///     p <= C4                               PowerSGD of rank 4
///     p <= C1                               the same, then of rank 2 while p <= C2, else of rank 1
///     else                                  the same with ceil(p / C1) batches as one
StrategyAdvice adviceFor(const StrategySituation& situation);

} // namespace lockstep
