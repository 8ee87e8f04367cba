// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/topology.h"

#include <cstddef>
#include <optional>

namespace lockstep {

/// What the drawing says of the way that sums over ranks take: a ring of hosts (ring_order.h), whose ranks
/// add up before they cross.
struct SumWay {
    int members = 1; ///< hosts that have ranks
    /// Until each member has sent a byte to the one before it, s; nothing: no link or switch between them
    /// has a bandwidth, or none is drawn.
    std::optional<double> secondsPerByte = {};
    double roundTrip = 0; ///< of the farthest two that follow each other, s
    bool operator==(const SumWay&) const = default;
};
SumWay drawnSumWay(const Topology& topology);

/// Sums of fewer bytes go in as few rounds as there can be, others around a ring, where bytes count.
inline constexpr std::size_t kRingBytes = std::size_t{16} << 10;

/// Whether the last bucket of a step, of so many bytes in f32, crosses with what is summed in double
/// precision at its end (loss, votes): in double itself, so twice as many bytes, but without rounds of its
/// own. Only where that saves time; on a way of which no rate is drawn, when it is small. It decides bits, so
/// it depends on the drawing, not on what is measured: a training that goes on does the same.
bool ridesWithScalars(std::size_t bytes, const SumWay& way);

} // namespace lockstep
