// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/topology_view.h"

#include "app/theme/theme.h"
#include "app/topology/host_item.h"
#include "app/topology/topology_scene.h"

#include <QEvent>
#include <QPainter>
#include <array>
#include <cmath>

namespace lockstep {

namespace {

constexpr qreal kLeastZoom = 0.05;
constexpr qreal kMostZoom = 4;
constexpr qreal kGrid = 24;
constexpr qreal kLeastGridZoom = 0.35;
constexpr qreal kDotSize = 2;
constexpr qreal kFitMargin = 48;

} // namespace

TopologyView::TopologyView(ExperimentDocument& document, TopologyScene& scene, QWidget* parent)
    : QGraphicsView(&scene, parent), m_document(document), m_scene(scene)
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
    connect(&m_scene, &QGraphicsScene::selectionChanged, this, &TopologyView::describeSelection);
    connect(&m_document, &ExperimentDocument::changed, viewport(), qOverload<>(&QWidget::update));
    describeSelection();
}

void TopologyView::setZoom(qreal zoom)
{
    const qreal bounded = qBound(kLeastZoom, zoom, kMostZoom);
    scale(bounded / transform().m11(), bounded / transform().m11());
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
    const QRectF wanted = cards.adjusted(-kFitMargin, -kFitMargin, kFitMargin, kFitMargin);
    const qreal fitting = qMin(viewport()->width() / wanted.width(), viewport()->height() / wanted.height());
    const ViewportAnchor anchor = transformationAnchor();
    setTransformationAnchor(AnchorViewCenter);
    setZoom(qMin(1.0, fitting));
    setTransformationAnchor(anchor);
    centerOn(cards.center());
}

void TopologyView::addHostAt(HostKind kind, const QPointF& center)
{
    const QPointF corner = center - kCardRect.center();
    const std::string id = addHost(m_document, kind, QPointF(std::round(corner.x()), std::round(corner.y())));
    m_scene.select(ElementSet{{id}, {}});
}

void TopologyView::addHostInView(HostKind kind)
{
    // Rows of places around the middle, each as far from the next as a card and a link's label need.
    const QPointF middle = mapToScene(viewport()->rect().center());
    const QPointF pitch(kCardRect.width() + 4 * kGrid, kCardRect.height() + 3 * kGrid);
    QPointF place = middle;
    for (int attempt = 0; attempt < 400; ++attempt) {
        constexpr std::array<int, 4> kColumns = {0, -1, 1, 2};
        place = middle + QPointF(kColumns[static_cast<std::size_t>(attempt % 4)] * pitch.x(),
                                 (attempt / 4) * pitch.y());
        const QRectF card = kCardRect.translated(place - kCardRect.center());
        bool isFree = true;
        for (QGraphicsItem* item : m_scene.items(card))
            isFree = isFree && item->type() != HostItem::Type;
        if (isFree)
            break;
    }
    addHostAt(kind, place);
    ensureVisible(QRectF(place - kCardRect.center(), kCardRect.size()));
}

void TopologyView::describeSelection()
{
    QStringList names;
    const Topology& topology = m_document.experiment().topology;
    const ElementSet elements = m_scene.selection();
    for (const std::string& id : elements.nodes) {
        if (const HostItem* item = m_scene.hostItem(id))
            names << item->card().toolTip;
    }
    for (const LinkKey& key : elements.links) {
        names << tr("Link from %1 to %2")
                     .arg(QString::fromStdString(nodeName(topology, key.from)),
                          QString::fromStdString(nodeName(topology, key.to)));
    }
    setAccessibleDescription(names.isEmpty() ? tr("Nothing is selected. Tab goes through hosts and links.")
                                             : names.join(QStringLiteral("; ")));
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
    if (event->type() == QEvent::PaletteChange)
        viewport()->update();
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
    QVarLengthArray<QRectF, 4096> dots;
    for (qreal x = std::floor(rect.left() / kGrid) * kGrid; x < rect.right(); x += kGrid) {
        for (qreal y = std::floor(rect.top() / kGrid) * kGrid; y < rect.bottom(); y += kGrid) {
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
    const Topology& topology = m_document.experiment().topology;
    if (!topology.hosts.empty() || !topology.switches.empty())
        return;
    painter->save();
    painter->resetTransform();
    painter->setPen(themeColors(palette()).mutedText);
    painter->drawText(viewport()->rect(), Qt::AlignCenter | Qt::TextWordWrap,
                      tr("Drag a host from the left to here, or double-click it.\n"
                         "Point at a card and pull one of its round handles to another card to link them."));
    painter->restore();
}

} // namespace lockstep
