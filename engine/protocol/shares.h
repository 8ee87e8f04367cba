// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace lockstep {

/// The names of ShareKind::Equal and ShareKind::Auto in a document; other shares are a list of parts.
inline constexpr std::string_view kEqualShares = "equal";
inline constexpr std::string_view kAutoShares = "auto";

/// A run of the samples of a global batch.
struct Share {
    std::int64_t first = 0; ///< its place in the global batch
    std::int64_t count = 0; ///< may be 0
    bool operator==(const Share&) const = default;
};

/// Who takes which samples of a global batch: the ranks take runs of it in rank order. Of a short one (the
/// last of an epoch) they take in proportion to what they take of a whole one: each the whole part of its
/// proportion, and what is left goes to those with the largest remainder, one sample each, the lower rank
/// first.
class BatchShares {
public:
    /// `batches` by rank, >= 1 each: the samples of a rank in a whole global batch.
    explicit BatchShares(std::vector<int> batches);
    /// The same for every rank.
    static BatchShares even(int batch, int worldSize);
    /// A global batch of `globalBatch` samples in proportion to `parts` by rank, >= 1 each, dealt out as
    /// above; but every rank gets one sample at least, from the one that has most. `globalBatch` >= the
    /// number of ranks.
    static BatchShares inProportion(std::span<const int> parts, int globalBatch);

    int worldSize() const { return static_cast<int>(m_batches.size()); }
    /// Samples of a whole global batch.
    std::int64_t globalBatch() const { return m_globalBatch; }
    /// By rank: its samples of a whole global batch.
    const std::vector<int>& batches() const { return m_batches; }
    int batch(int rank) const { return m_batches[static_cast<std::size_t>(rank)]; }
    /// What `rank` takes of a global batch of `globalCount` samples, 0 ... globalBatch().
    Share of(int rank, std::int64_t globalCount) const;
    bool operator==(const BatchShares&) const = default;

private:
    std::vector<int> m_batches;
    std::int64_t m_globalBatch = 0;
};

} // namespace lockstep
