// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What is selected, and what keys do with it.
#include "app/topology/topology_scene.h"

#include "app/document/document_edits.h"
#include "app/document/node_geometry.h"
#include "app/topology/gestures/node_drag.h"
#include "app/topology/items/host_item.h"
#include "app/topology/items/link_item.h"
#include "app/topology/items/network_item.h"

namespace lockstep {

ElementSet TopologyScene::selection() const
{
    ElementSet elements;
    for (QGraphicsItem* item : selectedItems()) {
        if (const auto* host = qgraphicsitem_cast<HostItem*>(item))
            elements.nodes.insert(host->id().toStdString());
        else if (const auto* network = qgraphicsitem_cast<NetworkItem*>(item))
            elements.nodes.insert(network->id().toStdString());
        else if (const auto* link = qgraphicsitem_cast<LinkItem*>(item))
            elements.links.insert(link->key());
    }
    return elements;
}

void TopologyScene::select(const ElementSet& elements)
{
    {
        const QSignalBlocker quiet(this);
        clearSelection();
        for (const std::string& id : elements.nodes) {
            if (QGraphicsItem* item = itemOf(id))
                item->setSelected(true);
        }
        for (const LinkKey& key : elements.links) {
            if (LinkItem* item = linkItem(key))
                item->setSelected(true);
        }
    }
    emit selectionChanged();
}

void TopologyScene::selectAll()
{
    ElementSet all;
    for (const auto& [id, item] : m_hosts)
        all.nodes.insert(id);
    for (const auto& [id, item] : m_networks)
        all.nodes.insert(id);
    for (const auto& [key, link] : m_links)
        all.links.insert(key);
    select(all);
}

void TopologyScene::removeSelected()
{
    const ElementSet elements = selection();
    if (!elements.isEmpty())
        removeElements(m_document, elements);
}

void TopologyScene::nudgeSelected(const QPointF& way)
{
    std::map<std::string, QPointF> positions;
    QString gesture = QStringLiteral("nudge");
    for (const std::string& id : withMembers(m_document.experiment().topology, selection().nodes)) {
        positions[id] = itemOf(id)->pos() + way;
        gesture += u' ' + QString::fromStdString(id);
    }
    if (!positions.empty())
        moveNodes(m_document, positions, gesture);
}

void TopologyScene::linkSelected()
{
    const ElementSet elements = selection();
    if (elements.nodes.size() == 2)
        drawLink(*elements.nodes.begin(), *elements.nodes.rbegin(), false);
}

void TopologyScene::beginLink(const std::string& from, const std::string& to)
{
    cancelGesture();
    if (!m_hosts.contains(from) || !m_hosts.contains(to))
        return;
    startPull(from);
    m_pull->isByKey = true;
    aimLink(to);
}

void TopologyScene::aimLink(const std::string& to)
{
    HostItem* over = hostItem(to);
    if (isLinkingByKey() && over && to != m_pull->from)
        aimPull(over, over->cardRect().center());
}

void TopologyScene::endLink(bool isParallel)
{
    const auto [from, to] = pulledEnds();
    cancelGesture();
    if (!to.empty())
        drawLink(from, to, isParallel);
}

bool TopologyScene::isLinkingByKey() const
{
    return m_pull && m_pull->isByKey;
}

std::pair<std::string, std::string> TopologyScene::pulledEnds() const
{
    if (!m_pull)
        return {};
    return {m_pull->from, m_pull->target ? m_pull->target->id().toStdString() : std::string()};
}

void TopologyScene::drawLink(const std::string& from, const std::string& to, bool isParallel)
{
    const std::optional<LinkKey> key =
        addLink(m_document, from, to, isParallel ? Parallel::Allow : Parallel::Refuse);
    if (!key)
        return;
    select(ElementSet{{}, {*key}});
    emit linkDrawn();
}

} // namespace lockstep
