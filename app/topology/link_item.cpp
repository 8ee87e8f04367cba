// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/link_item.h"

#include "app/theme/theme.h"
#include "app/topology/topology_scene.h"

#include <QApplication>
#include <QPainter>
#include <QPainterPathStroker>
#include <QStyleOptionGraphicsItem>
#include <QWidget>
#include <cmath>

namespace lockstep {

namespace {

constexpr qreal kShortestReach = 30;
constexpr qreal kHitWidth = 12;

struct Exit {
    QPointF point;
    QPointF direction;
};

/// Where a curve leaves a card on its way to `target`.
Exit exitTowards(const QRectF& card, const QPointF& target)
{
    const QPointF way = target - card.center();
    if (std::abs(way.x()) / card.width() > std::abs(way.y()) / card.height()) {
        const qreal side = way.x() > 0 ? 1 : -1;
        return {card.center() + QPointF(side * card.width() / 2, 0), QPointF(side, 0)};
    }
    const qreal side = way.y() > 0 ? 1 : -1;
    return {card.center() + QPointF(0, side * card.height() / 2), QPointF(0, side)};
}

QFont labelFont()
{
    QFont font = QApplication::font();
    font.setPixelSize(11);
    return font;
}

} // namespace

QPainterPath linkPath(const QRectF& from, const QRectF& to)
{
    const Exit start = exitTowards(from, to.center());
    const Exit end = exitTowards(to, from.center());
    const QPointF way = end.point - start.point;
    const qreal along = start.direction.x() != 0 ? std::abs(way.x()) : std::abs(way.y());
    const qreal reach = qMax(kShortestReach, along / 2);
    QPainterPath path(start.point);
    path.cubicTo(start.point + start.direction * reach, end.point + end.direction * reach, end.point);
    return path;
}

LinkItem::LinkItem(LinkKey key) : m_key(std::move(key))
{
    setFlags(ItemIsSelectable);
    setZValue(1);
    m_label.setTextFormat(Qt::PlainText);
}

void LinkItem::setLabel(const QString& label)
{
    m_label.setText(label);
    m_label.prepare(QTransform(), labelFont());
    placeLabel();
    update();
}

void LinkItem::setEnds(const QRectF& from, const QRectF& to)
{
    m_path = linkPath(from, to);
    placeLabel();
}

QPointF LinkItem::middle() const
{
    return m_path.pointAtPercent(0.5);
}

QRectF LinkItem::labelRectAt(qreal place) const
{
    if (m_label.text().isEmpty())
        return {};
    const QSizeF room = m_label.size() + QSizeF(14, 4);
    return {m_path.pointAtPercent(place) - QPointF(room.width() / 2, room.height() / 2), room};
}

void LinkItem::setLabelPlace(qreal place)
{
    if (place == m_labelPlace)
        return;
    m_labelPlace = place;
    placeLabel();
}

void LinkItem::placeLabel()
{
    prepareGeometryChange();
    m_labelRect = labelRectAt(m_labelPlace);
    m_bounds = m_path.controlPointRect().united(m_labelRect).adjusted(-5, -5, 5, 5);
}

QPainterPath LinkItem::shape() const
{
    QPainterPathStroker stroker;
    stroker.setWidth(kHitWidth);
    QPainterPath path = stroker.createStroke(m_path);
    path.setFillRule(Qt::WindingFill);
    path.addRect(m_labelRect);
    return path;
}

void LinkItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget* widget)
{
    const ThemeColors& colors = themeColors(widget ? widget->palette() : QPalette());
    const qreal detail = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
    const auto* topology = qobject_cast<const TopologyScene*>(scene());
    // Antialiased curves are what a large drawing spends its time on.
    painter->setRenderHint(QPainter::Antialiasing, detail > 0.4 && !(topology && topology->drawsFast()));
    const qreal width = isSelected() ? 2.4 : 1.8;
    painter->setPen(QPen(isSelected() ? colors.accent : colors.cardBorder, detail < 0.4 ? 0 : width));
    painter->setBrush(Qt::NoBrush);
    painter->drawPath(m_path);
    if (m_labelRect.isNull() || detail < 0.5)
        return;
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(isSelected() ? colors.accent : colors.grid, 1));
    painter->setBrush(colors.window);
    painter->drawRoundedRect(m_labelRect, 8, 8);
    painter->setFont(labelFont());
    painter->setPen(isSelected() ? colors.text : colors.mutedText);
    painter->drawStaticText(m_labelRect.topLeft() + QPointF(7, 2), m_label);
}

} // namespace lockstep
