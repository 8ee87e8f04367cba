// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/wait_chain.h"

#include <algorithm>

namespace lockstep {

namespace {

// A circle of more ranks is told by its first ones: the sentence has to stay readable, and short on the wire.
constexpr std::size_t kRanksTold = 16;

} // namespace

void PeerReport::update(const Beat& beat, Clock::time_point now)
{
    if (beat.moved != m_beat.moved)
        m_movedAt = now;
    m_beat = beat;
    if (takesItsTime())
        m_lateAt = now;
}

bool PeerReport::takesItsTime() const
{
    if (m_beat.activity == Activity::Waiting)
        return true;
    return m_beat.collective.kind == CollectiveKind::None && m_beat.activity != Activity::Training;
}

WaitChain::WaitChain(int self, int peer, std::span<const PeerReport> reports) : m_ranks{self}
{
    for (int next = peer; next >= 0;) {
        const auto known = std::find(m_ranks.begin(), m_ranks.end(), next);
        m_isCircle = known != m_ranks.end();
        if (m_isCircle) {
            m_ranks.erase(m_ranks.begin(), known);
            return;
        }
        const PeerReport& report = reports[static_cast<std::size_t>(next)];
        m_ranks.push_back(next);
        m_movedAt = std::max(m_movedAt, report.movedAt());
        m_lateAt = std::max(m_lateAt, report.lateAt());
        m_endTakesItsTime = report.takesItsTime();
        next = report.waitingOn();
    }
}

std::chrono::milliseconds WaitChain::limit(const WaitLimits& limits) const
{
    return !m_isCircle && m_endTakesItsTime ? limits.late : limits.stuck;
}

// Who has just come back from what took its time gets the short limit anew, for all that it is behind.
WaitChain::Clock::time_point WaitChain::deadline(Clock::time_point since, const WaitLimits& limits) const
{
    const Clock::time_point moved = std::max(since, m_movedAt);
    return (m_endTakesItsTime ? moved : std::max(moved, m_lateAt)) + limit(limits);
}

std::string WaitChain::toString() const
{
    std::string text;
    for (std::size_t i = 0; i < std::min(m_ranks.size(), kRanksTold); ++i)
        text += std::to_string(m_ranks[i]) + " -> ";
    return text + (m_ranks.size() > kRanksTold ? "..." : std::to_string(m_ranks.front()));
}

} // namespace lockstep
