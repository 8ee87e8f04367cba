// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/elements.h"
#include "app/topology/items/link_mark.h"
#include "app/topology/items/link_route.h"

#include <QGraphicsItem>
#include <QPainterPath>
#include <QStaticText>

namespace lockstep {

/// How links are drawn for the time being.
struct LinkQuality {
    bool isRough = false; ///< quickly, without antialiasing
};

/// A link on the canvas, with its label in the middle.
class LinkItem : public QGraphicsItem {
public:
    enum { Type = UserType + 2 };
    int type() const override { return Type; }

    /// Paints itself as `quality` says then, which outlives it as long as it is shown.
    LinkItem(LinkKey key, const LinkQuality& quality);
    const LinkKey& key() const { return m_key; }
    void setLabel(const QString& label);
    QString label() const { return m_drawnLabel; }
    void setNote(const QString& note);
    void setMark(const LinkMark& mark);
    /// The drawn label, and what the mark says on a line below: side by side they would not fit between
    /// cards.
    QString shownText() const;
    void setRoute(LinkRoute route);
    const LinkRoute& route() const { return m_route; }
    QPointF middle() const { return m_route.at(0.5); }
    /// Where the label stands on the curve: 0 at its beginning, 1 at its end; 0.5 at first.
    void setLabelPlace(qreal place);
    /// The room that the label would take there; null without a label.
    QRectF labelRectAt(qreal place) const;
    const QRectF& labelRect() const { return m_labelRect; }

    QRectF boundingRect() const override { return m_bounds; }
    QPainterPath shape() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

protected:
    void hoverEnterEvent(QGraphicsSceneHoverEvent* event) override;
    void hoverLeaveEvent(QGraphicsSceneHoverEvent* event) override;

private:
    void placeLabel();
    void composeLabel();
    void composeToolTip();

    LinkKey m_key;
    const LinkQuality& m_quality;
    LinkRoute m_route;
    QPainterPath m_path;
    QString m_drawnLabel;
    QString m_note;
    LinkMark m_mark;
    QStaticText m_label;
    qreal m_labelPlace = 0.5;
    QRectF m_labelRect;
    QRectF m_bounds;
    bool m_isHovered = false;
};

} // namespace lockstep
