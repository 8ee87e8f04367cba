// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/preflight/pairs/pair_rounds.h"

#include "engine/protocol/drawn_routes.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace lockstep {

namespace {

HostPair pairOf(std::size_t one, std::size_t other)
{
    return {std::min(one, other), std::max(one, other)};
}

/// The circle method: one stands still, the others move on by one place from round to round. An odd number
/// gets an empty seat, and whoever meets it has a rest.
std::vector<PairRound> tournament(const std::vector<std::size_t>& hosts)
{
    const std::size_t seats = hosts.size() + hosts.size() % 2;
    std::vector<PairRound> rounds;
    for (std::size_t round = 0; round + 1 < seats; ++round) {
        const auto seat = [&](std::size_t place) {
            return place == 0 ? std::size_t(0) : 1 + (place - 1 + round) % (seats - 1);
        };
        PairRound pairs;
        for (std::size_t place = 0; place < seats / 2; ++place) {
            const std::size_t one = seat(place);
            const std::size_t other = seat(seats - 1 - place);
            if (one < hosts.size() && other < hosts.size())
                pairs.push_back(pairOf(hosts[one], hosts[other]));
        }
        rounds.push_back(std::move(pairs));
    }
    return rounds;
}

/// Every second pair of a ring, then those between, then what an odd ring leaves.
std::vector<PairRound> ringNeighbours(const std::vector<std::size_t>& hosts)
{
    std::vector<PairRound> rounds(3);
    const std::size_t count = hosts.size();
    for (std::size_t i = 0; i < count; ++i) {
        const bool isLeft = count % 2 == 1 && i == count - 1;
        rounds[isLeft ? 2 : i % 2].push_back(pairOf(hosts[i], hosts[(i + 1) % count]));
    }
    std::erase_if(rounds, [](const PairRound& round) { return round.empty(); });
    return rounds;
}

/// What a pair's drawn way has to itself while it is measured.
class Segments {
public:
    explicit Segments(const Topology& topology) : m_topology(topology), m_routes(topology)
    {
        for (const Switch& node : topology.switches) {
            if (node.bandwidthMbps)
                m_sharing.insert(node.id);
        }
    }

    std::set<std::string> of(const HostPair& pair)
    {
        std::set<std::string> segments;
        for (const DrawnRoutes::Leg& leg : m_routes.between(pair.first, pair.second)) {
            const Link& link = m_topology.links[leg.link];
            segments.insert("link " + std::to_string(leg.link));
            for (const std::string& end : {link.from, link.to}) {
                if (m_sharing.contains(end))
                    segments.insert("switch " + end);
            }
        }
        return segments;
    }

private:
    const Topology& m_topology;
    DrawnRoutes m_routes;
    std::set<std::string> m_sharing; ///< switches, by id
};

/// Deals the pairs of a round out to as many rounds as it takes that those of each share nothing.
void addDisjoint(std::vector<PairRound>& rounds, const PairRound& pairs, Segments& segments)
{
    struct Open {
        PairRound pairs;
        std::set<std::string> taken;
    };
    std::vector<Open> open;
    for (const HostPair& pair : pairs) {
        const std::set<std::string> needs = segments.of(pair);
        auto fitting = std::find_if(open.begin(), open.end(), [&](const Open& round) {
            return std::none_of(needs.begin(), needs.end(),
                                [&](const std::string& segment) { return round.taken.contains(segment); });
        });
        if (fitting == open.end())
            fitting = open.insert(open.end(), Open{});
        fitting->pairs.push_back(pair);
        fitting->taken.insert(needs.begin(), needs.end());
    }
    for (Open& round : open)
        rounds.push_back(std::move(round.pairs));
}

} // namespace

std::vector<PairRound> planPairRounds(const Topology& topology, const std::vector<std::size_t>& hosts)
{
    Segments segments(topology);
    std::vector<PairRound> rounds;
    for (const PairRound& pairs : hosts.size() > kMaxTournament ? ringNeighbours(hosts) : tournament(hosts))
        addDisjoint(rounds, pairs, segments);
    return rounds;
}

} // namespace lockstep
