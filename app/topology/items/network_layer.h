// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/topology/items/network_item.h"
#include "engine/protocol/topology.h"

#include <map>
#include <string>

class QGraphicsScene;

namespace lockstep {

/// The networks of a drawing, beneath its cards and links. The scene owns the items.
class NetworkLayer {
public:
    explicit NetworkLayer(QGraphicsScene& scene) : m_scene(scene) {}

    /// Adds, changes and removes networks until they are those of the document.
    void follow(const Topology& topology);

    /// Null when there is none.
    NetworkItem* find(const std::string& id) const;
    const std::map<std::string, NetworkItem*>& items() const { return m_items; }
    /// The smallest one that holds all of a rectangle of the scene; null when none does.
    NetworkItem* innermostAround(const QRectF& rect) const;

private:
    QGraphicsScene& m_scene;
    std::map<std::string, NetworkItem*> m_items;
};

} // namespace lockstep
