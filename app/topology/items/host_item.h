// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/topology/card/canvas_card.h"
#include "app/topology/card/card_style.h"

#include <QGraphicsObject>
#include <optional>

namespace lockstep {

/// The card of a host or switch on the canvas. It shows values; the document holds them.
class HostItem : public QGraphicsObject {
    Q_OBJECT
public:
    enum { Type = UserType + 1 };
    int type() const override { return Type; }

    explicit HostItem(CanvasCard card);
    const QString& id() const { return m_card.id; }
    const CanvasCard& card() const { return m_card; }
    void setCard(const CanvasCard& card);
    /// Lit while a link that is being pulled would end here.
    void setTarget(bool isTarget);

    /// The card in scene coordinates.
    QRectF cardRect() const { return kCardRect.translated(pos()); }
    /// Whether a link can be pulled from this point of the scene: on a handle, outside the card.
    bool isHandleAt(const QPointF& scenePoint) const;
    /// Centres of the four handles, in the item's own coordinates.
    static std::array<QPointF, 4> handles();

    QRectF boundingRect() const override;
    QPainterPath shape() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

protected:
    QVariant itemChange(GraphicsItemChange change, const QVariant& value) override;
    void hoverEnterEvent(QGraphicsSceneHoverEvent* event) override;
    void hoverMoveEvent(QGraphicsSceneHoverEvent* event) override;
    void hoverLeaveEvent(QGraphicsSceneHoverEvent* event) override;

private:
    std::optional<std::size_t> handleAt(const QPointF& point) const;

    CanvasCard m_card;
    std::optional<std::size_t> m_hotHandle;
    bool m_isHovered = false;
    bool m_isTarget = false;
};

} // namespace lockstep
