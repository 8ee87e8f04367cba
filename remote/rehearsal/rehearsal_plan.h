// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/topology.h"
#include "remote/rehearsal/stage_order.h"

#include <optional>
#include <string>
#include <vector>

/// A drawn cluster as network namespaces of this computer: what has to be done, as values. Each host and each
/// switch is a place, a namespace of its own; each link is a pair of veth devices between two places, shaped
/// at both ends by a token bucket of the drawn rate, so that both directions have it. Where a latency is
/// drawn the link goes through a place of its own, in which a process carries frames late. Everything is
/// routed, switches too: packets take the ways of DrawnRoutes, those that the forecast counts with.
namespace lockstep {

/// IPv4 address of a place, from the block that RFC 2544 keeps for measuring networks.
std::string rehearsedAddress(std::size_t place);
/// The same where places have no networks of their own.
std::string loopbackAddress(std::size_t place);

/// Of a stage for this drawing: its hosts, its switches, and one more where links have latencies.
std::size_t stagePlaces(const Topology& topology);

/// What makes the drawing of a bare stage, in order. REQUIRES: every link ends at a host or a switch.
std::vector<StageOrder> planRehearsal(const Topology& topology);

/// Of `cores` cores those that one of `hosts` hosts computes with; each has its own where there are enough.
/// None: the system's choice, where there is nothing to share out.
std::vector<std::size_t> coresOf(std::size_t host, std::size_t hosts, std::size_t cores);

/// What a link does while a rehearsal runs.
struct LinkState {
    bool isCut = false;
    std::optional<double> bandwidthMbps; ///< each way, > 0; absent: it holds nothing back
    bool operator==(const LinkState&) const = default;
};
/// What brings a link there, at both of its ends; packets that wait in it are lost, as in a cable.
std::vector<StageOrder> linkOrders(const Topology& topology, std::size_t link, const LinkState& state);

/// A token bucket of this rate, and what keeps the queue before it as short as that before a network card,
/// which has byte limits for it: else acknowledgements wait behind the data of the other direction, TCP takes
/// that for a full link, and the exchanges of a ring take a fifth longer.
struct TokenBucket {
    long long bitsPerSecond = 0;
    long long burst = 0; ///< bytes
    long long limit = 0; ///< bytes that may wait
    long long segments =
        0;                ///< of 1448 bytes, that TCP may send as one: a millisecond of the rate, at least 2
    long long unsent = 0; ///< bytes of one connection that may wait: two milliseconds, at least 6000
};
/// The burst is a millisecond of the rate, as timers need that long to come round; less loses up to 40 % of
/// a gigabit. The queue is 20 ms, but no less than 375 kB: several senders share 10 Mbit/s fairly with 300
/// ms.
TokenBucket tokenBucket(double bandwidthMbps);

} // namespace lockstep
