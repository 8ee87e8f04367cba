// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/result.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What is inside a checkpoint or a file of weights, and how two of them differ: the answers of
/// `lockstep-engine inspect` (FORMAT.md, section 7).
namespace lockstep {

inline constexpr std::size_t kHistogramBins = 64;
inline constexpr std::int64_t kMostShownFilters = 256;
inline constexpr std::int64_t kMostFilterValues = 1 << 18; ///< of all shown filters together
inline constexpr std::size_t kMaxContentsBytes = 64u << 20;

/// One tensor; all figures are of its finite values, sums in f64.
struct TensorContents {
    std::string name;
    std::string type; ///< in the file: "F32", "BF16", "I64", ...
    std::vector<std::int64_t> shape;
    double norm = 0;            ///< L2
    std::optional<double> mean; ///< none when no value is finite, as the two below
    std::optional<double> least;
    std::optional<double> largest;
    std::int64_t nans = 0;
    std::int64_t infinities = 0;
    std::int64_t rounded = 0; ///< values that f32 could not hold
    /// Values in each of kHistogramBins equal parts from the least to the largest, the largest in the last;
    /// where both are equal, half a unit to each side. Empty when no value is finite.
    std::vector<std::int64_t> histogram;
    bool operator==(const TensorContents&) const = default;
};

/// The kernels of the first convolution.
struct FilterBank {
    std::string tensor;        ///< its name; empty: there is none, or nobody asked
    std::int64_t filters = 0;  ///< that the tensor has
    std::int64_t channels = 0; ///< of each
    /// Of `values`: filters, channels (all 3, else the first alone), (frames,) height, width.
    std::vector<std::int64_t> shape;
    std::string values; ///< f32, little endian, row-major, in base64
    bool operator==(const FilterBank&) const = default;
};

/// Texts by name that the maker of a file put into it.
struct FileMetadata {
    std::map<std::string, std::string> texts;
    bool operator==(const FileMetadata&) const = default;
};

struct CheckpointContents {
    std::string path;
    std::string format;    ///< "Lockstep checkpoint", "safetensors", "PyTorch", ...
    bool verified = false; ///< sizes and SHA-256 agree with its manifest; of a checkpoint of Lockstep only
    // Of a checkpoint of Lockstep:
    std::string run;
    std::string model;
    std::int64_t step = 0;
    int epoch = 0;
    std::int64_t batchInEpoch = 0;
    bool best = false;
    std::optional<double> bestTop1;
    int worldSize = 0;
    std::int64_t globalBatch = 0;
    std::uint64_t seed = 0;
    // Of other files:
    FileMetadata metadata;
    std::string place;
    std::string prefix;
    std::vector<std::string> skipped;

    std::int64_t values = 0; ///< of `tensors`
    std::vector<TensorContents> tensors;
    std::vector<TensorContents> optimizerTensors;
    FilterBank filters;
    bool operator==(const CheckpointContents&) const = default;
};

/// A tensor of both files whose shapes differ.
struct ShapeDifference {
    std::string name;
    std::vector<std::int64_t> first;
    std::vector<std::int64_t> second;
    bool operator==(const ShapeDifference&) const = default;
};

/// A tensor of both files whose bits differ.
struct ValueDifference {
    std::string name;
    std::vector<std::int64_t> shape;
    double relative = 0;        ///< L2 norm of the difference over the larger of the two norms, 0 ... 2
    double largest = 0;         ///< largest difference of two elements
    std::int64_t elements = 0;  ///< whose bits differ
    std::int64_t notFinite = 0; ///< among them, where either is no finite number
    bool operator==(const ValueDifference&) const = default;
};

/// What stands before the names of the optimiser's tensors where two checkpoints are compared.
inline constexpr std::string_view kOptimizerTensor = "optimizer: ";

struct CheckpointDifference {
    std::string first;  ///< path
    std::string second; ///< path
    bool equal = false; ///< the same tensors, bit for bit
    std::vector<std::string> onlyInFirst;
    std::vector<std::string> onlyInSecond;
    std::vector<ShapeDifference> otherShape;
    std::vector<ValueDifference> differing; ///< from the largest relative difference
    std::vector<std::string> equalBits;
    bool operator==(const CheckpointDifference&) const = default;
};

std::string toJson(const CheckpointContents& contents);
std::string toJson(const CheckpointDifference& difference);
/// Checks that lists fit their shapes, so whoever reads it need not.
Result<CheckpointContents> parseCheckpointContents(std::string_view json);
Result<CheckpointDifference> parseCheckpointDifference(std::string_view json);

} // namespace lockstep
