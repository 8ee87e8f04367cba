// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/optim/schedule.h"

#include "engine/core/error.h"
#include "engine/core/portable_math.h"

#include <algorithm>

namespace lockstep {
namespace {

/// How far a quotient of doubles may stray from the whole number that it stands for: boundaries such as 0.1
/// epochs have no exact double.
constexpr double kRounding = 1e-9;

} // namespace

LearningRateSchedule::LearningRateSchedule(const TrainingSpec& training, std::int64_t stepsPerEpoch,
                                           int worldSize)
    : m_spec(training.schedule), m_first(training.learningRate),
      m_scale(training.schedule.scaleWithWorldSize ? worldSize : 1), m_stepsPerEpoch(stepsPerEpoch),
      m_steps(stepsPerEpoch * training.epochs),
      m_warmupSteps(std::max(0.0, training.schedule.warmupEpochs * static_cast<double>(stepsPerEpoch)))
{
    LOCKSTEP_CHECK(stepsPerEpoch >= 1 && worldSize >= 1);
}

double LearningRateSchedule::rate(int epoch, std::int64_t stepInEpoch) const
{
    const std::int64_t step = epoch * m_stepsPerEpoch + stepInEpoch;
    const double warmth =
        m_warmupSteps > 0 ? std::min(1.0, static_cast<double>(step + 1) / m_warmupSteps) : 1;
    return base(step) * m_scale * warmth;
}

double LearningRateSchedule::base(std::int64_t step) const
{
    switch (m_spec.kind) {
    case ScheduleKind::Constant:
        return m_first;
    case ScheduleKind::Step: {
        const double epochs = static_cast<double>(step) / static_cast<double>(m_stepsPerEpoch);
        return m_first * power(m_spec.factor, static_cast<std::int64_t>(epochs / m_spec.every + kRounding));
    }
    case ScheduleKind::MultiStep:
        return multiStep(step);
    case ScheduleKind::Cosine:
        return cosine(step);
    }
    LOCKSTEP_CHECK(false && "a kind of schedule without a rule");
}

bool LearningRateSchedule::reached(double epochs, std::int64_t step) const
{
    const double boundary = epochs * static_cast<double>(m_stepsPerEpoch);
    return static_cast<double>(step) >= boundary - kRounding * std::max(1.0, boundary);
}

double LearningRateSchedule::multiStep(std::int64_t step) const
{
    std::size_t passed = 0;
    while (passed < m_spec.milestones.size() && reached(m_spec.milestones[passed], step))
        ++passed;
    if (passed == 0)
        return m_first;
    return m_spec.rates.empty() ? m_first * power(m_spec.factor, static_cast<std::int64_t>(passed))
                                : m_spec.rates[std::min(passed, m_spec.rates.size()) - 1];
}

double LearningRateSchedule::cosine(std::int64_t step) const
{
    const double done = std::min(1.0, static_cast<double>(step) / static_cast<double>(m_steps));
    return m_spec.floor + (m_first - m_spec.floor) * (1 + cosineOfHalfTurns(done)) / 2;
}

} // namespace lockstep
