// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/topology/items/rect_index.h"

#include <QPainterPath>
#include <QPointF>
#include <QRectF>
#include <vector>

namespace lockstep {

/// The way of a link: one or more cubic curves, each beginning where the one before ended.
class LinkRoute {
public:
    LinkRoute() = default;
    /// `points`: 3 n + 1 of them, ends and control points in turn.
    explicit LinkRoute(std::vector<QPointF> points) : m_points(std::move(points)) {}

    bool isEmpty() const { return m_points.empty(); }
    /// 0: at its beginning, 1: at its end.
    QPointF at(qreal place) const;
    QPainterPath path() const;
    QRectF bounds() const;
    LinkRoute translated(const QPointF& way) const;
    bool operator==(const LinkRoute&) const = default;

private:
    std::vector<QPointF> m_points;
};

/// What a link runs between, and around.
struct LinkCourse {
    QRectF from; ///< the cards at its ends
    QRectF to;
    int lane = 0; ///< among the links of the same two cards, 0 ... lanes - 1
    int lanes = 1;
    bool operator==(const LinkCourse&) const = default;
};

/// The straightest course between two cards that crosses no other one where there is such a course, else the
/// one that crosses fewest. Parallel links fan out. `cards` holds all cards, those at the ends too.
LinkRoute routeLink(const LinkCourse& course, const RectIndex& cards);
/// The course without anything in its way: what is drawn while a link is pulled.
LinkRoute directRoute(const LinkCourse& course);

} // namespace lockstep
