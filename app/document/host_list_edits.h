// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/elements.h"
#include "app/document/experiment_document.h"

#include <QPointF>
#include <QSizeF>
#include <vector>

namespace lockstep {

/// Whether hosts that come together get a switch that links each of them to the others.
enum class Join { None, BySwitch };

/// Those that the drawing has not: another address, port or user.
std::vector<Host> hostsNotDrawn(const Topology& topology, const std::vector<Host>& hosts);

/// The room on the canvas that so many hosts take, in rows.
QSizeF roomOfHosts(std::size_t count, Join join);

/// Adds hosts in rows, below their switch if they get one, with the upper left corner of all at `corner`: one
/// step of undo. Each gets the first label of its address for a name, else the address, where these are free.
/// What is new; an error, and nothing added, when the drawing would not hold them.
Result<ElementSet> addHosts(ExperimentDocument& document, const std::vector<Host>& hosts, Join join,
                            const QPointF& corner);

} // namespace lockstep
