// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/shape.h"
#include "engine/protocol/experiment.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace lockstep {

/// Labelled samples in a fixed order. Thread-safe after construction.
class Dataset {
public:
    virtual ~Dataset() = default;
    virtual std::size_t size() const = 0;
    virtual Shape sampleShape() const = 0; ///< {channels, height, width}
    virtual int classes() const = 0;
    /// Writes sample `index`, normalised as the network wants it (zero mean, unit deviation over the training
    /// set's published figures), into `values` (sampleShape().elements() floats) and returns its class.
    virtual std::int32_t read(std::size_t index, std::span<float> values) const = 0;
};

/// The parts of a data set. `evaluation` is absent where the source has none.
struct DataSplits {
    std::unique_ptr<Dataset> training;
    std::unique_ptr<Dataset> validation;
    std::unique_ptr<Dataset> evaluation;
};

/// Opens what the experiment names. `seed` matters to generated sets only. Throws EngineError(DataError) naming
/// the file, what was found and what was expected; memory stays bounded whatever the file claims.
DataSplits openData(const DataSpec& spec, std::uint64_t seed);

} // namespace lockstep
