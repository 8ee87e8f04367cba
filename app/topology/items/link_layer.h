// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/elements.h"
#include "app/topology/items/card_layer.h"
#include "app/topology/items/link_item.h"

#include <map>
#include <set>
#include <string>

namespace lockstep {

/// The links of a drawing: routed round its cards, with their labels where nothing covers them. The scene
/// owns the items.
class LinkLayer {
public:
    LinkLayer(QGraphicsScene& scene, const CardLayer& cards) : m_scene(scene), m_cards(cards) {}

    /// Adds, changes, removes and routes links until they are those of the document. REQUIRES: the cards have
    /// followed it.
    void follow(const Topology& topology);
    /// Routes the links of these nodes, whose cards have moved; labels stay where they are on their links.
    void adjust(const std::set<std::string>& nodes);

    /// What is done to links for the time being, which they show in place of a measurement. False: nothing
    /// changes by it.
    bool setBadges(const std::map<LinkKey, CanvasBadge>& badges);

    /// Null when there is none.
    LinkItem* find(const LinkKey& key) const;
    std::set<LinkKey> keys() const;
    std::size_t size() const { return m_links.size(); }
    /// Links are drawn roughly while many of them move.
    bool isRough() const { return m_quality.isRough; }
    void setRough(bool isRough);
    /// What links show of a measurement; those that are not named show nothing of it.
    void setMarks(std::map<LinkKey, LinkMark> marks);

private:
    struct DrawnLink {
        LinkItem* item = nullptr;
        LinkCourse course;
    };
    /// The courses of those that can be drawn, by key, whose items follow the document.
    std::map<LinkKey, LinkCourse> followItems(const Topology& topology);
    LinkItem* add(const LinkKey& key);
    LinkMark markOf(const LinkKey& key) const;
    void route(const std::map<LinkKey, LinkCourse>& courses);
    bool isTouched(const LinkItem& item) const;
    void placeLabels();

    QGraphicsScene& m_scene;
    const CardLayer& m_cards;
    std::map<LinkKey, DrawnLink> m_links;
    std::multimap<std::string, LinkKey> m_byNode;
    std::map<LinkKey, CanvasBadge> m_badges;
    LinkQuality m_quality; ///< that the items look at
    std::map<LinkKey, LinkMark> m_marks;
};

} // namespace lockstep
