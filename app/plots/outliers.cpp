// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/outliers.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lockstep {

namespace {

constexpr double kFar = 3.5;

struct RankMean {
    int rank = 0;
    double mean = 0;
    double score = 0;
};

/// REQUIRES: not empty.
double median(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

/// What a distance from the median is measured by; 0: all are alike.
double spread(const std::vector<double>& distances)
{
    if (const double mad = median(distances); mad > 0)
        return mad / 0.6745;
    return std::accumulate(distances.begin(), distances.end(), 0.0) / static_cast<double>(distances.size()) *
           1.2533;
}

} // namespace

QVector<int> outlyingRanks(const QVector<int>& ranks, const SeriesList& curves, const KeyWindow& window,
                           int most)
{
    std::vector<RankMean> means;
    std::vector<double> values;
    for (qsizetype i = 0; i < ranks.size(); ++i) {
        const Extent extent = curves[i].over(window);
        if (extent.empty())
            continue;
        values.push_back(static_cast<double>(extent.mean()));
        means.push_back({ranks[i], values.back()});
    }
    if (means.empty())
        return {};
    const double center = median(values);
    for (double& value : values)
        value = std::abs(value - center);
    const double unit = spread(values);
    // Rounding alone makes no outlier.
    if (!(unit > std::abs(center) * 1e-6))
        return {};
    for (RankMean& each : means)
        each.score = std::abs(each.mean - center) / unit;
    std::erase_if(means, [](const RankMean& each) { return !(each.score > kFar); });
    std::ranges::stable_sort(means, std::greater(), &RankMean::score);
    QVector<int> far;
    for (const RankMean& each : means) {
        if (far.size() < most)
            far.append(each.rank);
    }
    return far;
}

} // namespace lockstep
