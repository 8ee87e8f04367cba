// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/keyboard/canvas_focus.h"

#include "app/topology/items/host_item.h"
#include "app/topology/items/link_item.h"
#include "app/topology/items/network_item.h"
#include "app/topology/topology_scene.h"

#include <QLineF>
#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr qreal kRingDistance = 5;
constexpr qreal kRingCorner = 12;
constexpr qreal kBareLink = 9; ///< half the side of what stands for a link without a label
/// What lies aside is so much farther than what lies straight ahead.
constexpr qreal kAside = 2;

} // namespace

std::vector<ElementSet> CanvasFocus::all(bool endsOnly) const
{
    std::vector<ElementSet> elements;
    const Topology& topology = m_document.experiment().topology;
    for (const Host& host : topology.hosts)
        elements.push_back({{host.id}, {}});
    for (const Switch& node : topology.switches)
        elements.push_back({{node.id}, {}});
    if (endsOnly)
        return elements;
    for (const Network& network : topology.networks)
        elements.push_back({{network.id}, {}});
    for (const LinkKey& key : linkKeys(topology))
        elements.push_back({{}, {key}});
    return elements;
}

bool CanvasFocus::exists(const ElementSet& element) const
{
    if (!element.nodes.empty())
        return m_scene.itemOf(*element.nodes.begin());
    return !element.links.empty() && m_scene.linkItem(*element.links.begin());
}

void CanvasFocus::follow()
{
    if (!exists(m_element))
        m_element = {};
}

ElementSet CanvasFocus::neighbour(const ElementSet& from, bool forward) const
{
    const std::vector<ElementSet> elements = all(false);
    if (elements.empty())
        return {};
    const auto found = std::find(elements.begin(), elements.end(), from);
    if (found == elements.end())
        return forward ? elements.front() : elements.back();
    if (forward ? found + 1 == elements.end() : found == elements.begin())
        return {};
    return forward ? *(found + 1) : *(found - 1);
}

ElementSet CanvasFocus::toward(const ElementSet& from, const QPointF& point, const QPointF& direction,
                               bool endsOnly) const
{
    const bool isSomewhere = exists(from);
    const QPointF start = isSomewhere ? boundsOf(from).center() : point;
    ElementSet best;
    qreal least = HUGE_VAL;
    for (const ElementSet& element : all(endsOnly)) {
        if (element == from || !exists(element))
            continue;
        const QPointF way = boundsOf(element).center() - start;
        const qreal ahead = QPointF::dotProduct(way, direction);
        const qreal aside = std::abs(way.x() * direction.y() - way.y() * direction.x());
        // From nowhere, the nearest one in whatever direction.
        const qreal distance = isSomewhere ? ahead + kAside * aside : std::hypot(way.x(), way.y());
        if ((isSomewhere && ahead < 1) || distance >= least)
            continue;
        least = distance;
        best = element;
    }
    return best;
}

std::string CanvasFocus::nearestEnd(const std::string& from) const
{
    const QPointF start = boundsOf({{from}, {}}).center();
    std::string best;
    qreal least = HUGE_VAL;
    for (const ElementSet& element : all(true)) {
        const std::string& id = *element.nodes.begin();
        if (id == from || !exists(element))
            continue;
        const qreal distance = QLineF(start, boundsOf(element).center()).length();
        if (distance < least) {
            least = distance;
            best = id;
        }
    }
    return best;
}

std::string CanvasFocus::endToward(const std::string& from, const QPointF& direction) const
{
    ElementSet end = toward(m_element, {}, direction, true);
    if (end.nodes.contains(from)) // over the card where the link begins
        end = toward(end, {}, direction, true);
    return end.isEmpty() ? std::string() : *end.nodes.begin();
}

std::string CanvasFocus::nextEnd(const std::string& from, bool forward) const
{
    const std::vector<ElementSet> ends = all(true);
    const std::size_t count = ends.size();
    const auto here = std::find(ends.begin(), ends.end(), m_element);
    std::size_t index = here != ends.end() ? static_cast<std::size_t>(here - ends.begin())
                        : forward          ? count - 1
                                           : 0;
    for (std::size_t step = 0; step < count; ++step) {
        index = (index + (forward ? 1 : count - 1)) % count;
        if (const std::string& id = *ends[index].nodes.begin(); id != from)
            return id;
    }
    return {};
}

QRectF CanvasFocus::boundsOf(const ElementSet& element) const
{
    if (!element.nodes.empty()) {
        const std::string& id = *element.nodes.begin();
        if (const HostItem* card = m_scene.hostItem(id))
            return card->cardRect();
        if (const NetworkItem* network = m_scene.networkItem(id))
            return network->area();
    }
    if (element.links.empty())
        return {};
    const LinkItem* link = m_scene.linkItem(*element.links.begin());
    if (!link)
        return {};
    const QPointF reach(kBareLink, kBareLink);
    return link->labelRect().isNull() ? QRectF(link->middle() - reach, link->middle() + reach)
                                      : link->labelRect();
}

QPainterPath CanvasFocus::ring() const
{
    QPainterPath path;
    const QRectF room = boundsOf(m_element);
    if (!room.isNull())
        path.addRoundedRect(room.adjusted(-kRingDistance, -kRingDistance, kRingDistance, kRingDistance),
                            kRingCorner, kRingCorner);
    return path;
}

} // namespace lockstep
