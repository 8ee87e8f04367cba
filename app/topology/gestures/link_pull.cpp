// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/gestures/link_pull.h"

#include "app/theme/theme.h"

#include <QApplication>
#include <QGraphicsScene>
#include <QPen>
#include <utility>

namespace lockstep {

namespace {

constexpr qreal kOverEverything = 100;

} // namespace

LinkPull::LinkPull(Drawing& drawing, std::string from, Draw draw)
    : m_drawing(drawing), m_from(std::move(from)), m_draw(std::move(draw))
{
    m_line.setPen(QPen(themeColors(QApplication::palette()).accent, 2, Qt::DashLine));
    m_line.setZValue(kOverEverything);
    m_drawing.scene().addItem(&m_line);
}

LinkPull::~LinkPull()
{
    putBack();
}

std::string LinkPull::to() const
{
    return m_target ? m_target->id().toStdString() : std::string();
}

void LinkPull::aimAt(const std::string& card)
{
    HostItem* over = m_drawing.cards().find(card);
    if (over && card != m_from)
        aim(over, over->cardRect().center());
}

void LinkPull::aim(HostItem* over, const QPointF& point)
{
    if (m_target && m_target != over)
        m_target->setTarget(false);
    m_target = over;
    if (over)
        over->setTarget(true);
    const QRectF end = over ? over->cardRect() : QRectF(point - QPointF(1, 1), QSizeF(2, 2));
    m_line.setPath(directRoute({m_drawing.cards().rect(m_from), end}).path());
}

void LinkPull::moveTo(const QPointF& point, Qt::KeyboardModifiers)
{
    HostItem* over = m_drawing.cardAt(point);
    aim(over && over->id().toStdString() == m_from ? nullptr : over, point);
}

void LinkPull::finish(const QPointF& point, Qt::KeyboardModifiers held)
{
    moveTo(point, held);
    end(held & Qt::ShiftModifier ? Parallel::Allow : Parallel::Refuse);
}

void LinkPull::end(Parallel parallel)
{
    const std::string end = to();
    putBack();
    if (!end.empty())
        m_draw(m_from, end, parallel);
}

void LinkPull::putBack()
{
    if (m_target)
        m_target->setTarget(false);
    m_target = nullptr;
    if (m_line.scene())
        m_line.scene()->removeItem(&m_line);
}

} // namespace lockstep
