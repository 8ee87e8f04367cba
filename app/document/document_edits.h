// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/elements.h"
#include "app/document/experiment_document.h"

#include <QPointF>
#include <QString>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace lockstep {

/// What the palette offers.
enum class HostKind { ThisComputer, CpuHost, GpuHost };

/// The gestures on a drawing, each one named step of undo.

/// A new host with its card's upper left corner at `position`; its id.
std::string addHost(ExperimentDocument& document, HostKind kind, const QPointF& position);
/// A link between two different nodes. When there is one already, either way round, that one is returned and
/// nothing is added; nothing is returned for an end that does not exist or two equal ends.
std::optional<LinkKey> addLink(ExperimentDocument& document, const std::string& from, const std::string& to);
/// Moves nodes to these positions. A non-empty gesture joins steps, as in ExperimentDocument::edit.
void moveNodes(ExperimentDocument& document, const std::map<std::string, QPointF>& positions,
               const QString& gesture = {});
/// Removes elements and the links that end at them.
void removeElements(ExperimentDocument& document, const ElementSet& elements);
void changeHost(ExperimentDocument& document, const std::string& id, const QString& text,
                const std::function<void(Host&)>& change, const QString& gesture = {});
void changeLink(ExperimentDocument& document, const LinkKey& key, const QString& text,
                const std::function<void(Link&)>& change, const QString& gesture = {});

} // namespace lockstep
