// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/data/batch_loader.h"

#include <string>
#include <vector>

namespace lockstep {

struct DamagedPlace {
    std::size_t place; ///< in the batch
    std::size_t index; ///< in the set
    std::string text;
};

/// Reads the samples of batches. Any number of threads, each with places of its own.
class BatchFiller {
public:
    /// Borrows the data set.
    BatchFiller(const Dataset& dataset, Use use);

    /// Gives the batch its size for these samples.
    void prepare(Batch& batch, std::size_t samples) const;
    /// Reads one sample into its place. If it is damaged, says so in `damaged` and, in training, reads the
    /// next one of the set that can be read. Throws what reading throws, and EngineError(DataError) when 1000
    /// samples in a row are damaged.
    void readSample(Batch& batch, std::size_t place, std::size_t index,
                    std::vector<DamagedPlace>& damaged) const;
    /// When all samples are read: sorts and counts the damaged ones and, in evaluation, takes them out.
    void finish(Batch& batch, std::vector<DamagedPlace>& damaged) const;

private:
    std::int32_t readReplacement(std::size_t index, const ReadContext& context,
                                 std::span<float> values) const;

    const Dataset& m_dataset;
    Use m_use;
    std::size_t m_elements;
};

} // namespace lockstep
