// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/theme/theme.h"
#include "app/topology/items/link_route.h"

#include <QGraphicsItem>
#include <QPainterPath>
#include <optional>

namespace lockstep {

/// What the line of a link shows.
struct LinkInk {
    double busy = 0;             ///< how thick, 0 ... 1
    std::optional<double> share; ///< of what is drawn: its colour
    bool operator==(const LinkInk&) const = default;
};
/// From calm over warning, at three quarters of what is drawn, to full.
QColor loadColor(double share, const ThemeColors& colors);

/// A link of a run, as thick and as coloured as it is busy, with its figures in the middle.
class LoadedLink : public QGraphicsItem {
public:
    /// `isDrawn`: else it stands for what goes where the drawing has no links.
    LoadedLink(LinkRoute route, bool isDrawn);

    void setLoad(const LinkInk& ink, const QString& label);
    const LinkInk& ink() const { return m_ink; }
    const QString& label() const { return m_label; }
    bool isAt(const QPointF& scenePoint) const;
    /// Of its line alone, in scene coordinates.
    QRectF course() const { return m_route.bounds(); }

    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    QRectF labelRect() const;

    LinkRoute m_route;
    QPainterPath m_path;
    QPainterPath m_reach; ///< that is pointed at as the link
    bool m_isDrawn;
    LinkInk m_ink;
    QString m_label;
};

} // namespace lockstep
