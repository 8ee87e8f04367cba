// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/network/measured_traffic.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace lockstep {

namespace {

constexpr std::string_view kSent = ".bytes_sent_per_second";
constexpr std::string_view kReceived = ".bytes_received_per_second";
constexpr std::string_view kLate = ".late_fraction";

bool isWhole(const LinksMeasured& links)
{
    const std::size_t peers = links.peers.size();
    return links.seconds > 0 && links.bytesSent.size() == peers && links.bytesReceived.size() == peers &&
           links.lateSeconds.size() == peers;
}

/// The peer in "3" or, with so many ranks, in "server-0"; -1 for what says something else.
int peerIn(std::string_view text, int worldSize)
{
    constexpr std::string_view kServer = "server-";
    const bool isServer = text.starts_with(kServer);
    const std::string_view number = isServer ? text.substr(kServer.size()) : text;
    int peer = -1;
    const auto read = std::from_chars(number.data(), number.data() + number.size(), peer);
    if (read.ec != std::errc() || read.ptr != number.data() + number.size() || peer < 0)
        return -1;
    return isServer ? worldSize + peer : peer;
}

/// What the rest of the name stands for; null for what flows do not have.
double* numberOf(Flow& flow, std::string_view member)
{
    if (member == kSent)
        return &flow.sentPerSecond;
    if (member == kReceived)
        return &flow.receivedPerSecond;
    return member == kLate ? &flow.lateFraction : nullptr;
}

/// The records of one rank, added up and divided by the time that they cover.
void addFlows(std::vector<Flow>& flows, int rank, const RecentLinks& records)
{
    double seconds = 0;
    std::map<int, Flow> byPeer;
    for (const LinksMeasured& links : records) {
        seconds += links.seconds;
        for (std::size_t i = 0; i < links.peers.size(); ++i) {
            Flow& flow = byPeer[static_cast<int>(links.peers[i])];
            flow.sentPerSecond += static_cast<double>(links.bytesSent[i]);
            flow.lateFraction += links.lateSeconds[i];
            flow.receivedPerSecond += static_cast<double>(links.bytesReceived[i]);
        }
    }
    for (const auto& [peer, sum] : byPeer)
        flows.push_back({rank, peer, sum.sentPerSecond / seconds, sum.lateFraction / seconds,
                         sum.receivedPerSecond / seconds});
}

} // namespace

void MeasuredTraffic::take(int rank, std::span<const Record> records)
{
    for (const Record& record : records) {
        const auto* links = std::get_if<LinksMeasured>(&record.event);
        if (links && isWhole(*links))
            addRecent(m_recent[rank], *links, kSeconds);
    }
}

void MeasuredTraffic::recall(const MetricTable& table, int worldSize)
{
    for (const Metric metric : table.metrics()) {
        if (metric.group() != "link")
            continue;
        const std::string_view name = metric.member();
        const std::size_t dot = std::min(name.find('.'), name.size());
        const int peer = peerIn(name.substr(0, dot), worldSize);
        Flow unread;
        if (peer < 0 || !numberOf(unread, name.substr(dot)))
            continue;
        for (const int rank : table.ranks(metric)) {
            const Series& series = *table.find(metric, rank);
            Flow& flow = m_recalled[{rank, peer}];
            flow.rank = rank;
            flow.peer = peer;
            *numberOf(flow, name.substr(dot)) = static_cast<double>(series.value(series.size() - 1));
        }
    }
}

std::vector<Flow> MeasuredTraffic::flows() const
{
    std::vector<Flow> flows;
    for (const auto& [ends, flow] : m_recalled)
        if (!m_recent.contains(ends.first))
            flows.push_back(flow);
    for (const auto& [rank, records] : m_recent)
        addFlows(flows, rank, records);
    return flows;
}

} // namespace lockstep
