// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/statistics.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

TensorStatistics statisticsOf(std::span<const float> values)
{
    TensorStatistics statistics;
    double sum = 0;
    double squares = 0;
    std::int64_t finite = 0;
    for (const float value : values) {
        statistics.nans += std::isnan(value) ? 1 : 0;
        statistics.infinities += std::isinf(value) ? 1 : 0;
        if (!std::isfinite(value))
            continue;
        ++finite;
        sum += static_cast<double>(value);
        squares += static_cast<double>(value) * static_cast<double>(value);
        statistics.least = std::min(value, statistics.least.value_or(value));
        statistics.largest = std::max(value, statistics.largest.value_or(value));
    }
    statistics.norm = std::sqrt(squares);
    if (finite > 0)
        statistics.mean = sum / static_cast<double>(finite);
    return statistics;
}

std::vector<std::int64_t> histogramOf(std::span<const float> values, double least, double largest,
                                      std::size_t bins)
{
    const double half = least == largest ? 0.5 : 0.0;
    const double begin = least - half;
    const double width = (largest + half - begin) / static_cast<double>(bins);
    const auto edge = [&](std::size_t bin) { return begin + static_cast<double>(bin) * width; };
    std::vector<std::int64_t> counts(bins);
    for (const float value : values) {
        if (!std::isfinite(value))
            continue;
        const auto exact = static_cast<double>(value);
        auto bin = std::min(static_cast<std::size_t>((exact - begin) / width), bins - 1);
        // The division rounds, the edges decide.
        if (bin > 0 && exact < edge(bin))
            --bin;
        else if (bin + 1 < bins && exact >= edge(bin + 1))
            ++bin;
        ++counts[bin];
    }
    return counts;
}

} // namespace lockstep
