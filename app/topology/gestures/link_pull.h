// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document_edits.h"
#include "app/topology/gestures/canvas_gesture.h"
#include "app/topology/items/drawing.h"

#include <QGraphicsPathItem>
#include <functional>
#include <string>

namespace lockstep {

/// A link on its way from a card: a dashed line to the card where it would end, which is lit, or to the
/// mouse. Keys aim at cards instead.
class LinkPull : public CanvasGesture {
public:
    /// Draws the link that was pulled.
    using Draw = std::function<void(const std::string& from, const std::string& to, Parallel parallel)>;

    /// REQUIRES: the drawing has a card `from`.
    LinkPull(Drawing& drawing, std::string from, Draw draw);
    ~LinkPull() override;

    const std::string& from() const { return m_from; }
    /// Empty while it ends at no card.
    std::string to() const;
    /// Nothing happens for one that is no card, or where the link begins.
    void aimAt(const std::string& card);
    /// Puts the picture back, and draws the link if it ends at a card.
    void end(Parallel parallel);

    void moveTo(const QPointF& point, Qt::KeyboardModifiers held) override;
    void finish(const QPointF& point, Qt::KeyboardModifiers held) override;

private:
    void aim(HostItem* over, const QPointF& point);
    void putBack();

    Drawing& m_drawing;
    std::string m_from;
    Draw m_draw;
    HostItem* m_target = nullptr;
    QGraphicsPathItem m_line; ///< leaves the scene with the gesture
};

} // namespace lockstep
