// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/topology_view.h"

#include "app/document/node_geometry.h"
#include "app/topology/keyboard/canvas_description.h"
#include "app/topology/topology_scene.h"
#include "app/topology/viewport/canvas_painting.h"
#include "app/topology/viewport/find_bar.h"
#include "app/topology/viewport/overview.h"

#include <QDragEnterEvent>
#include <QPixmapCache>
#include <QWheelEvent>

namespace lockstep {

namespace {

constexpr int kOverlayMargin = 12;
constexpr int kPictureKilobytes = 64 * 1024;

} // namespace

TopologyView::TopologyView(ExperimentDocument& document, TopologyScene& scene, QWidget* parent)
    : QGraphicsView(&scene, parent), m_document(document), m_scene(scene),
      m_viewpoint(*this, [&scene] { return scene.drawingRect(); }), m_hand(m_viewpoint, *viewport()),
      m_keyboard(document, scene, *this), m_placer(document, scene, *this),
      m_find(new FindBar(document, this)), m_overview(new Overview(scene, *this))
{
    setUp();
    connectAll();
    m_overview->drawingChanged();
    describe();
}

void TopologyView::setUp()
{
    setObjectName(QStringLiteral("canvas"));
    setAccessibleName(tr("Canvas"));
    setDragMode(RubberBandDrag);
    setViewportUpdateMode(MinimalViewportUpdate);
    setOptimizationFlag(DontAdjustForAntialiasing);
    setFrameShape(NoFrame);
    setTransformationAnchor(AnchorUnderMouse);
    setResizeAnchor(AnchorViewCenter);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAcceptDrops(true);
    // Cards keep their pictures, so that a link moving beside a hundred of them paints none anew.
    QPixmapCache::setCacheLimit(qMax(QPixmapCache::cacheLimit(), kPictureKilobytes));
    viewport()->grabGesture(Qt::PinchGesture);
}

void TopologyView::connectAll()
{
    connect(m_find, &FindBar::found, this, &TopologyView::reveal);
    connect(m_find, &FindBar::closed, this, [this] { setFocus(); });
    connect(&m_viewpoint, &Viewpoint::zoomChanged, m_overview, &Overview::viewMoved);
    connect(&m_viewpoint, &Viewpoint::zoomChanged, this, &TopologyView::zoomChanged);
    connect(&m_keyboard, &KeyboardNavigator::editWanted, this, &TopologyView::editWanted);
    connect(&m_keyboard, &KeyboardNavigator::failed, this, &TopologyView::failed);
    connect(&m_placer, &NodePlacer::failed, this, &TopologyView::failed);
    connect(&m_keyboard, &KeyboardNavigator::moved, this, [this] {
        if (m_keyboard.isInUse())
            viewport()->update();
        describe();
    });
    connect(&m_scene, &TopologyScene::notesChanged, this, [this] {
        describe();
        m_overview->drawingChanged();
    });
    connect(&m_document, &ExperimentDocument::changed, this, [this] {
        m_viewpoint.stopFitting();
        viewport()->update();
        m_overview->drawingChanged();
    });
}

void TopologyView::describe()
{
    setAccessibleDescription(canvasDescription(m_document, m_scene, m_keyboard.element()));
}

void TopologyView::zoomTo(const ElementSet& elements)
{
    QRectF room = boundsOf(m_document.experiment().topology, elements.nodes);
    for (const LinkKey& key : elements.links) {
        if (const LinkItem* link = m_scene.linkItem(key))
            room |= link->route().bounds();
    }
    if (!room.isNull())
        m_viewpoint.show(room);
}

void TopologyView::addHostsInView(const std::vector<Host>& hosts, Join join)
{
    m_placer.addHostsInView(hosts, join);
    const ElementSet added = m_scene.selection();
    const QRectF room = boundsOf(m_document.experiment().topology, added.nodes);
    if (!viewport()->rect().contains(mapFromScene(room).boundingRect()))
        zoomTo(added);
}

QPointF TopologyView::pasteCenter() const
{
    const QPoint mouse = viewport()->mapFromGlobal(QCursor::pos());
    return mapToScene(viewport()->rect().contains(mouse) ? mouse : viewport()->rect().center());
}

void TopologyView::reveal(const ElementSet& elements)
{
    m_scene.select(elements);
    QRectF room;
    for (const QGraphicsItem* item : m_scene.selectedItems())
        room |= item->sceneBoundingRect();
    if (room.isNull())
        return;
    const QRect here = mapFromScene(room).boundingRect();
    const bool isCovered = (m_overview->isVisible() && m_overview->geometry().intersects(here)) ||
                           (m_find->isVisible() && m_find->geometry().intersects(here));
    if (isCovered || !viewport()->rect().contains(here))
        centerOn(room.center());
}

void TopologyView::openFind()
{
    m_find->adjustSize();
    placeOverlays();
    m_find->open();
}

void TopologyView::placeOverlays()
{
    m_find->move(width() - m_find->width() - kOverlayMargin, kOverlayMargin);
    m_overview->keepClear();
}

void TopologyView::resizeEvent(QResizeEvent* event)
{
    QGraphicsView::resizeEvent(event);
    placeOverlays();
    m_viewpoint.viewResized();
    m_overview->viewMoved();
}

void TopologyView::scrollContentsBy(int dx, int dy)
{
    QGraphicsView::scrollContentsBy(dx, dy);
    m_overview->viewMoved();
}

void TopologyView::showEvent(QShowEvent* event)
{
    // It would go to where it last saw the mouse, which a menu over it may have taken far away meanwhile.
    setTransformationAnchor(NoAnchor);
    QGraphicsView::showEvent(event);
    setTransformationAnchor(AnchorUnderMouse);
    m_viewpoint.viewShown();
}

void TopologyView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        // The pictures that cards keep are of the old colours.
        for (QGraphicsItem* item : m_scene.items())
            item->update();
        viewport()->update();
    }
    QGraphicsView::changeEvent(event);
}

void TopologyView::drawBackground(QPainter* painter, const QRectF& rect)
{
    paintGround(*painter, *this, rect);
}

void TopologyView::drawForeground(QPainter* painter, const QRectF&)
{
    if (m_keyboard.isInUse() && hasFocus()) {
        paintKeyboardRing(*painter, *this, m_keyboard.focus().ring());
        if (m_scene.isLinkingByKey())
            paintHint(*painter, *this, linkHint(m_document, m_scene));
    }
    const Topology& topology = m_document.experiment().topology;
    if (topology.hosts.empty() && topology.switches.empty() && topology.networks.empty())
        paintInvitation(*painter, *this);
}

void TopologyView::focusInEvent(QFocusEvent* event)
{
    QGraphicsView::focusInEvent(event);
    if (event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason)
        m_keyboard.setInUse(true);
    viewport()->update();
}

void TopologyView::focusOutEvent(QFocusEvent* event)
{
    QGraphicsView::focusOutEvent(event);
    m_hand.forgetSpace();
    if (m_scene.isLinkingByKey() && event->reason() != Qt::PopupFocusReason)
        m_scene.cancelGesture();
    viewport()->update();
}

bool TopologyView::focusNextPrevChild(bool next)
{
    return m_keyboard.goToNext(next) || QGraphicsView::focusNextPrevChild(next);
}

/// Space held down lets the mouse pan; pressed and let go it selects what the keyboard is at.
void TopologyView::keyPressEvent(QKeyEvent* event)
{
    const bool isSpace = event->key() == Qt::Key_Space && !m_scene.isLinkingByKey();
    if (!isSpace) {
        if (!m_keyboard.press(*event))
            QGraphicsView::keyPressEvent(event);
    } else if (event->isAutoRepeat()) {
        return; // it is held
    } else if (event->modifiers() & Qt::ControlModifier) {
        m_keyboard.toggle();
    } else {
        m_hand.pressSpace();
    }
}

void TopologyView::keyReleaseEvent(QKeyEvent* event)
{
    const bool isSpace = event->key() == Qt::Key_Space && !event->isAutoRepeat();
    if (isSpace && m_hand.releaseSpace() && m_keyboard.isInUse())
        m_keyboard.toggle();
    QGraphicsView::keyReleaseEvent(event);
}

bool TopologyView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::MouseButtonPress)
        m_viewpoint.stopFitting();
    return m_viewpoint.touch(*event) || QGraphicsView::viewportEvent(event);
}

void TopologyView::wheelEvent(QWheelEvent* event)
{
    m_viewpoint.wheel(*event);
    event->accept();
}

void TopologyView::mousePressEvent(QMouseEvent* event)
{
    if (m_keyboard.isInUse()) {
        m_keyboard.setInUse(false);
        viewport()->update();
    }
    if (!m_hand.press(*event))
        QGraphicsView::mousePressEvent(event);
}

void TopologyView::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_hand.move(*event))
        QGraphicsView::mouseMoveEvent(event);
}

void TopologyView::mouseReleaseEvent(QMouseEvent* event)
{
    if (!m_hand.release(*event))
        QGraphicsView::mouseReleaseEvent(event);
}

void TopologyView::mouseDoubleClickEvent(QMouseEvent* event)
{
    QGraphicsView::mouseDoubleClickEvent(event);
    if (event->button() == Qt::LeftButton && itemAt(event->pos()))
        emit editWanted();
}

void TopologyView::contextMenuEvent(QContextMenuEvent* event)
{
    if (event->reason() == QContextMenuEvent::Mouse) {
        selectUnder(event->pos());
        emit menuWanted(event->globalPos());
    } else {
        if (m_scene.selection().isEmpty())
            m_scene.select(focused());
        emit menuWanted(menuPlace());
    }
    event->accept();
}

/// What is under the mouse is what a menu is about.
void TopologyView::selectUnder(const QPoint& point)
{
    QGraphicsItem* under = itemAt(point);
    if (under && !under->isSelected()) {
        m_scene.clearSelection();
        under->setSelected(true);
    } else if (!under) {
        m_scene.select({});
    }
}

/// By key it opens where the keyboard is.
QPoint TopologyView::menuPlace()
{
    const QRect seen = viewport()->rect();
    const QRectF room = m_keyboard.focus().boundsOf(focused());
    const QPoint place = room.isNull() ? seen.center() : mapFromScene(room.center());
    return viewport()->mapToGlobal(
        QPoint(qBound(seen.left(), place.x(), seen.right()), qBound(seen.top(), place.y(), seen.bottom())));
}

void TopologyView::dragEnterEvent(QDragEnterEvent* event)
{
    takeDrag(*event);
}

void TopologyView::dragMoveEvent(QDragMoveEvent* event)
{
    takeDrag(*event);
}

void TopologyView::takeDrag(QDropEvent& event)
{
    if (NodePlacer::takes(*event.mimeData()))
        event.acceptProposedAction();
    else
        event.ignore();
}

void TopologyView::dropEvent(QDropEvent* event)
{
    takeDrag(*event);
    if (!event->isAccepted())
        return;
    m_placer.drop(*event->mimeData(), mapToScene(event->position().toPoint()));
    m_keyboard.setInUse(false);
    setFocus();
}

} // namespace lockstep
