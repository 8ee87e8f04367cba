// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/topology/topology_scene.h"

#include <QGraphicsPathItem>
#include <string>

namespace lockstep {

class HostItem;

/// A link on its way from a handle to wherever the mouse is let go.
struct TopologyScene::Pull {
    std::string from;
    HostItem* target = nullptr;
    QGraphicsPathItem line;
};

} // namespace lockstep
