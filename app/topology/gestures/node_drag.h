// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/topology/gestures/alignment_guides.h"
#include "app/topology/topology_scene.h"

#include <QGraphicsLineItem>
#include <QGraphicsPathItem>
#include <memory>
#include <string>
#include <vector>

namespace lockstep {

class HostItem;

/// A link on its way from a handle to wherever the mouse is let go.
struct TopologyScene::Pull {
    std::string from;
    HostItem* target = nullptr;
    QGraphicsPathItem line;
    bool isByKey = false;
};

/// Cards and networks on their way, or the corner of a network.
struct TopologyScene::Drag {
    std::string grabbed;                      ///< the node under the mouse
    QPointF press;                            ///< where the button went down
    std::map<std::string, QPointF> positions; ///< of all that move, as they were then
    QRectF resized; ///< the area of the network whose corner is dragged; null: none is
    bool hasMoved = false;
    NetworkItem* lit = nullptr;
    QRectF bounds;                                         ///< of all that move, as they were then
    AlignmentGuides guides;                                ///< of all that stay
    std::vector<std::unique_ptr<QGraphicsLineItem>> lines; ///< that show how it is aligned
};

} // namespace lockstep
