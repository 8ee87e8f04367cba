// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/elements.h"
#include "app/document/experiment_document.h"
#include "app/topology/card/host_states.h"
#include "app/topology/items/link_route.h"

#include <QGraphicsScene>
#include <map>
#include <memory>

namespace lockstep {

class HostItem;
struct CanvasCard;
class LinkItem;
class NetworkItem;

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
    /// Begins a link by key, from a host or switch; aimLink chooses its other end, endLink draws it.
    void beginLink(const std::string& from, const std::string& to);
    void aimLink(const std::string& to);
    void endLink(bool isParallel);
    bool isLinkingByKey() const;
    /// The ends of the link that is on its way; empty ones when none is.
    std::pair<std::string, std::string> pulledEnds() const;
    /// Ends a link that is being pulled, or a drag, without an edit.
    void cancelGesture();

    /// Of a host or switch; null for anything else.
    HostItem* hostItem(const std::string& id) const;
    NetworkItem* networkItem(const std::string& id) const;
    LinkItem* linkItem(const LinkKey& key) const;
    /// The item of an element, whatever it is.
    QGraphicsItem* itemOf(const std::string& node) const;
    /// The rectangle of all cards and networks; null when there are none.
    QRectF drawingRect() const;
    /// Cards are put on the lines of this grid when they are dragged; 0: anywhere.
    void setSnap(qreal grid) { m_snap = grid; }
    qreal snap() const { return m_snap; }
    /// Whether what is dragged is aligned with what stands near it, and lines show how.
    void setGuides(bool isOn) { m_hasGuides = isOn; }
    bool hasGuides() const { return m_hasGuides; }
    /// What the cards show of a run, by host; a host that is not named shows nothing of it.
    void setHostStates(const HostStates& states);
    /// What else would fail or disappoint at these nodes, by id; the document's own problems are on the cards
    /// already.
    void setNotices(const std::map<std::string, QString>& notices);
    /// Links are drawn roughly while many of them move.
    bool drawsFast() const { return m_drawsFast; }

signals:
    /// A new or an already drawn link was pulled; it is selected.
    void linkDrawn();
    /// What cards say beyond the document has changed.
    void notesChanged();

protected:
    void mousePressEvent(QGraphicsSceneMouseEvent* event) override;
    void mouseMoveEvent(QGraphicsSceneMouseEvent* event) override;
    void mouseReleaseEvent(QGraphicsSceneMouseEvent* event) override;

private:
    struct Pull;
    struct Drag;
    struct DrawnLink {
        LinkItem* item = nullptr;
        LinkCourse course;
    };
    void follow();
    void followCards();
    void annotate(CanvasCard& card) const;
    void annotateAll();
    void followNetworks();
    void followLinks();
    void rerouteLinks(const std::map<LinkKey, LinkCourse>& courses);
    void placeLabels();
    void indexCards(const std::set<std::string>& without);
    void adjustLinks(const std::set<std::string>& nodes);
    QRectF cardRect(const std::string& id) const;
    HostItem* hostItemAt(const QPointF& point) const;
    NetworkItem* networkItemAt(const QPointF& point) const;
    void startPull(const std::string& from);
    void aimPull(HostItem* over, const QPointF& point);
    void beginPull(HostItem& from, const QPointF& point);
    void movePull(const QPointF& point);
    void endPull(const QPointF& point, bool isParallel);
    void drawLink(const std::string& from, const std::string& to, bool isParallel);
    bool beginResize(const QPointF& point);
    void beginDrag(const QPointF& point);
    void moveDrag(const QPointF& point, bool snaps);
    QPointF snappedWay(const QPointF& way) const;
    void gatherGuides();
    void showGuides(const QPointF& way, bool isWanted);
    void lightNetwork();
    void endDrag(const QPointF& point);
    void clickChip(const std::string& id, const QPointF& point);

    ExperimentDocument& m_document;
    std::map<std::string, HostItem*> m_hosts;
    std::map<std::string, NetworkItem*> m_networks;
    std::map<LinkKey, DrawnLink> m_links;
    std::multimap<std::string, LinkKey> m_linksByNode;
    HostStates m_states;
    std::map<std::string, QString> m_notices;
    RectIndex m_cards;
    std::vector<QRectF>
        m_changedRects; ///< where cards came, went or moved when the document was followed last
    std::unique_ptr<Pull> m_pull;
    std::unique_ptr<Drag> m_drag;
    qreal m_snap = 0;
    bool m_hasGuides = false;
    bool m_drawsFast = false;
};

} // namespace lockstep
