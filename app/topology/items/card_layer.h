// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/experiment_document.h"
#include "app/topology/items/host_item.h"
#include "app/topology/items/rect_index.h"

#include <map>
#include <set>
#include <string>
#include <vector>

class QGraphicsScene;

namespace lockstep {

/// The cards of a drawing: those of the document's hosts and switches, and what they say beyond it of a run
/// and of the checks. The scene owns the items.
class CardLayer {
public:
    explicit CardLayer(QGraphicsScene& scene) : m_scene(scene) {}

    /// Adds, changes and removes cards until they are those of the document.
    void follow(const ExperimentDocument& document);
    /// What a run does, by host; one that is not named shows nothing of it. False: nothing changes by it, or
    /// how busy hosts are alone.
    bool setHostStates(const HostStates& states);
    /// What is done to hosts for the time being. False: nothing changes by it.
    bool setBadges(const std::map<std::string, CanvasBadge>& badges);
    /// What else would fail or disappoint, by the node's id. False: nothing changes by it.
    bool setNotices(const std::map<std::string, QString>& notices);

    /// Null when there is none.
    HostItem* find(const std::string& id) const;
    bool contains(const std::string& id) const { return m_items.contains(id); }
    /// In scene coordinates. REQUIRES: contains(id).
    QRectF rect(const std::string& id) const { return m_items.at(id)->cardRect(); }
    const std::map<std::string, HostItem*>& items() const { return m_items; }
    /// Where cards came, went or moved when the document was followed last.
    const std::vector<QRectF>& changedRects() const { return m_changedRects; }
    /// What links go round: all cards but those that are being dragged.
    const RectIndex& obstacles() const { return m_obstacles; }
    void setDragged(const std::set<std::string>& ids);

private:
    HostItem* add(const CanvasCard& card, const QPointF& position);
    void change(HostItem& item, const CanvasCard& card, const QPointF& position);
    void annotate(CanvasCard& card) const;
    void annotateAll();

    QGraphicsScene& m_scene;
    std::map<std::string, HostItem*> m_items;
    HostStates m_states;
    std::map<std::string, CanvasBadge> m_badges;
    std::map<std::string, QString> m_notices;
    std::vector<QRectF> m_changedRects;
    RectIndex m_obstacles;
};

} // namespace lockstep
