// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot_colors.h"

#include "app/plots/metric_text.h"
#include "app/theme/part_color.h"

#include <array>
#include <utility>

namespace lockstep {

QColor bandColor(Metric metric, int place, const ThemeColors& colors)
{
    constexpr std::array kParts = {std::pair{Metric(Metric::DataSeconds), StepPart::Data},
                                   std::pair{Metric(Metric::ForwardSeconds), StepPart::Forward},
                                   std::pair{Metric(Metric::BackwardSeconds), StepPart::Backward},
                                   std::pair{Metric(Metric::NetworkSeconds), StepPart::Network},
                                   std::pair{Metric(Metric::OptimizerSeconds), StepPart::Optimizer}};
    for (const auto& [told, part] : kParts) {
        if (metric == told)
            return partColor(part, colors);
    }
    return metric == compressionMetric() ? bucketColors(colors).front() : rankColor(place, colors);
}

} // namespace lockstep
