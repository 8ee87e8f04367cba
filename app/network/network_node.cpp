// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/network/network_node.h"

#include "app/theme/phase_color.h"
#include "app/topology/card/card_painter.h"
#include "app/topology/card/card_style.h"

#include <QPainter>
#include <QStyleOptionGraphicsItem>
#include <QWidget>
#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

/// Where the canvas has the chips of devices.
constexpr QRectF kDotRoom{14, 64, kCardSize.width() - 28, 20};
constexpr qreal kWidestPitch = 16;
constexpr qreal kDotShare = 0.7; ///< of the pitch
constexpr qreal kLeastDetail = 0.25;

/// Between the middles of dots, so that as many find room.
qreal pitchFor(qsizetype dots)
{
    qreal pitch = kWidestPitch;
    const auto room = [&] {
        return std::floor(kDotRoom.width() / pitch) * std::max(1.0, std::floor(kDotRoom.height() / pitch));
    };
    while (room() < static_cast<qreal>(dots))
        pitch *= 0.9;
    return pitch;
}

} // namespace

NetworkNode::NetworkNode(CanvasCard card) : m_card(std::move(card))
{
    m_card.chips.clear(); // dots stand in their place
    if (m_card.isHost)
        m_card.facts.clear();
    setZValue(10);
    setCacheMode(DeviceCoordinateCache);
}

void NetworkNode::setState(const HostState& lamp, const QString& facts)
{
    if (m_card.lamp == lamp && m_card.facts == facts)
        return;
    m_card.lamp = lamp;
    m_card.facts = facts;
    update();
}

void NetworkNode::setDots(const QVector<Dot>& dots)
{
    if (dots == m_dots)
        return;
    m_dots = dots;
    update();
}

void NetworkNode::setFocusedRank(std::optional<int> rank)
{
    if (rank == m_focused)
        return;
    m_focused = rank;
    update();
}

QRectF NetworkNode::rect() const
{
    return kCardRect.translated(pos());
}

QRectF NetworkNode::dotAt(int index) const
{
    const qreal pitch = pitchFor(m_dots.size());
    const int inRow = static_cast<int>(kDotRoom.width() / pitch);
    const QPointF corner = kDotRoom.topLeft() + pitch * QPointF(index % inRow, index / inRow);
    const qreal margin = pitch * (1 - kDotShare) / 2;
    return QRectF(corner, QSizeF(pitch, pitch)).adjusted(margin, margin, -margin, -margin);
}

std::optional<int> NetworkNode::rankAt(const QPointF& scenePoint) const
{
    const QPointF point = mapFromScene(scenePoint);
    for (int i = 0; i < m_dots.size(); ++i)
        if (dotAt(i).adjusted(-1, -1, 1, 1).contains(point))
            return m_dots[i].rank;
    return std::nullopt;
}

QRectF NetworkNode::dotRect(int rank) const
{
    const auto found =
        std::find_if(m_dots.begin(), m_dots.end(), [&](const Dot& dot) { return dot.rank == rank; });
    return dotAt(static_cast<int>(found - m_dots.begin())).translated(pos());
}

QRectF NetworkNode::boundingRect() const
{
    return kCardRect.adjusted(-4, -4, 4, 6); // with its shadow
}

void NetworkNode::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget* widget)
{
    const ThemeColors& colors = themeColors(widget ? widget->palette() : QPalette());
    CardStyle style;
    style.devicePixelRatio = painter->device()->devicePixelRatio();
    style.detail = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
    paintCanvasCard(*painter, m_card, style, colors);
    if (style.detail < kLeastDetail)
        return;
    painter->setRenderHint(QPainter::Antialiasing);
    for (int i = 0; i < m_dots.size(); ++i) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(phaseColor(m_dots[i].phase, colors));
        painter->drawEllipse(dotAt(i));
        if (m_focused != m_dots[i].rank)
            continue;
        painter->setPen(QPen(colors.accent, 2));
        painter->setBrush(Qt::NoBrush);
        painter->drawEllipse(dotAt(i).adjusted(-2, -2, 2, 2));
    }
}

} // namespace lockstep
