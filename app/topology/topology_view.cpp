// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/topology_view.h"

#include "app/theme/theme.h"
#include "app/topology/host_item.h"
#include "app/topology/host_palette.h"
#include "app/topology/topology_scene.h"

#include <QDragEnterEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>
#include <algorithm>
#include <array>
#include <cmath>

namespace lockstep {

namespace {

constexpr qreal kLeastZoom = 0.05;
constexpr qreal kMostZoom = 4;
constexpr qreal kZoomPerWheelUnit = 1.0015;
constexpr qreal kGrid = 24;
constexpr qreal kLeastGridZoom = 0.35;
constexpr qreal kFitMargin = 48;
constexpr qreal kNudge = 4;
constexpr qreal kLargeNudge = 24;

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
    const QRectF cards = m_scene.cardsRect();
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

void TopologyView::wheelEvent(QWheelEvent* event)
{
    setZoom(zoom() * std::pow(kZoomPerWheelUnit, event->angleDelta().y()));
    event->accept();
}

void TopologyView::beginPan(const QPoint& point)
{
    m_isPanning = true;
    m_panPoint = point;
    viewport()->setCursor(Qt::ClosedHandCursor);
}

void TopologyView::endPan()
{
    m_isPanning = false;
    if (m_isSpaceDown)
        viewport()->setCursor(Qt::OpenHandCursor);
    else
        viewport()->unsetCursor();
}

void TopologyView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::MiddleButton || (m_isSpaceDown && event->button() == Qt::LeftButton)) {
        beginPan(event->pos());
        return;
    }
    QGraphicsView::mousePressEvent(event);
}

void TopologyView::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_isPanning) {
        QGraphicsView::mouseMoveEvent(event);
        return;
    }
    const QPoint way = event->pos() - m_panPoint;
    m_panPoint = event->pos();
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() - way.x());
    verticalScrollBar()->setValue(verticalScrollBar()->value() - way.y());
}

void TopologyView::mouseReleaseEvent(QMouseEvent* event)
{
    if (m_isPanning && (event->button() == Qt::MiddleButton || event->button() == Qt::LeftButton)) {
        endPan();
        return;
    }
    QGraphicsView::mouseReleaseEvent(event);
}

void TopologyView::mouseDoubleClickEvent(QMouseEvent* event)
{
    QGraphicsView::mouseDoubleClickEvent(event);
    if (event->button() == Qt::LeftButton && itemAt(event->pos()))
        emit editWanted();
}

bool TopologyView::nudge(const QKeyEvent& event)
{
    const qreal step = event.modifiers() & Qt::ShiftModifier ? kLargeNudge : kNudge;
    QPointF way;
    switch (event.key()) {
    case Qt::Key_Left:
        way = {-step, 0};
        break;
    case Qt::Key_Right:
        way = {step, 0};
        break;
    case Qt::Key_Up:
        way = {0, -step};
        break;
    case Qt::Key_Down:
        way = {0, step};
        break;
    default:
        return false;
    }
    if (m_scene.selection().nodes.empty())
        return false;
    m_scene.nudgeSelected(way);
    return true;
}

bool TopologyView::handleKey(const QKeyEvent& event)
{
    if (nudge(event))
        return true;
    if (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))
        return false;
    switch (event.key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!m_scene.selection().isEmpty())
            emit editWanted();
        return true;
    case Qt::Key_Escape:
        m_scene.cancelPull();
        m_scene.select({});
        return true;
    case Qt::Key_L:
        m_scene.linkSelected();
        return true;
    case Qt::Key_Space:
        if (!event.isAutoRepeat()) {
            m_isSpaceDown = true;
            viewport()->setCursor(Qt::OpenHandCursor);
        }
        return true;
    default:
        return false;
    }
}

void TopologyView::keyPressEvent(QKeyEvent* event)
{
    if (!handleKey(*event))
        QGraphicsView::keyPressEvent(event);
}

void TopologyView::keyReleaseEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat()) {
        m_isSpaceDown = false;
        if (!m_isPanning)
            viewport()->unsetCursor();
    }
    QGraphicsView::keyReleaseEvent(event);
}

bool TopologyView::focusNextPrevChild(bool next)
{
    return selectNext(next) || QGraphicsView::focusNextPrevChild(next);
}

bool TopologyView::selectNext(bool forward)
{
    // Hosts, switches and links in the order of the document; past either end the focus moves on.
    std::vector<ElementSet> all;
    const Topology& topology = m_document.experiment().topology;
    for (const Host& host : topology.hosts)
        all.push_back({{host.id}, {}});
    for (const Switch& item : topology.switches)
        all.push_back({{item.id}, {}});
    for (const LinkKey& key : linkKeys(topology))
        all.push_back({{}, {key}});
    const ElementSet selected = m_scene.selection();
    const auto found = std::find(all.begin(), all.end(), selected);
    auto next = found - all.begin();
    if (found == all.end())
        next = forward ? 0 : static_cast<std::ptrdiff_t>(all.size()) - 1;
    else
        next += forward ? 1 : -1;
    if (next < 0 || next >= static_cast<std::ptrdiff_t>(all.size())) {
        m_scene.select({});
        return false;
    }
    m_scene.select(all[static_cast<std::size_t>(next)]);
    for (QGraphicsItem* item : m_scene.selectedItems())
        ensureVisible(item);
    return true;
}

void TopologyView::describeSelection()
{
    QStringList names;
    const Topology& topology = m_document.experiment().topology;
    const ElementSet elements = m_scene.selection();
    for (const std::string& id : elements.nodes) {
        if (const HostItem* item = m_scene.hostItem(id))
            names << item->toolTip();
    }
    for (const LinkKey& key : elements.links) {
        names << tr("Link from %1 to %2")
                     .arg(QString::fromStdString(nodeName(topology, key.from)),
                          QString::fromStdString(nodeName(topology, key.to)));
    }
    setAccessibleDescription(names.isEmpty() ? tr("Nothing is selected. Tab goes through hosts and links.")
                                             : names.join(QStringLiteral("; ")));
}

void TopologyView::dragEnterEvent(QDragEnterEvent* event)
{
    if (hostKindOf(event->mimeData()))
        event->acceptProposedAction();
    else
        event->ignore();
}

void TopologyView::dragMoveEvent(QDragMoveEvent* event)
{
    if (hostKindOf(event->mimeData()))
        event->acceptProposedAction();
    else
        event->ignore();
}

void TopologyView::dropEvent(QDropEvent* event)
{
    const std::optional<HostKind> kind = hostKindOf(event->mimeData());
    if (!kind) {
        event->ignore();
        return;
    }
    addHostAt(*kind, mapToScene(event->position().toPoint()));
    event->acceptProposedAction();
    setFocus();
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
    QVarLengthArray<QPointF, 4096> dots;
    for (qreal x = std::floor(rect.left() / kGrid) * kGrid; x < rect.right(); x += kGrid) {
        for (qreal y = std::floor(rect.top() / kGrid) * kGrid; y < rect.bottom(); y += kGrid)
            dots.append({x, y});
    }
    painter->setRenderHint(QPainter::Antialiasing);
    QPen pen(colors.grid, 2);
    pen.setCapStyle(Qt::RoundCap);
    painter->setPen(pen);
    painter->drawPoints(dots.data(), static_cast<int>(dots.size()));
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
