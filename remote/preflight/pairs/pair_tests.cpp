// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/preflight/pairs/pair_tests.h"

#include "remote/run/run_launch.h"

#include <utility>
#include <vector>

namespace lockstep {

PairTests::PairTests(const Topology& topology, const std::map<std::size_t, HostWelcome>& welcomes,
                     ThreadOf threadOf)
    : m_threadOf(std::move(threadOf))
{
    std::vector<std::size_t> hosts;
    for (const auto& [host, welcome] : welcomes)
        hosts.push_back(host);
    const auto addresses = bindAddresses(topology, welcomes);
    if (addresses)
        m_addresses = *addresses;
    m_tournament = PairTournament(topology, hosts, [this, &addresses](const HostPair& pair) {
        // Two hosts of the drawing that are one machine have no network between them.
        return !addresses || m_addresses.at(pair.first) != m_addresses.at(pair.second);
    });
    if (!addresses) {
        for (const std::size_t host : hosts)
            m_tournament.lose(host, addresses.error());
    }
}

void PairTests::startRound()
{
    while (m_tournament.isRoundOver()) {
        const PairRound round = m_tournament.nextRound();
        if (round.empty())
            break;
        for (const HostPair& pair : round)
            start(pair);
    }
}

void PairTests::start(const HostPair& pair)
{
    HostThread* listening = m_threadOf(pair.first);
    const auto token = drawToken();
    if (listening == nullptr || !token)
        return m_tournament.fail(pair, token ? Sentence(LOCKSTEP_TEXT("One of them is gone."))
                                             : Sentence(token.error()));
    const std::uint64_t number = m_nextNumber++;
    Going going{.pair = pair, .request = {}};
    going.request.id = "pair-" + std::to_string(number);
    going.request.token = *token;
    going.request.address = m_addresses.at(pair.first);
    going.request.peer = {m_addresses.at(pair.second), 0};
    listening->measure(going.request, number);
    m_going.emplace(number, std::move(going));
}

void PairTests::take(std::size_t host, const HostListening& listening)
{
    const auto going = m_going.find(listening.pair);
    if (going == m_going.end() || host != going->second.pair.first)
        return;
    PairRequest request = going->second.request;
    request.address.clear();
    request.peer = listening.endpoint;
    if (HostThread* connecting = m_threadOf(going->second.pair.second))
        connecting->measure(std::move(request), listening.pair);
}

void PairTests::take(std::size_t host, const HostMeasured& measured)
{
    const auto found = m_going.find(measured.pair);
    if (found == m_going.end())
        return;
    Going& going = found->second;
    if (!measured.report)
        return fail(measured.pair, measured.error.value_or(Error{}));
    (host == going.pair.first ? going.first : going.second) = measured.report;
    if (!going.first || !going.second)
        return;
    m_tournament.take(going.pair, figuresOf(*going.first, *going.second));
    m_going.erase(found);
    startRound();
}

/// The other one is not to wait for somebody who does not come.
void PairTests::fail(std::uint64_t number, const Sentence& reason)
{
    const HostPair pair = m_going.at(number).pair;
    m_going.erase(number);
    for (const std::size_t host : {pair.first, pair.second}) {
        if (HostThread* thread = m_threadOf(host))
            thread->endMeasuring();
    }
    m_tournament.fail(pair, reason);
    startRound();
}

void PairTests::lose(std::size_t host, const Error& reason)
{
    std::vector<std::uint64_t> lost;
    for (const auto& [number, going] : m_going) {
        if (going.pair.first == host || going.pair.second == host)
            lost.push_back(number);
    }
    m_tournament.lose(host, reason);
    for (const std::uint64_t number : lost)
        fail(number, reason);
    startRound();
}

void PairTests::cancel()
{
    m_going.clear();
    m_tournament.cancel();
}

} // namespace lockstep
