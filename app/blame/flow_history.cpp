// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/blame/flow_history.h"

#include "app/blame/lower_median.h"

#include <cstddef>
#include <map>

namespace lockstep {

namespace {

constexpr double kBitsPerByte = 8;
constexpr double kMega = 1e6;

bool tellsOfSending(const LinksMeasured& links)
{
    const std::size_t peers = links.peers.size();
    return links.seconds > 0 && links.bytesSent.size() == peers && links.transferSeconds.size() == peers &&
           links.receiverLimitedSeconds.size() == peers && links.deliveredMbps.size() == peers;
}

/// Of one peer, a record each.
struct Figures {
    std::vector<double> busyFraction, receiverFraction, mbps, deliveredMbps;

    void add(const LinksMeasured& links, std::size_t peer)
    {
        const double busy = links.transferSeconds[peer];
        busyFraction.push_back(busy / links.seconds);
        receiverFraction.push_back(links.receiverLimitedSeconds[peer] / busy);
        mbps.push_back(static_cast<double>(links.bytesSent[peer]) * kBitsPerByte / kMega / busy);
        deliveredMbps.push_back(links.deliveredMbps[peer]);
    }
};

} // namespace

void FlowHistory::take(int rank, std::span<const Record> records)
{
    for (const Record& record : records) {
        if (std::holds_alternative<RankStarted>(record.event))
            m_recent.erase(rank);
        const auto* links = std::get_if<LinksMeasured>(&record.event);
        if (links && tellsOfSending(*links))
            addRecent(m_recent[rank], *links, kSeconds);
    }
}

std::vector<RankFlow> FlowHistory::flows() const
{
    std::vector<RankFlow> flows;
    for (const auto& [rank, records] : m_recent) {
        std::map<int, Figures> byPeer;
        for (const LinksMeasured& links : records)
            for (std::size_t i = 0; i < links.peers.size(); ++i)
                if (links.transferSeconds[i] > 0)
                    byPeer[static_cast<int>(links.peers[i])].add(links, i);
        for (const auto& [peer, figures] : byPeer)
            flows.push_back({rank, peer, lowerMedian(figures.busyFraction),
                             lowerMedian(figures.receiverFraction), lowerMedian(figures.mbps),
                             lowerMedian(figures.deliveredMbps)});
    }
    return flows;
}

} // namespace lockstep
