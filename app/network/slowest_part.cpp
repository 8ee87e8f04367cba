// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/network/slowest_part.h"

#include "app/metrics/metric_table.h"

#include <algorithm>
#include <functional>

namespace lockstep {

namespace {

constexpr double kWorthNaming = 0.1; ///< of the step
constexpr double kFull = 0.5;        ///< of what is drawn

/// The greatest of what `of` tells of each rank, and whose it is.
template <typename Of>
std::pair<double, const RankTimes*> greatest(std::span<const RankTimes> times, Of of)
{
    const auto found =
        std::max_element(times.begin(), times.end(), [&](const RankTimes& one, const RankTimes& other) {
            return std::invoke(of, one) < std::invoke(of, other);
        });
    return {std::invoke(of, *found), &*found};
}

double medianCompute(std::span<const RankTimes> times)
{
    std::vector<double> sorted;
    for (const RankTimes& rank : times)
        sorted.push_back(rank.compute);
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>((sorted.size() - 1) / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    return *middle;
}

/// Names the link or the pair of hosts that the network is slow at, where anything is measured.
void nameLink(SlowestPart& part, const Topology& topology, const NetworkLoad& load)
{
    const auto shareOf = [&](std::size_t i) { return load.links[i].share(topology.links[i]).value_or(0); };
    double fullest = 0;
    for (std::size_t i = 0; i < load.links.size(); ++i) {
        if (shareOf(i) >= kFull && shareOf(i) > fullest) {
            fullest = shareOf(i);
            part.link = i;
        }
    }
    if (part.link)
        return;
    double longest = 0;
    for (std::size_t i = 0; i < load.links.size(); ++i) {
        const double late = load.links[i].lateFraction;
        // All links of one way are waited for alike.
        if (late > longest || (part.link && late == longest && shareOf(i) > shareOf(*part.link))) {
            longest = late;
            part.link = i;
        }
    }
    for (const auto& [hosts, link] : load.direct) {
        if (link.lateFraction > longest) {
            longest = link.lateFraction;
            part.link.reset();
            part.direct = hosts;
        }
    }
}

} // namespace

std::vector<RankTimes> recentTimes(const MetricTable& table, int worldSize)
{
    std::vector<RankTimes> times;
    for (int rank = 0; rank < worldSize; ++rank) {
        const auto mean = [&](Metric metric) {
            const Series* series = table.find(metric, rank);
            if (!series || series->size() < 2)
                return -1.0;
            const std::size_t end = series->size();
            const Extent last = series->over(std::max<std::size_t>(1, end - std::min(end, kTimedSteps)), end);
            return last.empty() ? -1.0 : static_cast<double>(last.mean());
        };
        const RankTimes of{rank, mean(Metric::DataSeconds), mean(Metric::ComputeSeconds),
                           mean(Metric::NetworkSeconds)};
        if (of.data >= 0 && of.compute >= 0 && of.network >= 0)
            times.push_back(of);
    }
    return times;
}

SlowestPart slowestPart(std::span<const RankTimes> times, const Topology& topology, const NetworkLoad& load)
{
    SlowestPart part;
    if (times.empty())
        return part;
    const double usual = medianCompute(times);
    const double own = greatest(times, [](const RankTimes& rank) { return rank.data + rank.compute; }).first;
    const auto [compute, slowest] = greatest(times, &RankTimes::compute);
    const auto [data, starving] = greatest(times, &RankTimes::data);
    const double evened = greatest(times, [&](const RankTimes& rank) {
                              return rank.data + std::min(rank.compute, usual);
                          }).first;
    const double network = -greatest(times, [](const RankTimes& rank) { return -rank.network; }).first;

    part.step = own + network;
    part.kind = SlowestPart::Kind::Nothing;
    const std::pair<double, SlowestPart::Kind> candidates[] = {
        {own - compute, SlowestPart::Kind::Loader},
        {own - evened, SlowestPart::Kind::Rank},
        {network, SlowestPart::Kind::Network},
    };
    for (const auto& [saving, kind] : candidates) {
        if (saving > part.saving && saving >= kWorthNaming * part.step) {
            part.saving = saving;
            part.kind = kind;
        }
    }
    if (part.kind == SlowestPart::Kind::Loader)
        part.rank = starving->rank;
    if (part.kind == SlowestPart::Kind::Rank) {
        part.rank = slowest->rank;
        part.compute = compute;
        part.usual = usual;
    }
    if (part.kind == SlowestPart::Kind::Network)
        nameLink(part, topology, load);
    return part;
}

} // namespace lockstep
