// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/items/link_route.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace lockstep {

namespace {

constexpr qreal kShortestReach = 30;
constexpr qreal kLaneGap = 20;
constexpr qreal kCornerRoom = 12;
/// How much more the middle of a lane stands off than its ends.
constexpr qreal kLaneBow = 0.8;
constexpr qreal kClearance = 6;
constexpr qreal kDetour = 28;
constexpr int kSamples = 24;
constexpr qreal kCrossingCost = 2000;

constexpr std::array<QPointF, 4> kSides = {QPointF(1, 0), QPointF(-1, 0), QPointF(0, 1), QPointF(0, -1)};

struct Exit {
    QPointF point;
    QPointF direction;
};

qreal laneOffset(const LinkCourse& course, qreal side)
{
    if (course.lanes < 2)
        return 0;
    const qreal room = qMax(0.0, side - 2 * kCornerRoom);
    const qreal gap = qMin(kLaneGap, room / (course.lanes - 1));
    return (course.lane - (course.lanes - 1) / 2.0) * gap;
}

Exit exitAt(const LinkCourse& course, const QRectF& card, const QPointF& side)
{
    const bool isUpright = side.x() != 0;
    const qreal offset = laneOffset(course, isUpright ? card.height() : card.width());
    const QPointF along = isUpright ? QPointF(0, offset) : QPointF(offset, 0);
    const QPointF middle(side.x() * card.width() / 2, side.y() * card.height() / 2);
    return {card.center() + middle + along, side};
}

/// The side that a straight line to `target` would leave the card by.
QPointF sideTowards(const QRectF& card, const QPointF& target)
{
    const QPointF way = target - card.center();
    if (std::abs(way.x()) / card.width() > std::abs(way.y()) / card.height())
        return {way.x() > 0 ? 1.0 : -1.0, 0};
    return {0, way.y() > 0 ? 1.0 : -1.0};
}

QPointF bowOf(const LinkCourse& course, const Exit& exit)
{
    const qreal offset = laneOffset(course, 2 * kCornerRoom + kLaneGap * course.lanes) * kLaneBow;
    return exit.direction.x() != 0 ? QPointF(0, offset) : QPointF(offset, 0);
}

LinkRoute curve(const LinkCourse& course, const Exit& start, const Exit& end, qreal reach)
{
    return LinkRoute({start.point, start.point + start.direction * reach + bowOf(course, start),
                      end.point + end.direction * reach + bowOf(course, end), end.point});
}

qreal distance(const QPointF& a, const QPointF& b)
{
    return std::hypot(a.x() - b.x(), a.y() - b.y());
}

/// A smooth course from card to card through these points, running at each from the one before towards the
/// next.
LinkRoute detour(const Exit& start, const Exit& end, const std::vector<QPointF>& over)
{
    std::vector<QPointF> stations = {start.point};
    stations.insert(stations.end(), over.begin(), over.end());
    stations.push_back(end.point);
    const auto directionAt = [&](std::size_t station) {
        if (station == 0)
            return start.direction;
        if (station + 1 == stations.size())
            return -end.direction;
        const QPointF way = stations[station + 1] - stations[station - 1];
        return way / qMax(1.0, std::hypot(way.x(), way.y()));
    };
    std::vector<QPointF> points = {start.point};
    for (std::size_t station = 1; station < stations.size(); ++station) {
        const qreal reach = distance(stations[station - 1], stations[station]) * 0.35;
        points.push_back(stations[station - 1] + directionAt(station - 1) * reach);
        points.push_back(stations[station] - directionAt(station) * reach);
        points.push_back(stations[station]);
    }
    return LinkRoute(std::move(points));
}

/// What is in the way of a route, and how long it is.
struct Judgement {
    int crossings = 0;
    qreal length = 0;
    QRectF first; ///< the first card in the way, and the last
    QRectF last;
    qreal cost() const { return crossings * kCrossingCost + length; }
};

Judgement judge(const LinkRoute& route, const LinkCourse& course, const RectIndex& cards)
{
    Judgement judgement;
    QPointF before = route.at(0);
    for (int sample = 1; sample < kSamples; ++sample) {
        const QPointF point = route.at(sample / qreal(kSamples));
        judgement.length += std::hypot(point.x() - before.x(), point.y() - before.y());
        before = point;
        const QRectF room(point.x() - kClearance, point.y() - kClearance, 2 * kClearance, 2 * kClearance);
        bool isCrossing = false;
        cards.intersecting(room, [&](const QRectF& card, int) {
            const bool isEnd = card == course.from || card == course.to;
            if (isEnd && !card.contains(point))
                return; // close to where it leaves
            isCrossing = true;
            if (isEnd)
                return;
            if (judgement.first.isNull())
                judgement.first = card;
            judgement.last = card;
        });
        judgement.crossings += isCrossing ? 1 : 0;
    }
    return judgement;
}

/// The cheapest of the routes that are tried.
class Choice {
public:
    Choice(const LinkCourse& course, const RectIndex& cards) : m_course(course), m_cards(cards) {}

    void attempt(LinkRoute route, qreal handicap)
    {
        const Judgement judgement = judge(route, m_course, m_cards);
        if (judgement.cost() + handicap >= m_cost)
            return;
        m_cost = judgement.cost() + handicap;
        m_best = judgement;
        m_route = std::move(route);
    }
    bool isClear() const { return m_best.crossings == 0; }
    const Judgement& judgement() const { return m_best; }
    LinkRoute take() { return std::move(m_route); }

private:
    const LinkCourse& m_course;
    const RectIndex& m_cards;
    LinkRoute m_route;
    Judgement m_best;
    qreal m_cost = std::numeric_limits<qreal>::max();
};

void tryOtherSides(Choice& choice, const LinkCourse& course)
{
    const QPointF way = course.to.center() - course.from.center();
    const qreal length = std::hypot(way.x(), way.y());
    for (const QPointF& leaving : kSides) {
        for (const QPointF& arriving : kSides) {
            for (const qreal share : {0.25, 0.5}) {
                const Exit start = exitAt(course, course.from, leaving);
                const Exit end = exitAt(course, course.to, arriving);
                choice.attempt(curve(course, start, end, qMax(2 * kShortestReach, length * share)), 40);
            }
        }
    }
}

/// Points round a card, clear of it: beside its corners, and the middles of its sides.
std::vector<QPointF> pointsRound(const QRectF& card, qreal room)
{
    const QRectF ring = card.adjusted(-room, -room, room, room);
    const QPointF center = ring.center();
    return {ring.topLeft(),
            ring.topRight(),
            ring.bottomLeft(),
            ring.bottomRight(),
            {center.x(), ring.top()},
            {center.x(), ring.bottom()},
            {ring.left(), center.y()},
            {ring.right(), center.y()}};
}

void tryOver(Choice& choice, const LinkCourse& course, const std::vector<QPointF>& over, qreal handicap)
{
    const Exit start = exitAt(course, course.from, sideTowards(course.from, over.front()));
    const Exit end = exitAt(course, course.to, sideTowards(course.to, over.back()));
    choice.attempt(detour(start, end, over), handicap);
}

void tryDetours(Choice& choice, const LinkCourse& course, const Judgement& blocked)
{
    const qreal room = kDetour + std::abs(laneOffset(course, 2 * kCornerRoom + kLaneGap * course.lanes));
    for (const QRectF& card : {blocked.first, blocked.last}) {
        for (const QPointF& point : pointsRound(card, room))
            tryOver(choice, course, {point}, 80);
    }
    if (choice.isClear() || blocked.first == blocked.last)
        return;
    for (const QPointF& first : pointsRound(blocked.first, room)) {
        for (const QPointF& last : pointsRound(blocked.last, room))
            tryOver(choice, course, {first, last}, 160);
    }
}

} // namespace

QPointF LinkRoute::at(qreal place) const
{
    if (m_points.size() < 4)
        return {};
    const auto pieces = static_cast<int>((m_points.size() - 1) / 3);
    const int piece = qBound(0, static_cast<int>(place * pieces), pieces - 1);
    const qreal t = place * pieces - piece;
    const qreal u = 1 - t;
    const QPointF* point = &m_points[static_cast<std::size_t>(3 * piece)];
    return point[0] * (u * u * u) + point[1] * (3 * u * u * t) + point[2] * (3 * u * t * t) +
           point[3] * (t * t * t);
}

QPainterPath LinkRoute::path() const
{
    QPainterPath path;
    if (m_points.empty())
        return path;
    path.moveTo(m_points.front());
    for (std::size_t index = 1; index + 2 < m_points.size(); index += 3)
        path.cubicTo(m_points[index], m_points[index + 1], m_points[index + 2]);
    return path;
}

QRectF LinkRoute::bounds() const
{
    if (m_points.empty())
        return {};
    const auto [left, right] = std::minmax_element(
        m_points.begin(), m_points.end(), [](const QPointF& a, const QPointF& b) { return a.x() < b.x(); });
    const auto [top, bottom] = std::minmax_element(
        m_points.begin(), m_points.end(), [](const QPointF& a, const QPointF& b) { return a.y() < b.y(); });
    return {QPointF(left->x(), top->y()), QPointF(right->x(), bottom->y())};
}

LinkRoute LinkRoute::translated(const QPointF& way) const
{
    LinkRoute moved = *this;
    for (QPointF& point : moved.m_points)
        point += way;
    return moved;
}

LinkRoute directRoute(const LinkCourse& course)
{
    const Exit start = exitAt(course, course.from, sideTowards(course.from, course.to.center()));
    const Exit end = exitAt(course, course.to, sideTowards(course.to, course.from.center()));
    const QPointF way = end.point - start.point;
    const qreal along = start.direction.x() != 0 ? std::abs(way.x()) : std::abs(way.y());
    return curve(course, start, end, qMax(kShortestReach, along / 2));
}

LinkRoute routeLink(const LinkCourse& course, const RectIndex& cards)
{
    Choice choice(course, cards);
    choice.attempt(directRoute(course), 0);
    if (choice.isClear())
        return choice.take();
    const Judgement direct = choice.judgement();
    tryOtherSides(choice, course);
    // First round what blocks the best way so far, then round what is in the way of the straight one.
    for (const Judgement& blocked : {choice.judgement(), direct}) {
        if (!choice.isClear() && !blocked.first.isNull())
            tryDetours(choice, course, blocked);
    }
    return choice.take();
}

} // namespace lockstep
