// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/preflight/pairs/pair_tournament.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace lockstep {

namespace {

/// Together two pairs that share a segment get half of what they get one after the other, and pairs that
/// share nothing all of it. Between the two nothing is said.
constexpr double kSharedUpTo = 0.65;

double slowerWay(const PairFigures& figures)
{
    return std::min(figures.mbpsForth, figures.mbpsBack);
}

} // namespace

PairTournament::PairTournament(Topology topology, const std::vector<std::size_t>& hosts,
                               const std::function<bool(const HostPair&)>& isMeant)
    : m_topology(std::move(topology))
{
    for (PairRound& round : planPairRounds(m_topology, hosts)) {
        std::erase_if(round, [&](const HostPair& pair) { return !isMeant(pair); });
        for (const HostPair& pair : round) {
            PairCheck check;
            check.pair = pair;
            check.drawnMbps = drawnBandwidth(m_topology, pair);
            m_checks.append(std::move(check));
        }
        if (!round.empty())
            m_rounds.push_back(std::move(round));
    }
}

PairRound PairTournament::nextRound()
{
    if (m_rounds.empty() && !std::exchange(m_isSecondLook, true))
        planSecondLooks();
    m_round.clear();
    if (m_rounds.empty()) {
        judgeSecondLooks();
        m_isOver = true;
        return {};
    }
    m_round = std::move(m_rounds.front());
    m_rounds.pop_front();
    // A host that was lost meanwhile has had its pairs failed.
    std::erase_if(m_round, [this](const HostPair& pair) {
        return !m_isSecondLook && find(pair).state != CheckState::Waiting;
    });
    m_awaited = m_round;
    for (const HostPair& pair : m_round)
        find(pair).state = CheckState::Running;
    return m_round.empty() ? nextRound() : m_round;
}

PairCheck& PairTournament::find(const HostPair& pair)
{
    return *std::find_if(m_checks.begin(), m_checks.end(),
                         [&pair](const PairCheck& check) { return check.pair == pair; });
}

void PairTournament::finish(const HostPair& pair)
{
    std::erase(m_awaited, pair);
}

void PairTournament::take(const HostPair& pair, const PairFigures& figures)
{
    PairCheck& check = find(pair);
    judge(check, figures, m_topology);
    if (!m_isSecondLook && check.verdict == PairVerdict::Slower && m_round.size() > 1) {
        Together together{m_round, figures};
        std::erase(together.others, pair);
        m_together.emplace(pair, std::move(together));
    }
    finish(pair);
}

void PairTournament::fail(const HostPair& pair, const Sentence& reason)
{
    judgeUnreachable(find(pair), reason, m_topology);
    finish(pair);
}

void PairTournament::lose(std::size_t host, const Sentence& reason)
{
    for (PairCheck& check : m_checks) {
        const bool isOfHost = check.pair.first == host || check.pair.second == host;
        if (!isOfHost || (check.state != CheckState::Waiting && check.state != CheckState::Running))
            continue;
        judgeUnreachable(check, reason, m_topology);
        finish(check.pair);
    }
    for (PairRound& round : m_rounds)
        std::erase_if(round,
                      [host](const HostPair& pair) { return pair.first == host || pair.second == host; });
    std::erase_if(m_rounds, [](const PairRound& round) { return round.empty(); });
}

void PairTournament::cancel()
{
    for (PairCheck& check : m_checks) {
        if (check.state == CheckState::Waiting || check.state == CheckState::Running)
            check.state = CheckState::Skipped;
    }
    m_rounds.clear();
    m_round.clear();
    m_awaited.clear();
    m_together.clear();
    m_isOver = true;
}

void PairTournament::planSecondLooks()
{
    for (const auto& [pair, together] : m_together)
        m_rounds.push_back({pair});
}

void PairTournament::judgeSecondLooks()
{
    const auto alone = [this](const HostPair& pair) {
        const auto& figures = find(pair).figures;
        return figures ? slowerWay(*figures) : 0;
    };
    for (const auto& [pair, together] : m_together) {
        if (!find(pair).figures)
            continue; // it has been lost meanwhile
        std::optional<HostPair> sharing;
        double least = kSharedUpTo;
        for (const HostPair& other : together.others) {
            const auto slowed = m_together.find(other);
            const double besides =
                slowed == m_together.end() ? alone(other) : slowerWay(slowed->second.figures);
            const double sum = alone(pair) + alone(other);
            const double part = sum > 0 ? (slowerWay(together.figures) + besides) / sum : 1;
            if (part <= least) {
                least = part;
                sharing = other;
            }
        }
        if (sharing)
            judgeSharing(find(pair), slowerWay(together.figures), *sharing, m_topology);
    }
    m_together.clear();
}

} // namespace lockstep
