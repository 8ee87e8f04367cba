// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/topology_view.h"

#include "app/document/copies.h"
#include "app/document/node_geometry.h"
#include "app/text/error_text.h"
#include "app/theme/theme.h"
#include "app/topology/items/host_item.h"
#include "app/topology/items/link_item.h"
#include "app/topology/items/network_item.h"
#include "app/topology/topology_scene.h"
#include "app/topology/viewport/find_bar.h"
#include "app/topology/viewport/overview.h"

#include <QEvent>
#include <QPainter>
#include <QPixmapCache>
#include <array>
#include <cmath>

namespace lockstep {

namespace {

constexpr qreal kLeastZoom = 0.05;
constexpr qreal kMostZoom = 4;
constexpr qreal kGrid = 24;
constexpr qreal kLeastGridZoom = 0.35;
constexpr qreal kWideGridZoom = 0.7; ///< below it every second dot is left out
constexpr qreal kDotSize = 2;
constexpr qreal kFitMargin = 48;
constexpr int kOverlayMargin = 12;
constexpr int kPictureKilobytes = 64 * 1024;

} // namespace

TopologyView::TopologyView(ExperimentDocument& document, TopologyScene& scene, QWidget* parent)
    : QGraphicsView(&scene, parent), m_document(document), m_scene(scene), m_focus(document, scene),
      m_find(new FindBar(document, this)), m_overview(new Overview(scene, *this))
{
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
    connect(m_find, &FindBar::found, this, &TopologyView::reveal);
    connect(m_find, &FindBar::closed, this, [this] { setFocus(); });
    connect(&m_scene, &QGraphicsScene::selectionChanged, this, &TopologyView::followSelection);
    connect(&m_scene, &TopologyScene::notesChanged, this, [this] {
        describeSelection();
        m_overview->drawingChanged();
    });
    connect(&m_document, &ExperimentDocument::changed, this, [this] {
        m_staysFitted = false;
        m_focus.follow();
        viewport()->update();
        m_overview->drawingChanged();
    });
    m_overview->drawingChanged();
    describeSelection();
}

void TopologyView::setZoom(qreal zoom)
{
    m_staysFitted = false;
    const qreal bounded = qBound(kLeastZoom, zoom, kMostZoom);
    scale(bounded / transform().m11(), bounded / transform().m11());
    m_overview->viewMoved();
    emit zoomChanged(bounded);
}

void TopologyView::zoomToFit()
{
    if (!isVisible()) {
        m_fitsWhenShown = true;
        return;
    }
    const QRectF cards = m_scene.drawingRect();
    if (cards.isNull()) {
        resetTransform();
        centerOn(0, 0);
        emit zoomChanged(zoom());
        return;
    }
    zoomToRect(cards);
    m_staysFitted = true;
}

void TopologyView::zoomTo(const ElementSet& elements)
{
    QRectF room = boundsOf(m_document.experiment().topology, elements.nodes);
    for (const LinkKey& key : elements.links) {
        if (const LinkItem* link = m_scene.linkItem(key))
            room |= link->route().bounds();
    }
    if (!room.isNull())
        zoomToRect(room);
}

void TopologyView::zoomToRect(const QRectF& room)
{
    const QRectF wanted = room.adjusted(-kFitMargin, -kFitMargin, kFitMargin, kFitMargin);
    const qreal fitting = qMin(viewport()->width() / wanted.width(), viewport()->height() / wanted.height());
    const ViewportAnchor anchor = transformationAnchor();
    setTransformationAnchor(AnchorViewCenter);
    setZoom(qMin(1.0, fitting));
    setTransformationAnchor(anchor);
    centerOn(room.center());
    m_overview->viewMoved();
}

void TopologyView::keepFitted()
{
    if (m_staysFitted)
        zoomToFit();
}

void TopologyView::addAt(const PaletteEntry& entry, const QPointF& center)
{
    QPointF place = center;
    if (const qreal grid = m_scene.snap(); grid > 0) {
        const QSizeF size = sizeOf(entry);
        const QPointF half(size.width() / 2, size.height() / 2);
        const QPointF corner = center - half;
        place = QPointF(std::round(corner.x() / grid) * grid, std::round(corner.y() / grid) * grid) + half;
    }
    const std::string id = addEntry(m_document, entry, place);
    if (id.empty())
        emit failed(tr("The drawing is full: it holds at most %1 of these.").arg(kMaxHosts));
    else
        m_scene.select(ElementSet{{id}, {}});
}

void TopologyView::addInView(const PaletteEntry& entry)
{
    // Rows of places around the middle, each as far from the next as a card and a link's label need.
    const QPointF middle = mapToScene(viewport()->rect().center());
    const QSizeF size = sizeOf(entry);
    const QPointF half(size.width() / 2, size.height() / 2);
    const QPointF pitch(size.width() + kCardGap, size.height() + kRowGap);
    QPointF place = middle;
    for (int attempt = 0; attempt < 400; ++attempt) {
        constexpr std::array<int, 4> kColumns = {0, -1, 1, 2};
        place = middle + QPointF(kColumns[static_cast<std::size_t>(attempt % 4)] * pitch.x(),
                                 (attempt / 4) * pitch.y());
        bool isFree = true;
        for (QGraphicsItem* item : m_scene.items(QRectF(place - half, size)))
            isFree = isFree && item->type() != HostItem::Type && item->type() != NetworkItem::Type;
        if (isFree)
            break;
    }
    addAt(entry, place);
    ensureVisible(QRectF(place - half, size));
}

void TopologyView::pasteAt(const QString& text, const QPointF& center)
{
    const Result<Topology> copied = readCopy(text);
    if (!copied) {
        emit failed(errorSentence(copied.error()));
        return;
    }
    const Result<ElementSet> pasted = pasteTopology(m_document, *copied, center);
    if (!pasted) {
        emit failed(errorSentence(pasted.error()));
        return;
    }
    m_scene.select(*pasted);
    ensureVisible(boundsOf(m_document.experiment().topology, pasted->nodes));
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
    m_overview->move(width() - m_overview->width() - kOverlayMargin,
                     height() - m_overview->height() - kOverlayMargin);
}

void TopologyView::resizeEvent(QResizeEvent* event)
{
    QGraphicsView::resizeEvent(event);
    placeOverlays();
    keepFitted();
    m_overview->viewMoved();
}

void TopologyView::scrollContentsBy(int dx, int dy)
{
    QGraphicsView::scrollContentsBy(dx, dy);
    m_overview->viewMoved();
}

void TopologyView::showEvent(QShowEvent* event)
{
    QGraphicsView::showEvent(event);
    if (m_fitsWhenShown) {
        m_fitsWhenShown = false;
        zoomToFit();
    }
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
    const ThemeColors& colors = themeColors(palette());
    painter->fillRect(rect, colors.window);
    if (zoom() < kLeastGridZoom)
        return;
    // Plain squares, whatever the zoom: round antialiased dots would take longer than everything else
    // together.
    const QTransform toDevice = painter->worldTransform();
    const qreal step = zoom() < kWideGridZoom ? 2 * kGrid : kGrid;
    QVarLengthArray<QRectF, 4096> dots;
    for (qreal x = std::floor(rect.left() / step) * step; x < rect.right(); x += step) {
        for (qreal y = std::floor(rect.top() / step) * step; y < rect.bottom(); y += step) {
            const QPointF corner = toDevice.map(QPointF(x, y));
            dots.append(QRectF(std::round(corner.x()), std::round(corner.y()), kDotSize, kDotSize));
        }
    }
    painter->save();
    painter->resetTransform();
    painter->setRenderHint(QPainter::Antialiasing, false);
    painter->setPen(Qt::NoPen);
    painter->setBrush(colors.grid);
    painter->drawRects(dots.data(), static_cast<int>(dots.size()));
    painter->restore();
}

void TopologyView::drawForeground(QPainter* painter, const QRectF&)
{
    drawKeyboardFocus(*painter);
    const Topology& topology = m_document.experiment().topology;
    if (!topology.hosts.empty() || !topology.switches.empty() || !topology.networks.empty())
        return;
    drawInvitation(*painter);
}

} // namespace lockstep
