// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/summary/run_summary.h"
#include "app/topology/card/canvas_card.h"

#include <QGraphicsItem>
#include <QVector>
#include <optional>

namespace lockstep {

/// A host or switch of a run: its card as on the canvas, and its ranks as dots in the colours of their
/// states.
class NetworkNode : public QGraphicsItem {
public:
    struct Dot {
        int rank = 0;
        RunPhase phase = RunPhase::Waiting;
        bool operator==(const Dot&) const = default;
    };

    explicit NetworkNode(CanvasCard card);

    const CanvasCard& card() const { return m_card; }
    /// What its lamp and its line of facts say; of a host.
    void setState(const HostState& lamp, const QString& facts);
    void setDots(const QVector<Dot>& dots);
    const QVector<Dot>& dots() const { return m_dots; }
    /// The rank that the keyboard is at.
    void setFocusedRank(std::optional<int> rank);

    QRectF rect() const; ///< in scene coordinates
    /// The rank whose dot is at this point of the scene.
    std::optional<int> rankAt(const QPointF& scenePoint) const;
    /// Where the dot of a rank is, in scene coordinates. REQUIRES: the node has it.
    QRectF dotRect(int rank) const;

    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    QRectF dotAt(int index) const;

    CanvasCard m_card;
    QVector<Dot> m_dots;
    std::optional<int> m_focused;
};

} // namespace lockstep
