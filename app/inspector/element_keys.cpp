// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector/element_keys.h"

#include <QString>
#include <QStringList>
#include <algorithm>

namespace lockstep {

namespace {

bool isNode(const Topology& topology, const std::string& id)
{
    return findHost(topology, id) || findSwitch(topology, id) || findNetwork(topology, id);
}

std::string prefixOf(const char* list, std::size_t index)
{
    return std::string("topology.") + list + '.' + std::to_string(index) + '.';
}

} // namespace

ElementSet elementsOfKey(const Topology& topology, const std::string& key)
{
    const QStringList parts = QString::fromStdString(key).split(u'.');
    bool isIndex = false;
    const std::size_t index = parts.value(2).toUInt(&isIndex);
    if (parts.value(0) != QLatin1String("topology") || !isIndex)
        return {};
    const auto nodeOf = [&](const char* list, const auto& nodes) {
        return parts[1] == QLatin1String(list) && index < nodes.size() ? ElementSet{{nodes[index].id}, {}}
                                                                       : ElementSet{};
    };
    if (parts[1] == QLatin1String("links") && index < topology.links.size())
        return {{}, {linkKeys(topology)[index]}};
    for (const ElementSet& node : {nodeOf("hosts", topology.hosts), nodeOf("switches", topology.switches),
                                   nodeOf("networks", topology.networks)}) {
        if (!node.isEmpty())
            return node;
    }
    return {};
}

std::optional<std::string> keyPrefixOf(const Topology& topology, const ElementSet& elements)
{
    if (elements.size() != 1)
        return std::nullopt;
    if (!elements.links.empty()) {
        const auto index = findLink(topology, *elements.links.begin());
        return index ? std::optional(prefixOf("links", *index)) : std::nullopt;
    }
    const std::string& id = *elements.nodes.begin();
    if (const auto index = findHost(topology, id))
        return prefixOf("hosts", *index);
    if (const auto index = findSwitch(topology, id))
        return prefixOf("switches", *index);
    const auto index = findNetwork(topology, id);
    return index ? std::optional(prefixOf("networks", *index)) : std::nullopt;
}

bool areThere(const Topology& topology, const ElementSet& elements)
{
    return std::all_of(elements.nodes.begin(), elements.nodes.end(),
                       [&](const std::string& id) { return isNode(topology, id); }) &&
           std::all_of(elements.links.begin(), elements.links.end(),
                       [&](const LinkKey& key) { return findLink(topology, key).has_value(); });
}

} // namespace lockstep
