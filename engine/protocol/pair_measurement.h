// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/endpoint.h"
#include "engine/protocol/result.h"

#include <optional>
#include <string>
#include <string_view>

/// What is asked of two hosts that measure the network between them, and what they answer. One listens, and
/// then the other connects; both prove the same token before a byte of the measurement moves.
namespace lockstep {

struct PairRequest {
    std::string id;       ///< of this measurement, [a-z0-9][a-z0-9-]{0,63}; part of what is proven
    std::string token;    ///< 256 bits, hexadecimal; for this measurement alone
    std::string address;  ///< numeric: the host that listens binds here; of the other one empty
    Endpoint peer;        ///< where the other host listens; port 0: this one listens
    double seconds = 0.8; ///< that each direction is measured, 0.2 ... 5
    bool operator==(const PairRequest&) const = default;
};

/// What one of the two hosts has found. Rates are of what the sender handed over and the other host has
/// acknowledged, without headers.
struct PairReport {
    double sentMbps = 0;                 ///< megabits (10^6) per second to the other host
    std::optional<double> roundTripMs{}; ///< the shortest of a byte's, as the host that connects finds it
    int pathMtu = 0;                     ///< bytes of a packet on the way to the other host; 0: not known
    /// A byte arrived and 8000 did not: something on the way drops large packets and tells nobody. The rates
    /// are those of small packets then. The host that connects says so.
    bool losesLargePackets = false;
    double receiverWaits = 0; ///< 0 ... 1: the part of the time in which the other host took nothing
    double idle = 0;          ///< 0 ... 1: the part of the time in which nothing was on its way
    double coreSending = 0;   ///< 0 ... 1: how busy the busiest core of this host was meanwhile
    double coreReceiving = 0; ///< the same while the other host sent
    std::string address{};    ///< its end of the connection, numeric
    std::string interface {
    }; ///< that has this address; empty: none has it
    bool operator==(const PairReport&) const = default;
};

std::string toJson(const PairRequest& request);
std::string toJson(const PairReport& report);
Result<PairRequest> parsePairRequest(std::string_view json);
Result<PairReport> parsePairReport(std::string_view json);

/// Where the host of a measurement listens, as JSON and back.
std::string toJson(const Endpoint& endpoint);
Result<Endpoint> parseEndpoint(std::string_view json);

} // namespace lockstep
