// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/experiment.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace lockstep {

/// Which random numbers a format that rounds at random draws: equal places, equal bits, on every host.
struct RoundingPlace {
    std::uint64_t seed = 0;
    std::int64_t step = 0;    ///< of the training
    std::uint32_t stream = 0; ///< who rounds, and for what: other streams draw other numbers
    std::uint64_t first = 0;  ///< place of the first value among all that are rounded in this step
};

/// How f32 values are written to cross the network. Without state: what is written depends on the arguments
/// alone, and is the same on every host.
class WireFormat {
public:
    virtual ~WireFormat() = default;
    /// Of so many values.
    virtual std::size_t bytes(std::size_t count) const = 0;
    /// REQUIRES: `out` has bytes(values.size()).
    virtual void encode(std::span<const float> values, const RoundingPlace& place,
                        std::span<std::byte> out) const = 0;
    /// REQUIRES: `in` has bytes(values.size()). Any bytes are some values.
    virtual void decode(std::span<const std::byte> in, std::span<float> values) const = 0;
};

/// BFloat16, Float16, Int8; the others are not written value by value.
std::unique_ptr<WireFormat> makeWireFormat(CompressionKind kind);

} // namespace lockstep
