// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// How a trainer deals out the data to the ranks.
#include "engine/train/trainer.h"

#include "engine/train/activity_scope.h"
#include "engine/train/dealt_shares.h"
#include "engine/train/number_text.h"

#include <algorithm>

namespace lockstep {

Sampler Trainer::samplerOf(const BatchShares& shares) const
{
    return {m_parts.data.training->size(),
            shares,
            m_parts.group.rank(),
            Sampler::Order::Shuffled,
            training().seed,
            training().dropLast ? Sampler::Last::Dropped : Sampler::Last::Kept};
}

LoaderOptions Trainer::evaluationLoader() const
{
    return loaderOptions(m_parts.experiment.data, Use::Evaluation, m_parts.threads);
}

/// Between two epochs, or before the first step: nothing is under way.
void Trainer::deal(const BatchShares& shares)
{
    m_shares = shares;
    m_sampler = samplerOf(shares);
    LoaderOptions options = loaderOptions(m_parts.experiment.data, Use::Training, m_parts.threads);
    options.epochs = training().epochs;
    options.memory = m_parts.program.batchMemory();
    options.brake = m_parts.brake;
    m_loader.emplace(*m_parts.data.training, m_sampler, options);
    m_validation.emplace(m_parts.program, *m_parts.data.validation, m_parts.group,
                         evaluationShares(training(), shares), evaluationLoader());
    m_goesAhead = m_parts.program.stepsAhead() > 0 && piecesOf(ownBatch()).number() == 1;
    m_looksLater = m_goesAhead && !m_parts.strategy.watchesSteps();
}

/// With the first samples of the epoch, which are read again for its first step. Shares that a checkpoint
/// holds stay until the epoch's end: a training that goes on takes the steps that it would have taken.
void Trainer::calibrateShares()
{
    if (!m_balance || m_position.epoch >= training().epochs)
        return;
    m_parts.recorder.log("timing the ranks, whose shares follow their speed");
    m_loader->start(m_position.epoch);
    const Batch& batch = *nextBatch();
    const int count = std::min(batch.count, BatchPieces::largest(training(), ownBatch()));
    const auto elements = static_cast<std::size_t>(m_parts.data.training->sampleShape().elements());
    BufferSnapshot before(m_parts.program);
    before.take();
    m_balance->calibrate(m_parts.program,
                         {batch.inputs.part(0, static_cast<std::size_t>(count) * elements),
                          batch.labels.first(static_cast<std::size_t>(count)),
                          {count, m_position.step, batch.place, static_cast<double>(batch.globalCount)},
                          batch.hold},
                         elements);
    before.restore();
    if (!m_position.shares.empty())
        return logShares("as in the checkpoint");
    deal(m_balance->better(m_shares));
    m_position.shares = m_shares.batches();
    logShares("by the ranks' speed");
}

/// Between two epochs. Where nothing is gained, what was read ahead stays.
void Trainer::correctShares()
{
    if (!m_balance)
        return;
    m_balance->correct();
    const BatchShares better = m_balance->better(m_shares);
    if (better == m_shares)
        return;
    deal(better);
    m_position.shares = m_shares.batches();
    logShares("corrected by the steps of this epoch");
}

/// Rank 0's log holds all of them, the others their own.
void Trainer::logShares(const char* why)
{
    std::string line = "shares of a global batch, " + std::string(why) + ": ";
    const int first = m_parts.group.rank();
    const int end = first == 0 ? m_shares.worldSize() : first + 1;
    for (int rank = first; rank < end; ++rank) {
        const double seconds =
            m_balance->costs()[static_cast<std::size_t>(rank)].seconds(m_shares.batch(rank));
        line += (rank > first ? ", rank " : "rank ") + std::to_string(rank) + ": " +
                std::to_string(m_shares.batch(rank)) + " samples in " + shortNumber(seconds * 1000, "%.4g") +
                " ms";
    }
    m_parts.recorder.log(line);
}

} // namespace lockstep
