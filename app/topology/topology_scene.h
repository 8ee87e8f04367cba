// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/elements.h"
#include "app/document/experiment_document.h"
#include "app/topology/gestures/canvas_gesture.h"
#include "app/topology/items/drawing.h"

#include <QGraphicsScene>
#include <map>
#include <memory>

namespace lockstep {

class LinkPull;
enum class Parallel;

/// The drawing of a document. It follows every change of the document, and turns gestures into edits of it;
/// between press and release only the picture moves.
class TopologyScene : public QGraphicsScene {
    Q_OBJECT
public:
    explicit TopologyScene(ExperimentDocument& document, QObject* parent = nullptr);
    ~TopologyScene() override;

    ElementSet selection() const;
    void select(const ElementSet& elements);
    void selectAll() { select(m_drawing.all()); }
    void removeSelected();
    /// Moves the selected nodes by a key: steps in a row are one step of undo.
    void nudgeSelected(const QPointF& way);

    /// Draws a link, or finds the one that is drawn already, and selects it.
    void drawLink(const std::string& from, const std::string& to, Parallel parallel);
    /// Begins a link by key, from a host or switch; aimLink chooses its other end, endLink draws it.
    void beginLink(const std::string& from, const std::string& to);
    void aimLink(const std::string& to);
    void endLink(Parallel parallel);
    bool isLinkingByKey() const { return m_linkByKey != nullptr; }
    /// The ends of the link that is on its way by key; empty ones when none is.
    std::pair<std::string, std::string> pulledEnds() const;
    /// Ends whatever is being pulled or dragged without an edit.
    void cancelGesture();

    /// Of a host or switch; null for anything else.
    HostItem* hostItem(const std::string& id) const { return m_drawing.cards().find(id); }
    NetworkItem* networkItem(const std::string& id) const { return m_drawing.networks().find(id); }
    LinkItem* linkItem(const LinkKey& key) const { return m_drawing.links().find(key); }
    /// The item of a node, whatever it is.
    QGraphicsItem* itemOf(const std::string& node) const { return m_drawing.node(node); }
    /// The rectangle of all cards and networks; null when there are none.
    QRectF drawingRect() const { return m_drawing.bounds(); }
    /// Cards are put on the lines of this grid when they are dragged; 0: anywhere.
    void setSnap(qreal grid) { m_rest.grid = grid; }
    qreal snap() const { return m_rest.grid; }
    /// Whether what is dragged is aligned with what stands near it, and lines show how.
    void setGuides(bool isOn) { m_rest.isAligned = isOn; }
    /// What the cards show of a run, by host; a host that is not named shows nothing of it.
    void setHostStates(const HostStates& states);
    /// What links show of a measurement; those that are not named show nothing of it.
    void setLinkMarks(std::map<LinkKey, LinkMark> marks) { m_drawing.links().setMarks(std::move(marks)); }
    /// What is done to hosts and links for the time being.
    void setBadges(const CanvasBadges& badges);
    /// What else would fail or disappoint at these nodes, by id; the document's own problems are on the cards
    /// already.
    void setNotices(const std::map<std::string, QString>& notices);
    /// Links are drawn roughly while many of them move.
    bool drawsFast() const { return m_drawing.links().isRough(); }

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
    void follow();
    std::unique_ptr<LinkPull> pullFrom(const std::string& from);
    std::unique_ptr<CanvasGesture> gestureAt(const QPointF& press);
    std::string grabbedNode() const;

    ExperimentDocument& m_document;
    Drawing m_drawing;
    DragRest m_rest;
    std::unique_ptr<CanvasGesture> m_gesture; ///< of the mouse; null while there is none
    std::unique_ptr<LinkPull> m_linkByKey;    ///< null while there is none
};

} // namespace lockstep
