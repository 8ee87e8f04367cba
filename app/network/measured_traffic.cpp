// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/network/measured_traffic.h"

#include <charconv>
#include <string_view>

namespace lockstep {

namespace {

constexpr std::string_view kSent = ".bytes_sent_per_second";
constexpr std::string_view kLate = ".late_fraction";

bool isWhole(const LinksMeasured& links)
{
    const std::size_t peers = links.peers.size();
    return links.seconds > 0 && links.bytesSent.size() == peers && links.lateSeconds.size() == peers;
}

/// The peer in "3.bytes_sent_per_second"; -1 for what says something else.
int peerIn(std::string_view member, std::string_view what)
{
    int peer = -1;
    const std::string_view number = member.substr(0, member.find('.'));
    const auto read = std::from_chars(number.data(), number.data() + number.size(), peer);
    const bool isRead = read.ec == std::errc() && read.ptr == number.data() + number.size();
    return isRead && member.substr(number.size()) == what ? peer : -1;
}

/// The records of one rank, added up and divided by the time that they cover.
void addFlows(std::vector<Flow>& flows, int rank, const std::deque<LinksMeasured>& records)
{
    double seconds = 0;
    std::map<int, Flow> byPeer;
    for (const LinksMeasured& links : records) {
        seconds += links.seconds;
        for (std::size_t i = 0; i < links.peers.size(); ++i) {
            Flow& flow = byPeer[static_cast<int>(links.peers[i])];
            flow.sentPerSecond += static_cast<double>(links.bytesSent[i]);
            flow.lateFraction += links.lateSeconds[i];
        }
    }
    for (const auto& [peer, sum] : byPeer)
        flows.push_back({rank, peer, sum.sentPerSecond / seconds, sum.lateFraction / seconds});
}

} // namespace

void MeasuredTraffic::take(int rank, std::span<const Record> records)
{
    for (const Record& record : records) {
        const auto* links = std::get_if<LinksMeasured>(&record.event);
        if (!links || !isWhole(*links))
            continue;
        std::deque<LinksMeasured>& recent = m_recent[rank];
        recent.push_back(*links);
        double after = 0; // covered without the oldest
        for (std::size_t i = 1; i < recent.size(); ++i)
            after += recent[i].seconds;
        while (after >= kSeconds) {
            recent.pop_front();
            after -= recent.front().seconds;
        }
    }
}

void MeasuredTraffic::recall(const MetricTable& table)
{
    for (const Metric metric : table.metrics()) {
        if (metric.group() != "link")
            continue;
        const int sent = peerIn(metric.member(), kSent);
        const int late = peerIn(metric.member(), kLate);
        const int peer = std::max(sent, late);
        if (peer < 0)
            continue;
        for (const int rank : table.ranks(metric)) {
            const Series& series = *table.find(metric, rank);
            const auto last = static_cast<double>(series.value(series.size() - 1));
            Flow& flow = m_recalled[{rank, peer}];
            flow.rank = rank;
            flow.peer = peer;
            (sent >= 0 ? flow.sentPerSecond : flow.lateFraction) = last;
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
