// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/topology.h"

#include <QGraphicsObject>
#include <QString>

namespace lockstep {

/// A labelled area of the canvas. It is held by its label, its edge and the grip at its lower right corner;
/// its inside belongs to what stands there.
class NetworkItem : public QGraphicsObject {
    Q_OBJECT
public:
    enum { Type = UserType + 3 };
    int type() const override { return Type; }

    explicit NetworkItem(const Network& network);
    const QString& id() const { return m_id; }
    const QString& name() const { return m_name; }
    void setNetwork(const Network& network);
    /// In scene coordinates.
    QRectF area() const { return {pos(), m_size}; }
    void setArea(const QRectF& area);
    bool isGripAt(const QPointF& scenePoint) const;
    /// Lit while what is being dragged would come to stand on it.
    void setTarget(bool isTarget);

    QRectF boundingRect() const override;
    QPainterPath shape() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

protected:
    void hoverMoveEvent(QGraphicsSceneHoverEvent* event) override;
    void hoverLeaveEvent(QGraphicsSceneHoverEvent* event) override;

private:
    QRectF head() const;
    QRectF grip() const;

    QString m_id;
    QString m_name;
    QSizeF m_size;
    bool m_isTarget = false;
    bool m_isHovered = false;
};

} // namespace lockstep
