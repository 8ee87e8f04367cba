// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/elements.h"
#include "app/document/experiment_document.h"

#include <QPointF>
#include <QRectF>
#include <QString>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace lockstep {

/// The kinds of hosts that the palette offers.
enum class HostKind { ThisComputer, CpuHost, GpuHost };

/// The gestures on a drawing, each one named step of undo.

/// A new host with its card's upper left corner at `position`; its id. Empty, here and below, when the
/// drawing is full (kMaxHosts).
std::string addHost(ExperimentDocument& document, HostKind kind, const QPointF& position);
/// The same for a host that is known already: its devices, facts, and address, and its name where that is
/// free.
std::string addHostLike(ExperimentDocument& document, const Host& known, const QPointF& position);
/// A fresh host made as a template says, under a running name of the template's and without an address.
std::string addHostOf(ExperimentDocument& document, const Host& make, const QPointF& position);
std::string addSwitch(ExperimentDocument& document, const QPointF& position);
std::string addNetwork(ExperimentDocument& document, const QRectF& area);
/// A network around these nodes, with a margin for its label; its id. Empty without nodes.
std::string groupNodes(ExperimentDocument& document, const std::set<std::string>& nodes);

enum class Parallel { Refuse, Allow };
/// A link between two different hosts or switches. When there is one already, either way round, and parallel
/// ones are refused, that one is returned and nothing is added; nothing is returned for an end that does not
/// exist, two equal ends, or a full drawing.
std::optional<LinkKey> addLink(ExperimentDocument& document, const std::string& from, const std::string& to,
                               Parallel parallel = Parallel::Refuse);
/// Moves nodes to these positions. A non-empty gesture joins steps, as in ExperimentDocument::edit; `name`
/// is that of the step, "Move ..." when empty.
void moveNodes(ExperimentDocument& document, const std::map<std::string, QPointF>& positions,
               const QString& gesture = {}, const StepName& name = {});
/// Gives a network another place and size.
void resizeNetwork(ExperimentDocument& document, const std::string& id, const QRectF& area);
/// Removes elements and the links that end at them; what stands on a network stays. `name` is that of the
/// step, "Delete ..." when empty.
void removeElements(ExperimentDocument& document, const ElementSet& elements, const StepName& name = {});
/// Chooses a device of these hosts for a rank or, where all have chosen it, no longer. A GPU takes its place
/// by its index; the CPU leads.
void toggleDevice(ExperimentDocument& document, const std::set<std::string>& hosts, Device device);
/// Puts a CPU rank in the place of each GPU of these hosts, so that there are as many ranks as before.
void trainOnProcessors(ExperimentDocument& document, const std::set<std::string>& hosts);
void changeHost(ExperimentDocument& document, const std::string& id, const StepName& name,
                const std::function<void(Host&)>& change, const QString& gesture = {});
void changeSwitch(ExperimentDocument& document, const std::string& id, const StepName& name,
                  const std::function<void(Switch&)>& change, const QString& gesture = {});
void changeNetwork(ExperimentDocument& document, const std::string& id, const StepName& name,
                   const std::function<void(Network&)>& change, const QString& gesture = {});
void changeLink(ExperimentDocument& document, const LinkKey& key, const StepName& name,
                const std::function<void(Link&)>& change, const QString& gesture = {});

} // namespace lockstep
