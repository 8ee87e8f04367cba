// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/error.h"
#include "engine/core/shape.h"
#include "engine/protocol/experiment.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

/// What samples are read for. Training: augmented as the experiment says, anew in every epoch. Evaluation:
/// the same values at every read.
enum class Use { Training, Evaluation };

struct ReadContext {
    Use use = Use::Evaluation;
    int epoch = 0; ///< Training only, >= 0
};

/// One sample that cannot be had (an image that is cut short, a web page named .jpg); the others can. Its
/// text names the file.
class DamagedSample : public EngineError {
public:
    explicit DamagedSample(Error error) : EngineError(ExitCode::DataError, std::move(error)) {}
};

class PixelDataset;

/// Labelled samples in a fixed order. Thread-safe after construction.
class Dataset {
public:
    virtual ~Dataset() = default;
    virtual std::size_t size() const = 0;
    /// {channels, height, width} of a picture, {channels, frames, height, width} of a clip.
    virtual Shape sampleShape() const = 0;
    virtual int classes() const = 0;
    /// The class of sample `index`, as read() returns it, without reading its values.
    virtual std::int32_t label(std::size_t index) const = 0;
    /// Of classes() classes, in their order; empty where they have numbers only.
    virtual std::vector<std::string> classNames() const { return {}; }
    /// The file or folder that is this sample; empty where one file holds many. A sample with a path and
    /// three axes is a picture file.
    virtual std::string path(std::size_t) const { return {}; }
    /// Writes sample `index`, normalised (pixels from 0 to 1, less the mean, by the deviation), into `values`
    /// (sampleShape().elements() floats) and returns its class, 0 ... classes() - 1. The values depend on the
    /// files, the seed, the index and the context alone: not on the thread, the rank or what was read before.
    /// Throws DamagedSample; any other exception is an end to reading.
    virtual std::int32_t read(std::size_t index, const ReadContext& context,
                              std::span<float> values) const = 0;
    /// Itself, where its samples are bytes (pixel_dataset.h); else null.
    virtual const PixelDataset* pixels() const { return nullptr; }
    /// Whether reading a sample is work (decoding a picture) that several threads should share.
    virtual bool decodes() const { return false; }
    /// A line for the log on where decoded samples are kept beyond the run; empty: nowhere.
    virtual std::string storage() const { return {}; }
    /// What is odd about the data but harms no sample, each thing once: found when they were opened or read.
    struct Notes {
        std::vector<Sentence> sentences; ///< since the last call, the first 100 in all
        std::size_t count = 0;           ///< so far, those beyond 100 included
    };
    virtual Notes takeNotes() const { return {}; }
};

/// The parts of a data set. `evaluation` is absent where the source has none, `training` or `validation`
/// where a folder of CIFAR-10 or of images lacks their files, or a test list names all clips or none;
/// requireTrainable() says so clearly.
struct DataSplits {
    std::unique_ptr<Dataset> training;
    std::unique_ptr<Dataset> validation;
    std::unique_ptr<Dataset> evaluation;
};

/// Opens what the experiment names. `seed` matters to generated sets and to augmentation. Throws
/// EngineError(DataError) naming the file or folder, what was found and what was expected; memory stays
/// bounded whatever a file claims.
DataSplits openData(const DataSpec& spec, std::uint64_t seed);

/// Throws EngineError(DataError) when there is nothing to train on or to validate with, or less than one
/// sample for each rank.
void requireTrainable(const DataSpec& spec, const DataSplits& data, int worldSize);
/// Throws EngineError(DataError) when the training set, of which short batches are dropped, holds no whole
/// one.
void requireWholeBatch(const DataSplits& data, std::int64_t globalBatch);

} // namespace lockstep
