// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/experiment.h"

#include <cstdint>

namespace lockstep {

/// The learning rate of every step: a pure function of the epoch and of how much of it is done, so that a
/// resumed training goes on exactly, and one that goes on with other ranks, which make more or fewer steps of
/// an epoch, has the rate of its place. Step b of epoch e stands at t = e + b / stepsPerEpoch epochs;
/// boundaries are met at the first step with t >= boundary. During a warm-up of W steps, step s of them uses
/// the schedule's rate times (s + 1) / W, so it never is 0 and ends at the full rate. Always finite, >= 0.
class LearningRateSchedule {
public:
    /// `stepsPerEpoch` >= 1: of this attempt.
    LearningRateSchedule(const TrainingSpec& training, std::int64_t stepsPerEpoch, int worldSize);
    double rate(int epoch, std::int64_t stepInEpoch) const;

private:
    // Steps here are those of a training that had `stepsPerEpoch` from its beginning: exact where t is not.
    double base(std::int64_t step) const;
    double multiStep(std::int64_t step) const;
    double cosine(std::int64_t step) const;
    bool reached(double epochs, std::int64_t step) const;

    ScheduleSpec m_spec;
    double m_first; ///< the rate at the beginning
    double m_scale; ///< of every rate
    std::int64_t m_stepsPerEpoch;
    std::int64_t m_steps; ///< of the whole training
    double m_warmupSteps;
};

} // namespace lockstep
