// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/blame/run_blame.h"

#include "engine/protocol/process_placement.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

bool areOnProcessors(const Experiment& experiment)
{
    return std::ranges::all_of(placeRanks(experiment), [](const Placement& placement) {
        return placement.device.kind == DeviceKind::Cpu && placement.furtherDevices.empty();
    });
}

} // namespace

RunBlame::RunBlame(const Experiment& experiment)
    : m_topology(experiment.topology), m_processes(placeProcesses(experiment)),
      m_ranks(placeRanks(experiment).size()), m_routes(m_topology),
      m_areOnProcessors(areOnProcessors(experiment)), m_steps(m_ranks)
{
}

void RunBlame::take(int rank, std::span<const Record> records, double now)
{
    if (rank < 0 || static_cast<std::size_t>(rank) >= m_ranks || records.empty())
        return;
    m_heard[m_processes[static_cast<std::size_t>(rank)].host] = now;
    m_isThrough[rank] = std::holds_alternative<RankFinished>(records.back().event);
    m_steps.take(rank, records);
    m_flows.take(rank, records);
    m_processors.take(rank, records);
}

std::optional<Culprit> RunBlame::silentHost(double now) const
{
    const auto isThrough = [](const auto& rank) { return rank.second; };
    // Not all have begun, or some have ended: silence says nothing.
    if (m_isThrough.size() < m_ranks || std::ranges::any_of(m_isThrough, isThrough))
        return std::nullopt;
    const auto heard = [](const auto& host) { return host.second; };
    const auto [longest, latest] = std::ranges::minmax_element(m_heard, {}, heard);
    if (now - latest->second > kHeardSeconds || now - longest->second < kSilentSeconds)
        return std::nullopt;
    Culprit culprit{.kind = Culprit::Kind::SilentHost, .host = longest->first};
    culprit.silentSeconds = now - longest->second;
    return culprit;
}

const Culprit& RunBlame::judge(double now)
{
    const auto isHeard = [&](const auto& host) { return now - host.second <= kHeardSeconds; };
    if (std::ranges::none_of(m_heard, isHeard))
        return m_culprit;
    if (std::optional<Culprit> silent = silentHost(now)) {
        m_culprit = m_candidate = *silent;
        return m_culprit;
    }
    if (m_culprit.kind == Culprit::Kind::SilentHost) {
        if (!std::ranges::all_of(m_heard, isHeard))
            return m_culprit; // until the host is heard again
        m_culprit = {};
    }
    settle(find(), now);
    return m_culprit;
}

Culprit RunBlame::find()
{
    Culprit found = findCulprit(m_steps.steps(),
                                findSlowLink(m_flows.flows(), m_topology, m_routes, m_processes), m_culprit);
    if (found.kind == Culprit::Kind::SlowRank && m_areOnProcessors)
        found.processor = m_processors.lackOf(found.rank, m_steps.steps());
    return found;
}

void RunBlame::settle(Culprit found, double now)
{
    if (found.rank >= 0)
        found.host = m_processes[static_cast<std::size_t>(found.rank)].host;
    if (!nameTheSame(found, m_candidate))
        m_foundSince = now;
    m_candidate = std::move(found);
    const bool isFirstWord = !isToBlame(m_culprit.kind) && !isToBlame(m_candidate.kind);
    const bool areSeveral = m_candidate.link && m_candidate.link->links.size() > 1;
    const double needed = areSeveral ? 2 * kSettleSeconds : kSettleSeconds;
    if (isFirstWord || nameTheSame(m_candidate, m_culprit) || now - m_foundSince >= needed)
        m_culprit = m_candidate;
}

} // namespace lockstep
