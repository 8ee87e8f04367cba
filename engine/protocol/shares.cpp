// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/shares.h"

#include <algorithm>
#include <numeric>

namespace lockstep {

BatchShares::BatchShares(std::vector<int> batches)
    : m_batches(std::move(batches)),
      m_globalBatch(std::accumulate(m_batches.begin(), m_batches.end(), std::int64_t{0}))
{
}

BatchShares BatchShares::even(int batch, int worldSize)
{
    return BatchShares(std::vector<int>(static_cast<std::size_t>(worldSize), batch));
}

Share BatchShares::of(int rank, std::int64_t globalCount) const
{
    // Of each rank's proportion, batch * globalCount / globalBatch: the whole part, and the remainder.
    std::vector<std::int64_t> counts, remainders;
    for (const int batch : m_batches) {
        counts.push_back(batch * globalCount / m_globalBatch);
        remainders.push_back(batch * globalCount % m_globalBatch);
    }
    std::vector<std::size_t> order(m_batches.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return remainders[a] > remainders[b]; });
    const std::int64_t left = globalCount - std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
    for (std::size_t i = 0; i < static_cast<std::size_t>(left); ++i)
        ++counts[order[i]];
    const auto mine = counts.begin() + rank;
    return {std::accumulate(counts.begin(), mine, std::int64_t{0}), *mine};
}

} // namespace lockstep
