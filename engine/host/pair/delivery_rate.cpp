// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/pair/delivery_rate.h"

#include <algorithm>
#include <span>

namespace lockstep {

double DeliveryRate::slope() const
{
    if (m_samples.empty())
        return 0;
    constexpr double kLeftOut = 0.4;
    const double first = m_samples.front().seconds;
    const double begin = first + kLeftOut * (m_samples.back().seconds - first);
    const auto counting =
        std::span(std::lower_bound(m_samples.begin(), m_samples.end(), begin,
                                   [](const Sample& sample, double time) { return sample.seconds < time; }),
                  m_samples.end());
    const auto count = static_cast<double>(counting.size());
    double meanTime = 0;
    double meanBytes = 0;
    for (const Sample& sample : counting) {
        meanTime += sample.seconds / count;
        meanBytes += sample.bytes / count;
    }
    double together = 0;
    double spread = 0;
    for (const Sample& sample : counting) {
        together += (sample.seconds - meanTime) * (sample.bytes - meanBytes);
        spread += (sample.seconds - meanTime) * (sample.seconds - meanTime);
    }
    return spread > 0 ? together / spread : 0;
}

} // namespace lockstep
