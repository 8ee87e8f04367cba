// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/items/link_item.h"

#include "app/text/plain_text.h"
#include "app/theme/theme.h"
#include "app/topology/items/element_data.h"

#include <QApplication>
#include <QPainter>
#include <QPainterPathStroker>
#include <QStyleOptionGraphicsItem>
#include <QWidget>

namespace lockstep {

namespace {

constexpr qreal kHitWidth = 12;

QFont labelFont()
{
    QFont font = QApplication::font();
    font.setPixelSize(11);
    return font;
}

QColor colorOf(LinkMark::Kind kind, const ThemeColors& colors)
{
    switch (kind) {
    case LinkMark::Kind::Good:
        return colors.good;
    case LinkMark::Kind::Doubtful:
        return colors.warning;
    case LinkMark::Kind::Bad:
        return colors.bad;
    case LinkMark::Kind::None:
        break;
    }
    return colors.cardBorder;
}

/// Told apart without colours as well.
Qt::PenStyle lineOf(LinkMark::Kind kind)
{
    switch (kind) {
    case LinkMark::Kind::Doubtful:
        return Qt::DashLine;
    case LinkMark::Kind::Bad:
        return Qt::DotLine;
    case LinkMark::Kind::None:
    case LinkMark::Kind::Good:
        break;
    }
    return Qt::SolidLine;
}

} // namespace

LinkItem::LinkItem(LinkKey key, const LinkQuality& quality) : m_key(std::move(key)), m_quality(quality)
{
    setData(kElementName, QString::fromStdString(m_key.from + ' ' + m_key.to));
    setFlags(ItemIsSelectable);
    setAcceptHoverEvents(true);
    setZValue(1);
    m_label.setTextFormat(Qt::PlainText);
}

void LinkItem::setLabel(const QString& label)
{
    m_drawnLabel = label;
    composeLabel();
}

void LinkItem::setNote(const QString& note)
{
    if (note == m_note)
        return;
    m_note = note;
    composeToolTip();
}

void LinkItem::setMark(const LinkMark& mark)
{
    if (mark == m_mark)
        return;
    m_mark = mark;
    composeLabel();
    composeToolTip();
}

QString LinkItem::shownText() const
{
    return m_label.text().replace(QChar::LineSeparator, u'\n');
}

void LinkItem::composeLabel()
{
    const bool hasBoth = !m_drawnLabel.isEmpty() && !m_mark.text.isEmpty();
    m_label.setText(m_drawnLabel + (hasBoth ? QString(QChar::LineSeparator) : QString()) + m_mark.text);
    m_label.prepare(QTransform(), labelFont());
    placeLabel();
    update();
}

void LinkItem::composeToolTip()
{
    const bool hasBoth = !m_note.isEmpty() && !m_mark.detail.isEmpty();
    setToolTip(wrappedText(m_note + (hasBoth ? QStringLiteral("\n") : QString()) + m_mark.detail));
}

void LinkItem::setRoute(LinkRoute route)
{
    if (route == m_route)
        return;
    m_route = std::move(route);
    m_path = m_route.path();
    placeLabel();
}

QRectF LinkItem::labelRectAt(qreal place) const
{
    if (m_label.text().isEmpty())
        return {};
    const QSizeF room = m_label.size() + QSizeF(14, 4);
    return {m_route.at(place) - QPointF(room.width() / 2, room.height() / 2), room};
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
    m_bounds = m_route.bounds().united(m_labelRect).adjusted(-5, -5, 5, 5);
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
    // Antialiased curves are what a large drawing spends its time on.
    painter->setRenderHint(QPainter::Antialiasing, detail > 0.4 && !m_quality.isRough);
    const qreal width = isSelected() || m_isHovered ? 2.4 : 1.8;
    const QColor marked = colorOf(m_mark.kind, colors);
    const bool isMarked = m_mark.kind != LinkMark::Kind::None;
    const QColor color = isSelected() ? colors.accent : m_isHovered && !isMarked ? colors.mutedText : marked;
    painter->setPen(QPen(color, detail < 0.4 ? 0 : width, lineOf(m_mark.kind)));
    painter->setBrush(Qt::NoBrush);
    painter->drawPath(m_path);
    if (m_labelRect.isNull() || detail < 0.5)
        return;
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(isSelected() ? colors.accent : isMarked ? marked : colors.grid, 1));
    painter->setBrush(colors.window);
    painter->drawRoundedRect(m_labelRect, 8, 8);
    painter->setFont(labelFont());
    painter->setPen(isSelected() || isMarked ? colors.text : colors.mutedText);
    painter->drawStaticText(m_labelRect.topLeft() + QPointF(7, 2), m_label);
}

void LinkItem::hoverEnterEvent(QGraphicsSceneHoverEvent*)
{
    m_isHovered = true;
    update();
}

void LinkItem::hoverLeaveEvent(QGraphicsSceneHoverEvent*)
{
    m_isHovered = false;
    update();
}

} // namespace lockstep
