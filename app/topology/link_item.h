// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/elements.h"

#include <QGraphicsItem>
#include <QPainterPath>
#include <QStaticText>

namespace lockstep {

/// The curve that leaves `from` and `to`, two cards, at the middles of the sides that face each other.
QPainterPath linkPath(const QRectF& from, const QRectF& to);

/// A link on the canvas, with its label in the middle.
class LinkItem : public QGraphicsItem {
public:
    enum { Type = UserType + 2 };
    int type() const override { return Type; }

    explicit LinkItem(LinkKey key);
    const LinkKey& key() const { return m_key; }
    void setLabel(const QString& label);
    QString label() const { return m_label.text(); }
    /// The cards at its ends, in scene coordinates.
    void setEnds(const QRectF& from, const QRectF& to);
    QPointF middle() const;
    /// Where the label stands on the curve: 0 at `from`, 1 at `to`; 0.5 at first.
    void setLabelPlace(qreal place);
    /// The room that the label would take there; null without a label.
    QRectF labelRectAt(qreal place) const;
    const QRectF& labelRect() const { return m_labelRect; }

    QRectF boundingRect() const override { return m_bounds; }
    QPainterPath shape() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    void placeLabel();

    LinkKey m_key;
    QPainterPath m_path;
    QStaticText m_label;
    qreal m_labelPlace = 0.5;
    QRectF m_labelRect;
    QRectF m_bounds;
};

} // namespace lockstep
