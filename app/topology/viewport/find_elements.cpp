// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/viewport/find_elements.h"

#include "app/document/quantities.h"

#include <QStringList>
#include <algorithm>

namespace lockstep {

namespace {

bool occursIn(const std::vector<std::string>& texts, const QString& wanted)
{
    return std::any_of(texts.begin(), texts.end(), [&](const std::string& text) {
        return QString::fromStdString(text).contains(wanted, Qt::CaseInsensitive);
    });
}

std::string bandwidthText(const std::optional<double>& mbps)
{
    return mbps ? formatBandwidth(*mbps).toStdString() : std::string();
}

} // namespace

std::vector<ElementSet> findElements(const Topology& topology, const QString& text)
{
    std::vector<ElementSet> found;
    const QString wanted = text.trimmed();
    if (wanted.isEmpty())
        return found;
    for (const Host& host : topology.hosts) {
        if (occursIn({host.name, host.id, host.address, host.user, host.facts, host.region, host.image},
                     wanted))
            found.push_back({{host.id}, {}});
    }
    for (const Switch& node : topology.switches) {
        if (occursIn({node.name, node.id, bandwidthText(node.bandwidthMbps)}, wanted))
            found.push_back({{node.id}, {}});
    }
    for (const Network& network : topology.networks) {
        if (occursIn({network.name, network.id}, wanted))
            found.push_back({{network.id}, {}});
    }
    const std::vector<LinkKey> keys = linkKeys(topology);
    for (std::size_t index = 0; index < keys.size(); ++index) {
        const Link& link = topology.links[index];
        const std::string latency =
            link.latencyMs ? formatLatency(*link.latencyMs).toStdString() : std::string();
        if (occursIn({bandwidthText(link.bandwidthMbps), latency, link.note}, wanted))
            found.push_back({{}, {keys[index]}});
    }
    return found;
}

} // namespace lockstep
