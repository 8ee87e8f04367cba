// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/items/drawing.h"

#include <QGraphicsScene>

namespace lockstep {

namespace {

template <typename Item>
Item* uppermostAt(const QGraphicsScene& scene, const QPointF& point)
{
    for (QGraphicsItem* item : scene.items(point)) {
        if (auto* wanted = qgraphicsitem_cast<Item*>(item))
            return wanted;
    }
    return nullptr;
}

} // namespace

Drawing::Drawing(QGraphicsScene& scene)
    : m_scene(scene), m_cards(scene), m_networks(scene), m_links(scene, m_cards)
{
}

void Drawing::follow(const ExperimentDocument& document)
{
    const Topology& topology = document.experiment().topology;
    m_networks.follow(topology);
    m_cards.follow(document);
    m_links.follow(topology);
}

QGraphicsItem* Drawing::node(const std::string& id) const
{
    if (HostItem* card = m_cards.find(id))
        return card;
    return m_networks.find(id);
}

HostItem* Drawing::cardAt(const QPointF& point) const
{
    return uppermostAt<HostItem>(m_scene, point);
}

NetworkItem* Drawing::networkAt(const QPointF& point) const
{
    return uppermostAt<NetworkItem>(m_scene, point);
}

ElementSet Drawing::all() const
{
    ElementSet all{{}, m_links.keys()};
    for (const auto& [id, item] : m_cards.items())
        all.nodes.insert(id);
    for (const auto& [id, item] : m_networks.items())
        all.nodes.insert(id);
    return all;
}

QRectF Drawing::bounds() const
{
    QRectF all;
    for (const auto& [id, item] : m_cards.items())
        all |= item->cardRect();
    for (const auto& [id, item] : m_networks.items())
        all |= item->area();
    return all;
}

} // namespace lockstep
