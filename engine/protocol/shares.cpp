// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/shares.h"

#include <algorithm>
#include <numeric>

namespace lockstep {
namespace {

/// `count` in proportion to `parts`, which add up to `whole`: of each the whole part of its proportion, and
/// one more for those with the largest remainder, the first of equals first.
std::vector<int> largestRemainder(std::span<const int> parts, std::int64_t whole, std::int64_t count)
{
    std::vector<int> counts;
    std::vector<std::int64_t> remainders;
    for (const int part : parts) {
        counts.push_back(static_cast<int>(part * count / whole));
        remainders.push_back(part * count % whole);
    }
    std::vector<std::size_t> order(parts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return remainders[a] > remainders[b]; });
    const std::int64_t left = count - std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
    for (std::size_t i = 0; i < static_cast<std::size_t>(left); ++i)
        ++counts[order[i]];
    return counts;
}

} // namespace

BatchShares::BatchShares(std::vector<int> batches)
    : m_batches(std::move(batches)),
      m_globalBatch(std::accumulate(m_batches.begin(), m_batches.end(), std::int64_t{0}))
{
}

BatchShares BatchShares::even(int batch, int worldSize)
{
    return BatchShares(std::vector<int>(static_cast<std::size_t>(worldSize), batch));
}

BatchShares BatchShares::inProportion(std::span<const int> parts, int globalBatch)
{
    // The rule for a short batch, of a batch that is as large as the parts are.
    const std::int64_t whole = std::accumulate(parts.begin(), parts.end(), std::int64_t{0});
    std::vector<int> batches = largestRemainder(parts, whole, globalBatch);
    for (int& batch : batches)
        if (batch == 0) {
            --*std::max_element(batches.begin(), batches.end());
            batch = 1;
        }
    return BatchShares(std::move(batches));
}

Share BatchShares::of(int rank, std::int64_t globalCount) const
{
    const std::vector<int> counts = largestRemainder(m_batches, m_globalBatch, globalCount);
    const auto mine = counts.begin() + rank;
    return {std::accumulate(counts.begin(), mine, std::int64_t{0}), *mine};
}

} // namespace lockstep
