// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/items/network_item.h"

#include "app/theme/theme.h"
#include "app/topology/items/element_data.h"

#include <QApplication>
#include <QFontMetricsF>
#include <QGraphicsSceneHoverEvent>
#include <QPainter>
#include <QStyleOptionGraphicsItem>
#include <QWidget>

namespace lockstep {

namespace {

constexpr qreal kCorner = 12;
constexpr qreal kHeadHeight = 28;
constexpr qreal kHeadPadding = 14;
constexpr qreal kEdgeReach = 6;
constexpr qreal kGrip = 18;
constexpr qreal kLongestDashes = 10000; ///< device pixels

QFont headFont()
{
    QFont font = QApplication::font();
    font.setPixelSize(13);
    font.setWeight(QFont::DemiBold);
    return font;
}

} // namespace

NetworkItem::NetworkItem(const Network& network)
{
    setData(kElementName, QString::fromStdString(network.id));
    setFlags(ItemIsSelectable);
    setAcceptHoverEvents(true);
    setNetwork(network);
}

void NetworkItem::setNetwork(const Network& network)
{
    m_id = QString::fromStdString(network.id);
    m_name = QString::fromStdString(network.name.empty() ? network.id : network.name);
    setArea({network.position.x, network.position.y, network.width, network.height});
    setToolTip({});
    update();
}

void NetworkItem::setArea(const QRectF& area)
{
    setPos(area.topLeft());
    if (area.size() == m_size)
        return;
    prepareGeometryChange();
    m_size = area.size();
    // Behind cards and links, and a small one in front of the large one around it.
    setZValue(-10 - 1e-9 * m_size.width() * m_size.height());
}

void NetworkItem::setTarget(bool isTarget)
{
    if (isTarget == m_isTarget)
        return;
    m_isTarget = isTarget;
    update();
}

QRectF NetworkItem::head() const
{
    const qreal width = QFontMetricsF(headFont()).horizontalAdvance(m_name) + 2 * kHeadPadding;
    return {0, 0, qMin(m_size.width(), width), qMin(m_size.height(), kHeadHeight)};
}

QRectF NetworkItem::grip() const
{
    return {m_size.width() - kGrip, m_size.height() - kGrip, kGrip + kEdgeReach, kGrip + kEdgeReach};
}

bool NetworkItem::isGripAt(const QPointF& scenePoint) const
{
    return grip().contains(mapFromScene(scenePoint));
}

QRectF NetworkItem::boundingRect() const
{
    return QRectF(QPointF(), m_size).adjusted(-kEdgeReach, -kEdgeReach, kEdgeReach, kEdgeReach);
}

QPainterPath NetworkItem::shape() const
{
    const QRectF area(QPointF(), m_size);
    QPainterPath edge;
    edge.addRect(area.adjusted(-kEdgeReach, -kEdgeReach, kEdgeReach, kEdgeReach));
    QPainterPath inside;
    inside.addRect(area.adjusted(kEdgeReach, kEdgeReach, -kEdgeReach, -kEdgeReach));
    QPainterPath held;
    held.addRect(head());
    held.addRect(grip());
    return edge.subtracted(inside).united(held);
}

void NetworkItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget* widget)
{
    const ThemeColors& colors = themeColors(widget ? widget->palette() : QPalette());
    const qreal detail = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
    const bool isLit = isSelected() || m_isTarget;
    QColor fill = colors.accent;
    fill.setAlpha(m_isTarget ? 34 : 16);
    QColor border = isLit ? colors.accent : m_isHovered ? colors.mutedText : colors.cardBorder;
    const QRectF area(QPointF(), m_size);
    if (detail < 0.25) {
        painter->fillRect(area, fill);
        return;
    }
    painter->setRenderHint(QPainter::Antialiasing);
    // The dashes of an edge that is many screens long would take longer than everything else.
    const bool isLong = qMax(m_size.width(), m_size.height()) * detail > kLongestDashes;
    painter->setPen(QPen(border, isLit ? 2 : 1.2, isLit || isLong ? Qt::SolidLine : Qt::DashLine));
    painter->setBrush(fill);
    painter->drawRoundedRect(area, kCorner, kCorner);
    if (detail < 0.35)
        return;
    painter->setFont(headFont());
    painter->setPen(isLit ? colors.accent : colors.mutedText);
    const QRectF room = QRectF(kHeadPadding, 2, m_size.width() - 2 * kHeadPadding, kHeadHeight);
    painter->drawText(
        room, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
        painter->fontMetrics().elidedText(m_name, Qt::ElideRight, static_cast<int>(room.width())));
    if (!m_isHovered && !isSelected())
        return;
    painter->setPen(QPen(border, 1.4));
    for (const qreal reach : {5.0, 9.0})
        painter->drawLine(area.bottomRight() - QPointF(reach, 4), area.bottomRight() - QPointF(4, reach));
}

void NetworkItem::hoverMoveEvent(QGraphicsSceneHoverEvent* event)
{
    setCursor(grip().contains(event->pos()) ? Qt::SizeFDiagCursor : Qt::ArrowCursor);
    if (m_isHovered)
        return;
    m_isHovered = true;
    update();
}

void NetworkItem::hoverLeaveEvent(QGraphicsSceneHoverEvent*)
{
    m_isHovered = false;
    update();
}

} // namespace lockstep
