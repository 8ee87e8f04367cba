// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/metrics/step_columns.h"

#include "engine/protocol/step_times.h"

namespace lockstep {

void StepColumns::add(const StepFinished& step, std::int64_t wallMs)
{
    const std::array<double, kMetrics.size()> values = {step.loss,
                                                        step.top1,
                                                        step.top5,
                                                        step.learningRate,
                                                        step.samplesPerSecond,
                                                        step.dataSeconds,
                                                        step.forwardSeconds,
                                                        step.backwardSeconds,
                                                        step.networkSeconds,
                                                        step.optimizerSeconds,
                                                        computeSeconds(step),
                                                        stepSeconds(step)};
    m_keys[m_size] = step.step + 1;
    m_wallMs[m_size] = wallMs;
    m_further[m_size] = &step.further;
    for (std::size_t metric = 0; metric < values.size(); ++metric)
        m_values[metric][m_size] = static_cast<float>(values[metric]);
    ++m_size;
}

} // namespace lockstep
