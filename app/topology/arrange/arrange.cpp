// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/arrange/arrange.h"

#include "app/document/node_geometry.h"
#include "app/topology/arrange/tree_layout.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

namespace lockstep {

namespace {

QRectF boundsOfAll(const NodeRects& nodes)
{
    QRectF all;
    for (const auto& [id, rect] : nodes)
        all |= rect;
    return all;
}

Neighbours neighboursOf(const std::vector<std::string>& order, const std::vector<LinkKey>& links)
{
    const std::set<std::string> known(order.begin(), order.end());
    Neighbours neighbours;
    for (const std::string& id : order)
        neighbours[id];
    for (const LinkKey& link : links) {
        if (link.from == link.to || !known.contains(link.from) || !known.contains(link.to))
            continue;
        neighbours[link.from].insert(link.to);
        neighbours[link.to].insert(link.from);
    }
    return neighbours;
}

NodePlaces inRow(const NodeRects& nodes, const std::vector<std::string>& row)
{
    NodePlaces places;
    qreal left = 0;
    for (const std::string& id : row) {
        places[id] = {left, 0};
        left += nodes.at(id).width() + kCardGap;
    }
    return places;
}

/// Depth first along the links: neighbours in the ring are linked where that is possible.
std::vector<std::string> ringOrder(const std::vector<std::string>& order, const Neighbours& neighbours)
{
    std::vector<std::string> ring;
    std::set<std::string> done;
    for (const std::string& first : order) {
        std::vector<std::string> open = {first};
        while (!open.empty()) {
            const std::string id = open.back();
            open.pop_back();
            if (!done.insert(id).second)
                continue;
            ring.push_back(id);
            for (auto next = order.rbegin(); next != order.rend(); ++next) {
                if (neighbours.at(id).contains(*next) && !done.contains(*next))
                    open.push_back(*next);
            }
        }
    }
    return ring;
}

NodePlaces inRing(const NodeRects& nodes, const std::vector<std::string>& ring)
{
    if (ring.size() < 3)
        return inRow(nodes, ring);
    qreal widest = 0;
    for (const std::string& id : ring)
        widest = qMax(widest, std::hypot(nodes.at(id).width(), nodes.at(id).height()));
    const qreal step = 2 * std::numbers::pi / static_cast<qreal>(ring.size());
    const qreal radius = qMax(widest, (widest + kCardGap / 2) / (2 * std::sin(step / 2)));
    NodePlaces places;
    for (std::size_t index = 0; index < ring.size(); ++index) {
        const qreal angle = static_cast<qreal>(index) * step - std::numbers::pi / 2;
        const QRectF& rect = nodes.at(ring[index]);
        places[ring[index]] = QPointF(radius * std::cos(angle) - rect.width() / 2,
                                      radius * std::sin(angle) - rect.height() / 2);
    }
    return places;
}

NodePlaces inGrid(const NodeRects& nodes, const std::vector<std::string>& order)
{
    const auto columns = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(order.size()))));
    QSizeF largest;
    for (const std::string& id : order)
        largest = largest.expandedTo(nodes.at(id).size());
    NodePlaces places;
    for (std::size_t index = 0; index < order.size(); ++index)
        places[order[index]] = QPointF(static_cast<qreal>(index % columns) * (largest.width() + kCardGap),
                                       static_cast<qreal>(index / columns) * (largest.height() + kRowGap));
    return places;
}

} // namespace

NodePlaces aligned(const NodeRects& nodes, Edge edge)
{
    const QRectF all = boundsOfAll(nodes);
    NodePlaces places;
    for (const auto& [id, rect] : nodes) {
        QRectF moved = rect;
        switch (edge) {
        case Edge::Left:
            moved.moveLeft(all.left());
            break;
        case Edge::HorizontalCenter:
            moved.moveLeft(std::round(all.center().x() - rect.width() / 2));
            break;
        case Edge::Right:
            moved.moveRight(all.right());
            break;
        case Edge::Top:
            moved.moveTop(all.top());
            break;
        case Edge::VerticalCenter:
            moved.moveTop(std::round(all.center().y() - rect.height() / 2));
            break;
        case Edge::Bottom:
            moved.moveBottom(all.bottom());
            break;
        }
        places[id] = moved.topLeft();
    }
    return places;
}

NodePlaces distributed(const NodeRects& nodes, Qt::Orientation orientation)
{
    const bool across = orientation == Qt::Horizontal;
    const auto low = [&](const QRectF& rect) { return across ? rect.left() : rect.top(); };
    const auto extent = [&](const QRectF& rect) { return across ? rect.width() : rect.height(); };
    std::vector<std::pair<std::string, QRectF>> row(nodes.begin(), nodes.end());
    std::stable_sort(row.begin(), row.end(),
                     [&](const auto& a, const auto& b) { return low(a.second) < low(b.second); });
    NodePlaces places;
    for (const auto& [id, rect] : row)
        places[id] = rect.topLeft();
    if (row.size() < 3)
        return places;
    qreal taken = 0;
    for (const auto& [id, rect] : row)
        taken += extent(rect);
    const QRectF& last = row.back().second;
    const qreal gap =
        (low(last) + extent(last) - low(row.front().second) - taken) / static_cast<qreal>(row.size() - 1);
    qreal next = low(row.front().second);
    for (std::size_t index = 0; index < row.size(); ++index) {
        const bool isOuter = index == 0 || index + 1 == row.size();
        QPointF& place = places[row[index].first];
        if (!isOuter)
            (across ? place.rx() : place.ry()) = std::round(next);
        next += extent(row[index].second) + gap;
    }
    return places;
}

NodePlaces tidied(const NodeRects& nodes, const std::vector<std::string>& order,
                  const std::vector<LinkKey>& links, Tidy tidy)
{
    const Neighbours neighbours = neighboursOf(order, links);
    NodePlaces places;
    switch (tidy) {
    case Tidy::Layered:
        places = inTrees(nodes, order, neighbours);
        break;
    case Tidy::Ring:
        places = inRing(nodes, ringOrder(order, neighbours));
        break;
    case Tidy::Grid:
        places = inGrid(nodes, order);
        break;
    }
    NodeRects placed;
    for (const auto& [id, place] : places)
        placed[id] = QRectF(place, nodes.at(id).size());
    const QPointF way = boundsOfAll(nodes).center() - boundsOfAll(placed).center();
    for (auto& [id, place] : places)
        place = {std::round(place.x() + way.x()), std::round(place.y() + way.y())};
    return places;
}

NodePlaces onGrid(const NodeRects& nodes, qreal grid)
{
    NodePlaces places;
    for (const auto& [id, rect] : nodes)
        places[id] = {std::round(rect.x() / grid) * grid, std::round(rect.y() / grid) * grid};
    return places;
}

} // namespace lockstep
