// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/elements.h"

#include <QPointF>
#include <QRectF>
#include <map>
#include <string>
#include <vector>

namespace lockstep {

/// Where nodes go when they are put in order. All of these take rectangles by id and answer with new upper
/// left corners of the same ids; nothing else changes.
using NodeRects = std::map<std::string, QRectF>;
using NodePlaces = std::map<std::string, QPointF>;

enum class Edge { Left, HorizontalCenter, Right, Top, VerticalCenter, Bottom };
NodePlaces aligned(const NodeRects& nodes, Edge edge);
/// With equal gaps between neighbours; the outermost two stay.
NodePlaces distributed(const NodeRects& nodes, Qt::Orientation orientation);

enum class Tidy { Layered, Ring, Grid };
/// A whole drawing, or a part of it, in order around the middle that it has. `order`: the nodes as the
/// document lists them. Layered: what is linked stands above and below each other, see tree_layout.h; Ring:
/// in a circle, so that neighbours are linked; Grid: in rows.
NodePlaces tidied(const NodeRects& nodes, const std::vector<std::string>& order,
                  const std::vector<LinkKey>& links, Tidy tidy);
NodePlaces onGrid(const NodeRects& nodes, qreal grid);

} // namespace lockstep
