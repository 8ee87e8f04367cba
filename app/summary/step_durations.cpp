// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/summary/step_durations.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

constexpr std::int64_t kWindow = 100; ///< steps, unless they take less than kLeastMs together
constexpr std::int64_t kLeastSteps = 3;
constexpr std::int64_t kLeastMs = 3000;

double meanSeconds(std::int64_t ms, std::int64_t count)
{
    return static_cast<double>(ms) / 1000 / static_cast<double>(count);
}

} // namespace

void StepDurations::addStep(std::int64_t ms)
{
    const std::int64_t before = std::exchange(m_lastMs, ms);
    const bool isEpochEnd = std::exchange(m_isEpochEnd, false);
    if (before < 0 || ms < before) // nobody saw it begin; or the clock was set back
        return;
    Sum& sum = isEpochEnd ? m_epochEnds : m_recent;
    ++sum.count;
    sum.ms += ms - before;
    if (m_recent.count >= kWindow && m_recent.ms >= kLeastMs)
        m_before = std::exchange(m_recent, {});
}

StepDurations::Sum StepDurations::newest() const
{
    return {m_before.count + m_recent.count, m_before.ms + m_recent.ms};
}

MeanDuration StepDurations::step() const
{
    const Sum sum = newest();
    if (sum.count < kLeastSteps || sum.ms < kLeastMs)
        return {};
    return {sum.count, meanSeconds(sum.ms, sum.count)};
}

MeanDuration StepDurations::epochEnd() const
{
    const MeanDuration step = this->step();
    if (m_epochEnds.count == 0 || step.count == 0)
        return {};
    return {m_epochEnds.count, std::max(0.0, meanSeconds(m_epochEnds.ms, m_epochEnds.count) - step.seconds)};
}

} // namespace lockstep
