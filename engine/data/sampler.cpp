// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/random.h"
#include "engine/data/batch_loader.h"
#include "engine/data/data_error.h"
#include "engine/protocol/mutex.h"

#include <algorithm>
#include <numeric>

namespace lockstep {
namespace {

/// Streams of the run's seed that belong to shuffling; initial weights take the small ones.
constexpr std::uint64_t kShuffleStreams = std::uint64_t{1} << 62;

} // namespace

struct Sampler::State {
    State(std::size_t allSamples, BatchShares allShares, int ownRank, Order anOrder, std::uint64_t aSeed,
          Last ofEpoch)
        : samples(allSamples), shares(std::move(allShares)), rank(ownRank), order(anOrder), seed(aSeed),
          last(ofEpoch)
    {
    }

    std::size_t samples;
    BatchShares shares;
    int rank;
    Order order;
    std::uint64_t seed;
    Last last;

    Mutex mutex; // trainer and loader may ask at the same time
    int permutedEpoch LOCKSTEP_GUARDED_BY(mutex) = -1;
    std::vector<std::size_t> indices LOCKSTEP_GUARDED_BY(mutex);

    std::size_t globalBatch() const { return static_cast<std::size_t>(shares.globalBatch()); }
    void permute(int epoch) LOCKSTEP_REQUIRES(mutex);
};

void Sampler::State::permute(int epoch)
{
    if (permutedEpoch == epoch)
        return;
    if (order == Order::Shuffled) {
        indices = permutation(samples, seed, kShuffleStreams + static_cast<std::uint64_t>(epoch));
    } else if (indices.empty()) {
        indices.resize(samples);
        std::iota(indices.begin(), indices.end(), std::size_t{0});
    }
    permutedEpoch = epoch;
}

Sampler::Sampler(std::size_t samples, BatchShares shares, int rank, Order order, std::uint64_t seed,
                 Last last)
    : m_state(std::make_shared<State>(samples, std::move(shares), rank, order, seed, last))
{
    LOCKSTEP_CHECK(m_state->shares.globalBatch() > 0 && rank >= 0 && rank < m_state->shares.worldSize());
}

std::int64_t Sampler::stepsPerEpoch() const
{
    const std::size_t global = m_state->globalBatch();
    const std::size_t whole = m_state->samples / global;
    const bool more = m_state->last == Last::Kept && m_state->samples % global != 0;
    return static_cast<std::int64_t>(whole + (more ? 1 : 0));
}

std::int64_t Sampler::samplesPerEpoch() const
{
    const std::size_t dealt = static_cast<std::size_t>(stepsPerEpoch()) * m_state->globalBatch();
    return static_cast<std::int64_t>(std::min(dealt, m_state->samples));
}

Sampler::Part Sampler::part(int epoch, std::int64_t step) const
{
    State& s = *m_state;
    LOCKSTEP_CHECK(epoch >= 0 && step >= 0 && step < stepsPerEpoch());
    const std::size_t first = static_cast<std::size_t>(step) * s.globalBatch();
    const std::size_t count = std::min(s.globalBatch(), s.samples - first);
    const Share share = s.shares.of(s.rank, static_cast<std::int64_t>(count));

    const MutexLock lock(s.mutex);
    s.permute(epoch);
    const auto from = s.indices.begin() + static_cast<std::ptrdiff_t>(first) + share.first;
    return {{from, from + share.count}, static_cast<int>(count), share.first};
}

} // namespace lockstep
