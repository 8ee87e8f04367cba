// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/batch_memory.h"
#include "engine/core/samples.h"
#include "engine/data/dataset.h"
#include "engine/data/loader_brake.h"
#include "engine/protocol/shares.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lockstep {

/// Which samples a rank reads. The order of an epoch is one permutation of the whole set, the same on every
/// rank for the same seed and epoch; step s takes the next global batch of it, and each rank its share. So N
/// ranks of batch b see, step by step, what one rank of batch N * b sees. The last global batch may be short,
/// and a rank's share of it empty.
class Sampler {
public:
    enum class Order { Shuffled, Sequential };
    /// Whether a last global batch that is short belongs to an epoch.
    enum class Last { Kept, Dropped };
    Sampler(std::size_t samples, BatchShares shares, int rank, Order order, std::uint64_t seed,
            Last last = Last::Kept);

    std::int64_t stepsPerEpoch() const;
    /// Of all ranks.
    std::int64_t samplesPerEpoch() const;
    /// Sample indices of this rank in one step of an epoch, and the size of the global batch.
    struct Part {
        std::vector<std::size_t> indices;
        int globalCount = 0;
        std::int64_t place = 0; ///< of the first of them in the global batch
    };
    Part part(int epoch, std::int64_t step) const;

private:
    struct State;
    std::shared_ptr<State> m_state;
};

/// Samples ready for the program.
struct Batch {
    Samples inputs; ///< pixels where the data set has them, else floats
    std::span<const std::int32_t> labels;
    /// Of each in the set; in training that of the damaged one where another took its place. Valid until the
    /// next call of next().
    std::span<const std::size_t> indices;
    BatchHold hold;      ///< a copy keeps inputs and labels as they are, however long the batch itself lives
    int count = 0;       ///< of this rank, may be 0
    int globalCount = 0; ///< of all ranks, as the sampler deals them
    std::int64_t place = 0; ///< of its first sample in the global batch
    int damaged = 0;        ///< of this rank: replaced in training, left out in evaluation
    int epoch = 0;
    std::int64_t index = 0; ///< within the epoch
};

struct LoaderOptions {
    Use use = Use::Evaluation;
    int threads = 0;      ///< that read; 0: one, or for sets that decode as many as there are usable cores
    int prefetch = 4;     ///< batches made ahead, >= 1
    int epochs = 1 << 30; ///< nothing is made ahead for this epoch and later ones
    double damagedLimit = 0.01;            ///< fraction of the set
    std::shared_ptr<BatchMemory> memory{}; ///< where batches are put; null: hostBatchMemory()
    std::shared_ptr<LoaderBrake> brake{};  ///< asked before each batch; null: nothing holds them back
};
/// As the experiment says. No more threads than `cores` (0: the usable cores of this process).
LoaderOptions loaderOptions(const DataSpec& spec, Use use, int cores = 0);

/// Reads the batches of one epoch after another on threads of its own, some ahead. The batches are the same,
/// bit for bit, whatever the number of threads. Errors met while reading are thrown by next(). Their
/// memory is used again when next() was called and nobody holds it.
///
/// Samples that are damaged (DamagedSample) are passed over, so that all ranks stay in step: in training the
/// next sample of the set that can be read takes the place, so every batch keeps its size; in evaluation the
/// batch gets shorter, so that no sample counts twice (`count` says how many are left). Beyond
/// `damagedLimit`, when this rank has met more damaged samples in one epoch than that fraction of the whole
/// set, next() throws an EngineError(DataError) that names files. As a rank reads only its part, several
/// ranks stop later than one would, unless the caller adds up Batch::damaged over all of them and calls
/// requireFewDamaged(). start(), next() and takeDamage() belong to one thread.
class BatchLoader {
public:
    BatchLoader(const Dataset& dataset, Sampler sampler, const LoaderOptions& options = {});
    /// Returns when the samples being read are done; none is begun.
    ~BatchLoader();
    BatchLoader(const BatchLoader&) = delete;
    BatchLoader& operator=(const BatchLoader&) = delete;
    /// Goes to batch `firstBatch` of `epoch`; what was prefetched is dropped, unless it is what comes next.
    void start(int epoch, std::int64_t firstBatch = 0);
    /// The next batch of the epoch, or null at its end. Valid until the next call.
    const Batch* next();

    /// What next() has met since the last call: each damaged sample once in the life of the loader.
    struct Damage {
        std::vector<Sentence> sentences; ///< each names a file and what is wrong; the first 100 in all
        std::int64_t count = 0;          ///< different samples so far
    };
    Damage takeDamage();
    int threads() const;
    /// Throws as next() does beyond the limit: `damaged` counts one epoch of all ranks.
    void requireFewDamaged(std::int64_t damaged) const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lockstep
