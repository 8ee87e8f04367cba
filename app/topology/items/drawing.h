// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/topology/items/card_layer.h"
#include "app/topology/items/link_layer.h"
#include "app/topology/items/network_layer.h"

namespace lockstep {

/// What a scene shows of a document, by layer.
class Drawing {
public:
    explicit Drawing(QGraphicsScene& scene);

    void follow(const ExperimentDocument& document);

    QGraphicsScene& scene() { return m_scene; }
    CardLayer& cards() { return m_cards; }
    const CardLayer& cards() const { return m_cards; }
    NetworkLayer& networks() { return m_networks; }
    const NetworkLayer& networks() const { return m_networks; }
    LinkLayer& links() { return m_links; }
    const LinkLayer& links() const { return m_links; }

    /// The card or network of a node; null when there is none.
    QGraphicsItem* node(const std::string& id) const;
    /// The uppermost at a point of the scene; null when there is none.
    HostItem* cardAt(const QPointF& point) const;
    NetworkItem* networkAt(const QPointF& point) const;
    ElementSet all() const;
    /// The rectangle of all cards and networks; null when there are none.
    QRectF bounds() const;

private:
    QGraphicsScene& m_scene;
    CardLayer m_cards;
    NetworkLayer m_networks;
    LinkLayer m_links;
};

} // namespace lockstep
