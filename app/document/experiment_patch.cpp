// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/experiment_patch.h"

#include <algorithm>

namespace lockstep {

namespace {

Experiment withoutElements(const Experiment& experiment)
{
    Experiment rest = experiment; // whatever members it has or will have
    rest.topology.hosts.clear();
    rest.topology.switches.clear();
    rest.topology.networks.clear();
    rest.topology.links.clear();
    return rest;
}

void setRest(Experiment& experiment, const Experiment& rest)
{
    Topology topology = std::move(experiment.topology);
    topology.unknown = rest.topology.unknown;
    experiment = rest;
    experiment.topology = std::move(topology);
}

} // namespace

template <typename T>
ExperimentPatch::Splice<T> ExperimentPatch::spliceBetween(const std::vector<T>& before,
                                                          const std::vector<T>& after)
{
    const auto first = std::mismatch(before.begin(), before.end(), after.begin(), after.end());
    const std::reverse_iterator beforeEnd(first.first);
    const std::reverse_iterator afterEnd(first.second);
    const auto last = std::mismatch(before.rbegin(), beforeEnd, after.rbegin(), afterEnd);
    return {static_cast<std::size_t>(first.first - before.begin()),
            std::vector<T>(first.first, last.first.base()), std::vector<T>(first.second, last.second.base())};
}

template <typename T>
void ExperimentPatch::exchange(std::vector<T>& list, std::size_t at, std::size_t count,
                               const std::vector<T>& with)
{
    const auto begin = list.begin() + static_cast<std::ptrdiff_t>(at);
    const auto next = list.erase(begin, begin + static_cast<std::ptrdiff_t>(count));
    list.insert(next, with.begin(), with.end());
}

ExperimentPatch ExperimentPatch::between(const Experiment& before, const Experiment& after)
{
    ExperimentPatch patch;
    patch.m_hosts = spliceBetween(before.topology.hosts, after.topology.hosts);
    patch.m_switches = spliceBetween(before.topology.switches, after.topology.switches);
    patch.m_networks = spliceBetween(before.topology.networks, after.topology.networks);
    patch.m_links = spliceBetween(before.topology.links, after.topology.links);
    Experiment restBefore = withoutElements(before);
    Experiment restAfter = withoutElements(after);
    if (restBefore != restAfter)
        patch.m_rest.emplace(std::move(restBefore), std::move(restAfter));
    return patch;
}

void ExperimentPatch::apply(Experiment& experiment) const
{
    if (m_rest)
        setRest(experiment, m_rest->second);
    Topology& topology = experiment.topology;
    exchange(topology.hosts, m_hosts.at, m_hosts.removed.size(), m_hosts.inserted);
    exchange(topology.switches, m_switches.at, m_switches.removed.size(), m_switches.inserted);
    exchange(topology.networks, m_networks.at, m_networks.removed.size(), m_networks.inserted);
    exchange(topology.links, m_links.at, m_links.removed.size(), m_links.inserted);
}

void ExperimentPatch::revert(Experiment& experiment) const
{
    if (m_rest)
        setRest(experiment, m_rest->first);
    Topology& topology = experiment.topology;
    exchange(topology.hosts, m_hosts.at, m_hosts.inserted.size(), m_hosts.removed);
    exchange(topology.switches, m_switches.at, m_switches.inserted.size(), m_switches.removed);
    exchange(topology.networks, m_networks.at, m_networks.inserted.size(), m_networks.removed);
    exchange(topology.links, m_links.at, m_links.inserted.size(), m_links.removed);
}

bool ExperimentPatch::isEmpty() const
{
    const auto untouched = [](const auto& splice) {
        return splice.removed.empty() && splice.inserted.empty();
    };
    return !m_rest && untouched(m_hosts) && untouched(m_switches) && untouched(m_networks) &&
           untouched(m_links);
}

} // namespace lockstep
