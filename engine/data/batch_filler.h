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
    Sentence reason;
};

/// A batch that is being made: where its readers write. Of floats and pixels one is empty.
struct BatchDraft {
    Batch batch;
    std::span<float> floats;
    std::span<std::uint8_t> pixels;
    std::span<std::int32_t> labels;
    std::vector<std::size_t> indices; ///< in the set
    std::vector<DamagedPlace> damaged;
};

/// Reads the samples of batches. Any number of threads, each with places of its own.
class BatchFiller {
public:
    /// Borrows the data set.
    BatchFiller(const Dataset& dataset, Use use);

    /// What a batch of so many samples takes.
    std::size_t bytes(std::size_t samples) const;
    /// Gives the batch these samples of the set, in this buffer of at least bytes(indices.size()).
    void prepare(BatchDraft& draft, std::span<const std::size_t> indices,
                 std::shared_ptr<BatchBuffer> buffer) const;
    /// Reads one sample into its place. If it is damaged, says so in `damaged` and, in training, reads the
    /// next one of the set that can be read. Throws what reading throws, and EngineError(DataError) when 1000
    /// samples in a row are damaged.
    void readSample(BatchDraft& draft, std::size_t place, std::size_t index,
                    std::vector<DamagedPlace>& damaged) const;
    /// When all samples are read: sorts and counts the damaged ones and, in evaluation, takes them out.
    void finish(BatchDraft& draft) const;

private:
    std::int32_t read(BatchDraft& draft, std::size_t place, std::size_t index) const;
    std::int32_t readReplacement(BatchDraft& draft, std::size_t place, std::size_t index) const;
    std::size_t labelsAt(std::size_t samples) const;
    void show(BatchDraft& draft, std::size_t samples) const;
    void move(BatchDraft& draft, std::size_t from, std::size_t to) const;

    const Dataset& m_dataset;
    const PixelDataset* m_pixels;
    Use m_use;
    std::size_t m_elements;
};

} // namespace lockstep
