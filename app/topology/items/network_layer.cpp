// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/items/network_layer.h"

#include <QGraphicsScene>
#include <utility>

namespace lockstep {

void NetworkLayer::follow(const Topology& topology)
{
    std::map<std::string, NetworkItem*> gone = std::exchange(m_items, {});
    for (const Network& network : topology.networks) {
        if (m_items.contains(network.id))
            continue; // two with one id: checkExperiment says so, the first is drawn
        if (const auto known = gone.extract(network.id)) {
            known.mapped()->setNetwork(network);
            m_items.emplace(network.id, known.mapped());
        } else {
            auto* item = new NetworkItem(network);
            m_scene.addItem(item);
            m_items.emplace(network.id, item);
        }
    }
    for (const auto& [id, item] : gone)
        delete item;
}

NetworkItem* NetworkLayer::find(const std::string& id) const
{
    const auto found = m_items.find(id);
    return found == m_items.end() ? nullptr : found->second;
}

NetworkItem* NetworkLayer::innermostAround(const QRectF& rect) const
{
    NetworkItem* innermost = nullptr;
    for (const auto& [id, network] : m_items) {
        if (network->area().contains(rect) && (!innermost || innermost->area().contains(network->area())))
            innermost = network;
    }
    return innermost;
}

} // namespace lockstep
