// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/topology/gestures/alignment_guides.h"
#include "app/topology/gestures/canvas_gesture.h"
#include "app/topology/gestures/guide_lines.h"
#include "app/topology/items/drawing.h"

#include <map>
#include <set>
#include <string>

namespace lockstep {

/// Cards and networks on their way, or a click on a chip of a card that was not moved after all. Links
/// follow; the network that the grabbed card would come to stand on is lit.
class NodeDrag : public CanvasGesture {
public:
    struct Grab {
        std::string node;             ///< the one under the mouse
        std::set<std::string> moving; ///< all that move, it among them
        QPointF press;                ///< where the button went down
    };
    /// REQUIRES: all nodes that move are in the drawing.
    NodeDrag(ExperimentDocument& document, Drawing& drawing, Grab grab, const DragRest& rest);
    ~NodeDrag() override;

    /// Alt leaves grid and guides out.
    void moveTo(const QPointF& point, Qt::KeyboardModifiers held) override;
    void finish(const QPointF& point, Qt::KeyboardModifiers held) override;

private:
    void gatherGuides();
    QPointF resting(const QPointF& way) const;
    void lightNetwork();
    std::map<std::string, QPointF> moved() const;
    void putBack();
    void click(const QPointF& point);

    ExperimentDocument& m_document;
    Drawing& m_drawing;
    Grab m_grab;
    DragRest m_rest;
    std::map<std::string, QPointF> m_before; ///< the positions of all that move, when the button went down
    QRectF m_bounds;                         ///< of all that move, then
    AlignmentGuides m_guides;                ///< of all that stay
    GuideLines m_lines;
    NetworkItem* m_lit = nullptr;
    bool m_hasMoved = false;
};

} // namespace lockstep
