// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/program.h"
#include "engine/distributed/process_group.h"
#include "engine/train/given_step.h"
#include "engine/train/step_cost.h"

#include <array>
#include <span>
#include <vector>

namespace lockstep {

/// Finds the shares with which all ranks are ready at the same time, from what steps cost each of them: timed
/// before the first step, and corrected by the steps of every epoch. One thread; borrows the group.
class ShareBalance {
public:
    /// `largestPiece`: samples of this rank's program.
    ShareBalance(ProcessGroup& group, int largestPiece);

    /// Times forward and backward passes of these samples (training data; their scalars as for a step; no
    /// more than a piece) and of half of them in turn, some tenths of a second, on all ranks at the same
    /// time. Gradients and running statistics are then anything: the caller gives back what is needed.
    /// `valuesOfSample`: of the inputs. A collective call; without samples nothing is known of this rank.
    void calibrate(Program& program, const BatchView& samples, std::size_t valuesOfSample);
    /// A step of this rank with a whole batch, as its record says. The first since correct() does not count:
    /// plans may be made in it.
    void add(const GivenStep& step);
    /// Takes over what was added since the last call, unless it is too little to tell. A collective call.
    void correct();
    /// Other shares that make the slowest step shorter by more than the clock's noise, or the present ones;
    /// the same on every rank. A collective call.
    BatchShares better(const BatchShares& present);

    /// By rank, as of the last collective call.
    const std::vector<StepCost>& costs() const { return m_costs; }
    /// Mean of what this rank's own work took, of the steps that count since correct(); 0 without any.
    double ownSeconds() const;

private:
    void exchange();

    ProcessGroup& m_group;
    StepCost m_own;
    std::vector<StepCost> m_costs;
    /// What a step's own work took, s, waiting for the loader included.
    struct OwnSeconds {
        double passes = 0, updates = 0;
    };
    std::span<const OwnSeconds> latest() const;

    int m_samples = 0;                      ///< of each of the steps that were added
    int m_steps = -1;                       ///< that count; -1: none was added
    OwnSeconds m_sum;                       ///< of the counted steps
    std::array<OwnSeconds, 256> m_latest{}; ///< of those: the last ones, in a ring
};

} // namespace lockstep
