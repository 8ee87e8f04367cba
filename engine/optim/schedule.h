// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/experiment.h"

#include <cstdint>

namespace lockstep {

/// The learning rate of every step: a pure function of the step's number, so that a resumed training goes on
/// exactly. Step s stands at t = s / stepsPerEpoch epochs; boundaries are met at the first step with t >=
/// boundary. During the warm-up, step s uses the schedule's rate times (s + 1) / (its steps), so it never is
/// 0 and ends at the full rate. Always finite, >= 0.
class Schedule {
public:
    /// `stepsPerEpoch` >= 1.
    Schedule(const TrainingSpec& training, std::int64_t stepsPerEpoch, int worldSize);
    double rate(std::int64_t step) const;

private:
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
