// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/items/link_layer.h"

#include "app/document/quantities.h"

#include <QGraphicsScene>
#include <QStringList>
#include <algorithm>
#include <array>
#include <utility>

namespace lockstep {

namespace {

constexpr std::array<qreal, 7> kLabelPlaces = {0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8};
/// Beyond so many moved cards every link is routed anew instead of being asked.
constexpr std::size_t kManyRects = 64;
/// A link may have gone round a card that stood so far from it.
constexpr qreal kRouteReach = 60;

QString labelOf(const Link& link)
{
    QStringList parts;
    if (link.bandwidthMbps)
        parts << formatBandwidth(*link.bandwidthMbps);
    if (link.latencyMs)
        parts << formatLatency(*link.latencyMs);
    return parts.join(QStringLiteral(" · "));
}

} // namespace

void LinkLayer::follow(const Topology& topology)
{
    route(followItems(topology));
    placeLabels();
}

std::map<LinkKey, LinkCourse> LinkLayer::followItems(const Topology& topology)
{
    std::map<LinkKey, DrawnLink> gone = std::exchange(m_links, {});
    m_byNode.clear();
    const std::vector<LinkKey> keys = linkKeys(topology);
    std::map<std::pair<std::string, std::string>, int> lanes; // by the ends, either way round
    std::map<LinkKey, LinkCourse> courses;
    for (std::size_t index = 0; index < keys.size(); ++index) {
        const LinkKey& key = keys[index];
        if (!m_cards.contains(key.from) || !m_cards.contains(key.to) || key.from == key.to)
            continue; // a link to nowhere: checkExperiment says so
        const auto known = gone.extract(key);
        const DrawnLink drawn = known ? known.mapped() : DrawnLink{add(key), {}};
        const Link& link = topology.links[index];
        if (const QString label = labelOf(link); label != drawn.item->label())
            drawn.item->setLabel(label);
        drawn.item->setNote(QString::fromStdString(link.note));
        drawn.item->setMark(markOf(key));
        m_links.emplace(key, drawn);
        m_byNode.emplace(key.from, key);
        m_byNode.emplace(key.to, key);
        int& lane = lanes[std::minmax(key.from, key.to)];
        courses.emplace(key, LinkCourse{m_cards.rect(key.from), m_cards.rect(key.to), lane++, 1});
    }
    for (auto& [key, course] : courses)
        course.lanes = lanes.at(std::minmax(key.from, key.to));
    for (const auto& [key, drawn] : gone)
        delete drawn.item;
    return courses;
}

/// What is done to it goes before what was measured.
LinkMark LinkLayer::markOf(const LinkKey& key) const
{
    if (const auto badge = m_badges.find(key); badge != m_badges.end()) {
        const bool isBad = badge->second.tone == CanvasBadge::Tone::Bad;
        return {isBad ? LinkMark::Kind::Bad : LinkMark::Kind::Doubtful, badge->second.text, {}};
    }
    const auto mark = m_marks.find(key);
    return mark == m_marks.end() ? LinkMark{} : mark->second;
}

void LinkLayer::setMarks(std::map<LinkKey, LinkMark> marks)
{
    if (marks == m_marks)
        return;
    m_marks = std::move(marks);
    for (const auto& [key, drawn] : m_links)
        drawn.item->setMark(markOf(key));
    placeLabels();
}

bool LinkLayer::setBadges(const std::map<LinkKey, CanvasBadge>& badges)
{
    if (badges == m_badges)
        return false;
    m_badges = badges;
    for (const auto& [key, drawn] : m_links)
        drawn.item->setMark(markOf(key));
    placeLabels();
    return true;
}

LinkItem* LinkLayer::add(const LinkKey& key)
{
    auto* item = new LinkItem(key, m_quality);
    m_scene.addItem(item);
    return item;
}

/// Those whose ends, lane or surroundings have changed.
void LinkLayer::route(const std::map<LinkKey, LinkCourse>& courses)
{
    for (const auto& [key, course] : courses) {
        DrawnLink& drawn = m_links.at(key);
        if (course == drawn.course && !drawn.item->route().isEmpty() && !isTouched(*drawn.item))
            continue;
        drawn.course = course;
        drawn.item->setRoute(routeLink(course, m_cards.obstacles()));
    }
}

bool LinkLayer::isTouched(const LinkItem& item) const
{
    const std::vector<QRectF>& changed = m_cards.changedRects();
    if (changed.size() > kManyRects)
        return true;
    const QRectF reach = item.route().bounds().adjusted(-kRouteReach, -kRouteReach, kRouteReach, kRouteReach);
    return std::any_of(changed.begin(), changed.end(),
                       [&](const QRectF& rect) { return rect.intersects(reach); });
}

/// Moves labels along their links out from under cards that stand between, and off each other.
void LinkLayer::placeLabels()
{
    RectIndex labels;
    for (const auto& [key, link] : m_links) {
        const auto isFree = [&, item = link.item](qreal place) {
            const QRectF room = item->labelRectAt(place);
            bool isTaken = false;
            const auto take = [&](const QRectF&, int) { isTaken = true; };
            m_cards.obstacles().intersecting(room, take);
            labels.intersecting(room, take);
            return !isTaken;
        };
        if (link.item->labelRectAt(0.5).isNull())
            continue;
        const auto place = std::find_if(kLabelPlaces.begin(), kLabelPlaces.end(), isFree);
        link.item->setLabelPlace(place == kLabelPlaces.end() ? kLabelPlaces.front() : *place);
        labels.add(link.item->labelRect(), 0);
    }
}

void LinkLayer::adjust(const std::set<std::string>& nodes)
{
    std::set<LinkKey> touched;
    for (const std::string& node : nodes) {
        const auto [begin, end] = m_byNode.equal_range(node);
        for (auto entry = begin; entry != end; ++entry)
            touched.insert(entry->second);
    }
    for (const LinkKey& key : touched) {
        DrawnLink& drawn = m_links.at(key);
        const LinkCourse before = drawn.course;
        drawn.course.from = m_cards.rect(key.from);
        drawn.course.to = m_cards.rect(key.to);
        const QPointF way = drawn.course.from.topLeft() - before.from.topLeft();
        // Between two cards that move together a link keeps its course until they are let go.
        const bool movesAlong = drawn.course.to.topLeft() - before.to.topLeft() == way;
        drawn.item->setRoute(movesAlong ? drawn.item->route().translated(way)
                                        : routeLink(drawn.course, m_cards.obstacles()));
    }
}

LinkItem* LinkLayer::find(const LinkKey& key) const
{
    const auto found = m_links.find(key);
    return found == m_links.end() ? nullptr : found->second.item;
}

std::set<LinkKey> LinkLayer::keys() const
{
    std::set<LinkKey> keys;
    for (const auto& [key, link] : m_links)
        keys.insert(keys.end(), key);
    return keys;
}

void LinkLayer::setRough(bool isRough)
{
    if (isRough == m_quality.isRough)
        return;
    m_quality.isRough = isRough;
    if (!isRough)
        m_scene.update(); // all that was drawn roughly
}

} // namespace lockstep
