// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Where a drag comes to rest: on the grid, or aligned with what stands near.
#include "app/theme/theme.h"
#include "app/topology/gestures/node_drag.h"
#include "app/topology/items/host_item.h"
#include "app/topology/items/network_item.h"
#include "app/topology/topology_scene.h"

#include <QApplication>
#include <QGraphicsView>
#include <QPen>
#include <cmath>

namespace lockstep {

namespace {

constexpr qreal kGuideReach = 6;  ///< device pixels
constexpr qreal kGuideHeight = 5; ///< over links, under cards: texts stay free of lines

qreal onGrid(qreal value, qreal grid)
{
    return grid > 0 ? std::round(value / grid) * grid : value;
}

} // namespace

void TopologyScene::gatherGuides()
{
    if (!m_hasGuides)
        return;
    std::vector<QRectF> others;
    others.reserve(m_hosts.size() + m_networks.size());
    const auto sort = [&](const std::string& id, const QRectF& rect) {
        if (m_drag->positions.contains(id))
            m_drag->bounds |= rect;
        else
            others.push_back(rect);
    };
    for (const auto& [id, item] : m_hosts)
        sort(id, item->cardRect());
    for (const auto& [id, item] : m_networks)
        sort(id, item->area());
    m_drag->guides = AlignmentGuides(others);
}

/// An alignment that is near wins over the grid.
QPointF TopologyScene::snappedWay(const QPointF& way) const
{
    const QPointF before = m_drag->positions.at(m_drag->grabbed);
    const QPointF target = before + way;
    QPointF snapped = QPointF(onGrid(target.x(), m_snap), onGrid(target.y(), m_snap)) - before;
    if (!m_hasGuides)
        return snapped;
    const qreal zoom = views().isEmpty() ? 1 : views().first()->transform().m11();
    const AlignmentGuides::Shift shift =
        m_drag->guides.shiftFor(m_drag->bounds.translated(way), kGuideReach / zoom);
    if (shift.x)
        snapped.setX(way.x() + *shift.x);
    if (shift.y)
        snapped.setY(way.y() + *shift.y);
    return snapped;
}

void TopologyScene::showGuides(const QPointF& way, bool isWanted)
{
    std::vector<QLineF> lines;
    if (m_hasGuides && isWanted)
        lines = m_drag->guides.linesFor(m_drag->bounds.translated(way));
    auto& shown = m_drag->lines;
    if (shown.size() > lines.size())
        shown.resize(lines.size());
    QPen pen(themeColors(QApplication::palette()).accent, qApp->devicePixelRatio());
    pen.setCosmetic(true);
    for (std::size_t index = 0; index < lines.size(); ++index) {
        if (index == shown.size()) {
            shown.push_back(std::make_unique<QGraphicsLineItem>());
            shown.back()->setPen(pen);
            shown.back()->setZValue(kGuideHeight);
            addItem(shown.back().get());
        }
        if (shown[index]->line() != lines[index])
            shown[index]->setLine(lines[index]);
    }
}

} // namespace lockstep
