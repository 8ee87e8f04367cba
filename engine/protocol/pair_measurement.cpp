// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/pair_measurement.h"

#include "engine/protocol/message_descriptions.h"

namespace lockstep {
namespace {

constexpr double kMaxMbps = 1e9;
constexpr double kMaxMilliseconds = 1e7;
constexpr int kMaxMtu = 1 << 20;

} // namespace

template <typename Visitor>
void describe(Visitor& visitor, Describes<PairRequest> auto& request)
{
    visitor.text("id", request.id, kRunIdRule);
    visitor.text("token", request.token, kTokenRule);
    visitor.text("address", request.address, kAddressRule);
    visitor.object("peer", request.peer);
    visitor.number("seconds", request.seconds, {0.2, 5});
    if (!visitor.reads())
        return;
    checkRun(visitor, "id", request.id);
    checkToken(visitor, "token", request.token);
    if (request.peer.port == 0 && !isNumericAddress(request.address))
        refuse(visitor, "address", LOCKSTEP_TEXT("found %1, expected a numeric IPv4 or IPv6 address."),
               quotedText(request.address));
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<PairReport> auto& report)
{
    visitor.number("sent_mbps", report.sentMbps, {0, kMaxMbps});
    visitor.number("round_trip_ms", report.roundTripMs, {0, kMaxMilliseconds});
    visitor.integer("path_mtu", report.pathMtu, 0, kMaxMtu);
    visitor.boolean("loses_large_packets", report.losesLargePackets);
    visitor.number("receiver_waits", report.receiverWaits, {0, 1});
    visitor.number("idle", report.idle, {0, 1});
    visitor.number("core_sending", report.coreSending, {0, 1});
    visitor.number("core_receiving", report.coreReceiving, {0, 1});
    visitor.text("address", report.address, kAddressRule);
    visitor.text("interface", report.interface, kLineRule);
}

std::string toJson(const PairRequest& request)
{
    return writeOneLine(request);
}

std::string toJson(const PairReport& report)
{
    return writeOneLine(report);
}

std::string toJson(const Endpoint& endpoint)
{
    return writeOneLine(endpoint);
}

Result<PairRequest> parsePairRequest(std::string_view json)
{
    return readMessage<PairRequest>(json, kMaxFramePayload);
}

Result<PairReport> parsePairReport(std::string_view json)
{
    return readMessage<PairReport>(json, kMaxFramePayload);
}

Result<Endpoint> parseEndpoint(std::string_view json)
{
    return readMessage<Endpoint>(json, kMaxFramePayload);
}

} // namespace lockstep
