// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/elements.h"

#include <QPointF>
#include <QRectF>
#include <map>
#include <string>

namespace lockstep {

/// The card of a host or switch.
inline constexpr QSizeF kCardSize{216, 92};
/// Between two cards that stand side by side, with room for the label of a link; and one above the other.
inline constexpr qreal kCardGap = 96;
inline constexpr qreal kRowGap = 64;

/// What each host, switch and network covers on the canvas, by id.
std::map<std::string, QRectF> nodeRects(const Topology& topology);
/// The rectangle around these nodes; null when none of them exists.
QRectF boundsOf(const Topology& topology, const std::set<std::string>& nodes);
/// Nodes that stand wholly on this network, those on networks within it included.
std::set<std::string> membersOf(const Topology& topology, const Network& network);
/// The nodes and what stands on the networks among them: what moves when they are moved.
std::set<std::string> withMembers(const Topology& topology, const std::set<std::string>& nodes);

} // namespace lockstep
