// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/data/dataset.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace lockstep {

/// Which samples a rank reads. The order of an epoch is one permutation of the whole set, the same on every rank
/// for the same seed and epoch; step s takes the next worldSize * batch of it, and each rank its part. So N ranks
/// of batch b see, step by step, what one rank of batch N * b sees. The last global batch may be short: it is
/// split as evenly as possible, and a rank's part of it may be empty.
class Sampler {
public:
    enum class Order { Shuffled, Sequential };
    Sampler(std::size_t samples, int batch, int rank, int worldSize, Order order, std::uint64_t seed);

    std::int64_t stepsPerEpoch() const;
    /// Sample indices of this rank in one step of an epoch, and the size of the global batch.
    struct Part {
        std::vector<std::size_t> indices;
        int globalCount = 0;
    };
    Part part(int epoch, std::int64_t step) const;

private:
    struct State;
    std::shared_ptr<State> m_state;
};

/// Samples ready for the program.
struct Batch {
    std::vector<float> inputs; ///< {count, sample shape}
    std::vector<std::int32_t> labels;
    int count = 0;       ///< of this rank, may be 0
    int globalCount = 0; ///< of all ranks
    int epoch = 0;
    std::int64_t index = 0; ///< within the epoch
};

/// Prefetches the batches of one epoch after another on its own thread, `depth` ahead. Errors met while reading
/// are thrown by next(). Buffers are recycled.
class BatchLoader {
public:
    BatchLoader(const Dataset& dataset, Sampler sampler, int depth = 4);
    ~BatchLoader();
    /// Goes to batch `firstBatch` of `epoch`; what was prefetched is dropped.
    void start(int epoch, std::int64_t firstBatch = 0);
    /// The next batch of the epoch, or null at its end. Valid until the next call.
    const Batch* next();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lockstep
