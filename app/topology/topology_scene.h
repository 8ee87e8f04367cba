// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/elements.h"
#include "app/document/experiment_document.h"

#include <QGraphicsScene>
#include <map>
#include <memory>

namespace lockstep {

class HostItem;
class LinkItem;

/// The drawing of a document. It follows every change of the document, and turns gestures into edits of it;
/// between press and release only the picture moves.
class TopologyScene : public QGraphicsScene {
    Q_OBJECT
public:
    explicit TopologyScene(ExperimentDocument& document, QObject* parent = nullptr);
    ~TopologyScene() override;

    ElementSet selection() const;
    void select(const ElementSet& elements);
    void selectAll();
    void removeSelected();
    /// Moves the selected nodes by a key: steps in a row are one step of undo.
    void nudgeSelected(const QPointF& way);
    /// Links the two selected nodes.
    void linkSelected();
    /// Ends a link that is being pulled without drawing it.
    void cancelPull();

    HostItem* hostItem(const std::string& id) const;
    LinkItem* linkItem(const LinkKey& key) const;
    /// The rectangle of all cards; null when there are none.
    QRectF cardsRect() const;
    /// Links are drawn roughly while many of them move.
    bool drawsFast() const { return m_drawsFast; }

signals:
    /// A new or an already drawn link was pulled; it is selected.
    void linkDrawn();

protected:
    void mousePressEvent(QGraphicsSceneMouseEvent* event) override;
    void mouseMoveEvent(QGraphicsSceneMouseEvent* event) override;
    void mouseReleaseEvent(QGraphicsSceneMouseEvent* event) override;

private:
    struct Pull;
    void follow();
    void followHosts();
    void followLinks();
    void placeLabels();
    void adjustLinks(const std::string& id);
    void adjustLink(LinkItem& item) const;
    HostItem* hostItemAt(const QPointF& point) const;
    void beginPull(HostItem& from, const QPointF& point);
    void movePull(const QPointF& point);
    void drawLink(const std::string& from, const std::string& to);
    void rememberPositions();
    void commitMove();

    ExperimentDocument& m_document;
    std::map<std::string, HostItem*> m_hosts;
    std::map<LinkKey, LinkItem*> m_links;
    std::multimap<std::string, LinkItem*> m_linksByNode;
    std::unique_ptr<Pull> m_pull;
    std::map<std::string, QPointF> m_pressPositions;
    bool m_drawsFast = false;
    bool m_isFollowing = false;
};

} // namespace lockstep
