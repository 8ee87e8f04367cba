// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/items/host_item.h"

#include "app/text/plain_text.h"
#include "app/topology/card/card_chips.h"
#include "app/topology/card/card_painter.h"
#include "app/topology/items/element_data.h"

#include <QGraphicsSceneHoverEvent>
#include <QLineF>
#include <QPainter>
#include <QStyleOptionGraphicsItem>
#include <QWidget>

namespace lockstep {

namespace {

// The handles stand outside the card, so that the whole card moves it and only they pull links.
constexpr qreal kHandleDistance = 7;
constexpr qreal kHandleReach = 11;
constexpr qreal kReach = kHandleDistance + kHandleReach;

} // namespace

HostItem::HostItem(CanvasCard card) : m_card(std::move(card))
{
    setData(kElementName, m_card.id);
    setData(kElementBody, kCardRect);
    setFlags(ItemIsSelectable);
    setCacheMode(DeviceCoordinateCache);
    setAcceptHoverEvents(true);
    setZValue(10);
    setToolTip(wrappedText(m_card.liveDescription()));
}

void HostItem::setCard(const CanvasCard& card)
{
    if (card == m_card)
        return;
    m_card = card;
    setToolTip(wrappedText(m_card.liveDescription()));
    update();
}

void HostItem::setTarget(bool isTarget)
{
    if (isTarget == m_isTarget)
        return;
    m_isTarget = isTarget;
    update();
}

std::array<QPointF, 4> HostItem::handles()
{
    const QRectF ring =
        kCardRect.adjusted(-kHandleDistance, -kHandleDistance, kHandleDistance, kHandleDistance);
    const QPointF center = ring.center();
    return {QPointF(center.x(), ring.top()), QPointF(ring.right(), center.y()),
            QPointF(center.x(), ring.bottom()), QPointF(ring.left(), center.y())};
}

std::optional<std::size_t> HostItem::handleAt(const QPointF& point) const
{
    if (kCardRect.contains(point))
        return std::nullopt;
    const auto all = handles();
    for (std::size_t index = 0; index < all.size(); ++index) {
        if (QLineF(point, all[index]).length() <= kHandleReach)
            return index;
    }
    return std::nullopt;
}

bool HostItem::isHandleAt(const QPointF& scenePoint) const
{
    return handleAt(mapFromScene(scenePoint)).has_value();
}

QRectF HostItem::boundingRect() const
{
    return kCardRect.adjusted(-kReach, -kReach, kReach, kReach);
}

QPainterPath HostItem::shape() const
{
    QPainterPath path;
    path.setFillRule(Qt::WindingFill);
    path.addRect(kCardRect);
    for (const QPointF& handle : handles())
        path.addEllipse(handle, kHandleReach, kHandleReach);
    return path;
}

void HostItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget* widget)
{
    const ThemeColors& colors = themeColors(widget ? widget->palette() : QPalette());
    CardStyle style;
    style.isSelected = isSelected();
    style.isHovered = m_isHovered;
    style.isTarget = m_isTarget;
    style.devicePixelRatio = painter->device()->devicePixelRatio();
    style.detail = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
    paintCanvasCard(*painter, m_card, style, colors);
    if (!m_isHovered || style.detail < 0.25)
        return;
    const auto all = handles();
    for (std::size_t index = 0; index < all.size(); ++index) {
        const bool isHot = m_hotHandle == index;
        painter->setPen(QPen(colors.accent, 1.6));
        painter->setBrush(isHot ? colors.accent : colors.card);
        painter->drawEllipse(all[index], isHot ? 7 : 5, isHot ? 7 : 5);
    }
}

QVariant HostItem::itemChange(GraphicsItemChange change, const QVariant& value)
{
    if (change == ItemSelectedHasChanged)
        setZValue(isSelected() ? 11 : 10);
    return QGraphicsObject::itemChange(change, value);
}

void HostItem::hoverEnterEvent(QGraphicsSceneHoverEvent* event)
{
    m_isHovered = true;
    hoverMoveEvent(event);
    update();
}

void HostItem::hoverMoveEvent(QGraphicsSceneHoverEvent* event)
{
    const std::optional<std::size_t> hot = handleAt(event->pos());
    setCursor(hot                            ? Qt::CrossCursor
              : chipAt(m_card, event->pos()) ? Qt::PointingHandCursor
                                             : Qt::ArrowCursor);
    if (hot == m_hotHandle)
        return;
    m_hotHandle = hot;
    update();
}

void HostItem::hoverLeaveEvent(QGraphicsSceneHoverEvent*)
{
    m_isHovered = false;
    m_hotHandle.reset();
    update();
}

} // namespace lockstep
