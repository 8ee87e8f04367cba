// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/network/loaded_link.h"

#include "app/theme/mixed_color.h"
#include "app/topology/card/card_style.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPathStroker>
#include <QStyleOptionGraphicsItem>
#include <QWidget>
#include <algorithm>

namespace lockstep {

namespace {

constexpr qreal kThin = 1.8;
constexpr qreal kThick = 10;
constexpr qreal kReach = 14;
constexpr double kBusy = 0.75;
constexpr int kLabelPixels = 11;
constexpr qreal kLabelDetail = 0.5;

} // namespace

QColor loadColor(double share, const ThemeColors& colors)
{
    const double full = std::clamp(share, 0.0, 1.0);
    return full < kBusy ? mixed(colors.good, colors.warning, full / kBusy)
                        : mixed(colors.warning, colors.bad, (full - kBusy) / (1 - kBusy));
}

LoadedLink::LoadedLink(LinkRoute route, bool isDrawn)
    : m_route(std::move(route)), m_path(m_route.path()), m_isDrawn(isDrawn)
{
    QPainterPathStroker stroker;
    stroker.setWidth(kReach);
    m_reach = stroker.createStroke(m_path);
    m_reach.setFillRule(Qt::WindingFill);
    setZValue(1);
}

void LoadedLink::setLoad(const LinkInk& ink, const QString& label)
{
    if (ink == m_ink && label == m_label)
        return;
    prepareGeometryChange();
    m_ink = ink;
    m_label = label;
    update();
}

bool LoadedLink::isAt(const QPointF& scenePoint) const
{
    return m_reach.contains(scenePoint) || labelRect().contains(scenePoint);
}

QRectF LoadedLink::labelRect() const
{
    if (m_label.isEmpty())
        return {};
    const QFontMetricsF metrics(cardFont(kLabelPixels, QFont::Normal));
    const QSizeF room(metrics.horizontalAdvance(m_label) + 14, metrics.height() + 4);
    return {m_route.at(0.5) - QPointF(room.width() / 2, room.height() / 2), room};
}

QRectF LoadedLink::boundingRect() const
{
    return m_route.bounds().united(labelRect()).adjusted(-kThick, -kThick, kThick, kThick);
}

void LoadedLink::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget* widget)
{
    const ThemeColors& colors = themeColors(widget ? widget->palette() : QPalette());
    const qreal detail = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
    const QColor color = m_ink.share      ? loadColor(*m_ink.share, colors)
                         : m_ink.busy > 0 ? colors.accent
                                          : colors.cardBorder;
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(color, kThin + (kThick - kThin) * std::clamp(m_ink.busy, 0.0, 1.0),
                         m_isDrawn ? Qt::SolidLine : Qt::DashLine, Qt::FlatCap));
    painter->setBrush(Qt::NoBrush);
    painter->drawPath(m_path);
    if (m_label.isEmpty() || detail < kLabelDetail)
        return;
    painter->setPen(QPen(color, 1));
    painter->setBrush(colors.window);
    painter->drawRoundedRect(labelRect(), 8, 8);
    painter->setFont(cardFont(kLabelPixels, QFont::Normal));
    painter->setPen(colors.text);
    painter->drawText(labelRect(), Qt::AlignCenter, m_label);
}

} // namespace lockstep
