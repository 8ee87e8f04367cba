// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/blame/flow_history.h"

namespace lockstep {

namespace {

constexpr double kBitsPerByte = 8;
constexpr double kMega = 1e6;

bool tellsOfSending(const LinksMeasured& links)
{
    const std::size_t peers = links.peers.size();
    return links.seconds > 0 && links.bytesSent.size() == peers && links.transferSeconds.size() == peers &&
           links.receiverLimitedSeconds.size() == peers && links.roundTripMs.size() == peers;
}

struct Sum {
    double bytes = 0;
    double busy = 0;
    double receiver = 0;
    double roundTripMs = 0;
};

} // namespace

void FlowHistory::take(int rank, std::span<const Record> records)
{
    for (const Record& record : records) {
        if (std::holds_alternative<RankStarted>(record.event))
            m_recent.erase(rank);
        const auto* links = std::get_if<LinksMeasured>(&record.event);
        if (!links || !tellsOfSending(*links))
            continue;
        std::deque<LinksMeasured>& recent = m_recent[rank];
        recent.push_back(*links);
        double later = 0; // covered without the oldest
        for (std::size_t i = 1; i < recent.size(); ++i)
            later += recent[i].seconds;
        while (later >= kSeconds) {
            recent.pop_front();
            later -= recent.front().seconds;
        }
    }
}

std::vector<RankFlow> FlowHistory::flows() const
{
    std::vector<RankFlow> flows;
    for (const auto& [rank, records] : m_recent) {
        double seconds = 0;
        std::map<int, Sum> byPeer;
        for (const LinksMeasured& links : records) {
            seconds += links.seconds;
            for (std::size_t i = 0; i < links.peers.size(); ++i) {
                Sum& sum = byPeer[static_cast<int>(links.peers[i])];
                sum.bytes += static_cast<double>(links.bytesSent[i]);
                sum.busy += links.transferSeconds[i];
                sum.receiver += links.receiverLimitedSeconds[i];
                sum.roundTripMs = links.roundTripMs[i];
            }
        }
        for (const auto& [peer, sum] : byPeer)
            if (sum.busy > 0)
                flows.push_back({rank, peer, sum.busy / seconds, sum.receiver / sum.busy,
                                 sum.bytes * kBitsPerByte / kMega / sum.busy, sum.roundTripMs});
    }
    return flows;
}

} // namespace lockstep
