// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/step_cost.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <queue>
#include <utility>

namespace lockstep {
namespace {

/// The most samples, 1 ... `most`, with which a step takes no longer than `seconds`; 1 where none do.
int samplesWithin(const StepCost& cost, double seconds, int most)
{
    int fits = 1;
    for (int beyond = most + 1; beyond - fits > 1;) {
        const int middle = fits + (beyond - fits) / 2;
        (cost.seconds(middle) <= seconds ? fits : beyond) = middle;
    }
    return fits;
}

std::vector<int> batchesWithin(std::span<const StepCost> costs, double seconds, int globalBatch)
{
    std::vector<int> batches;
    for (const StepCost& cost : costs)
        batches.push_back(samplesWithin(cost, seconds, globalBatch));
    return batches;
}

/// Each sample that is left goes where the step stays the shortest, the lower rank first.
void dealRest(std::span<const StepCost> costs, std::vector<int>& batches, std::int64_t left)
{
    using Next = std::pair<double, std::size_t>; // seconds with one more sample, rank
    std::priority_queue<Next, std::vector<Next>, std::greater<>> next;
    for (std::size_t rank = 0; rank < batches.size(); ++rank)
        next.emplace(costs[rank].seconds(batches[rank] + 1), rank);
    for (; left > 0; --left) {
        const std::size_t rank = next.top().second;
        next.pop();
        next.emplace(costs[rank].seconds(++batches[rank] + 1), rank);
    }
}

} // namespace

double StepCost::seconds(int samples) const
{
    return perStep + std::ceil(samples / largestPiece) * perPiece + samples * perSample;
}

double usualSeconds(std::span<const double> seconds)
{
    constexpr std::size_t kRuns = 5;
    const std::size_t runs = std::clamp<std::size_t>(seconds.size() / 2, 1, kRuns);
    std::vector<double> means;
    for (std::size_t run = 0; run < runs; ++run) {
        const std::size_t from = seconds.size() * run / runs;
        const std::size_t count = seconds.size() * (run + 1) / runs - from;
        const std::span<const double> own = seconds.subspan(from, count);
        means.push_back(std::accumulate(own.begin(), own.end(), 0.0) / static_cast<double>(count));
    }
    std::ranges::sort(means);
    return (means[runs / 2] + means[(runs - 1) / 2]) / 2;
}

StepCost fittedCost(double seconds, int samples, double secondsOfFewer, int fewer)
{
    // However well a device hides it, work grows with the samples: a line that is as good as level would give
    // one rank everything.
    constexpr double kLeastPart = 0.05;
    StepCost cost;
    cost.largestPiece = samples;
    cost.perSample = seconds / samples;
    if (fewer >= samples || secondsOfFewer >= seconds * 1.5)
        return cost;
    const double slope = (seconds - secondsOfFewer) / (samples - fewer);
    cost.perSample = std::clamp(slope, kLeastPart * seconds / samples, seconds / samples);
    cost.perPiece = seconds - cost.perSample * samples;
    return cost;
}

double slowestStep(std::span<const StepCost> costs, const BatchShares& shares)
{
    double slowest = 0;
    for (std::size_t rank = 0; rank < costs.size(); ++rank)
        slowest = std::max(slowest, costs[rank].seconds(shares.batches()[rank]));
    return slowest;
}

BatchShares balancedShares(std::span<const StepCost> costs, int globalBatch)
{
    // The longest time within which the ranks do no more than the whole batch, to the last bit of it that
    // matters; what is missing then is less than a piece of some ranks.
    constexpr int kHalvings = 60;
    double low = 0;
    double high = 0;
    for (const StepCost& cost : costs)
        high = std::max(high, cost.seconds(globalBatch));
    const auto sum = [](const std::vector<int>& batches) {
        return std::accumulate(batches.begin(), batches.end(), std::int64_t{0});
    };
    for (int i = 0; i < kHalvings; ++i) {
        const double middle = (low + high) / 2;
        (sum(batchesWithin(costs, middle, globalBatch)) <= globalBatch ? low : high) = middle;
    }
    std::vector<int> batches = batchesWithin(costs, low, globalBatch);
    dealRest(costs, batches, globalBatch - sum(batches));
    return BatchShares(std::move(batches));
}

} // namespace lockstep
