// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/parameter.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lockstep {

/// The flat vector is cut at multiples of so many values; square sums are made of as many, so that a norm is
/// the same to the bit however many servers there are.
constexpr std::size_t kSliceUnit = 1024;

/// What one server holds of the flat vector of all parameters, one after another.
struct Slice {
    std::size_t begin = 0;
    std::size_t size = 0;
    bool operator==(const Slice&) const = default;
};
/// As even as the unit allows; empty for servers beyond the units.
Slice sliceOf(std::size_t elements, int server, int servers);

/// Square sums of the units of a slice; the last one may be short.
std::vector<double> unitSquares(std::span<const float> slice);

/// A stretch of a slice whose values are decayed alike (TrainingSpec::decayAll).
struct DecayStretch {
    std::int64_t size = 0;
    std::int64_t axes = 2; ///< of the parameters that it is of: 1, or more
};
std::vector<DecayStretch> stretchesOf(std::span<const Parameter> parameters, Slice slice, bool decayAll);

/// What a training starts from on one server.
struct SliceStart {
    std::int64_t updates = 0; ///< made by the optimiser before
    std::vector<DecayStretch> stretches;
    std::vector<float> weights;
    std::vector<float> state; ///< one slice for each tensor that the optimiser keeps of a parameter, or empty
};
std::vector<std::byte> encode(const SliceStart& start);
/// Throws EngineError(PeerLost) for bytes that encode() cannot have made.
SliceStart parseSliceStart(std::span<const std::byte> bytes);

} // namespace lockstep
