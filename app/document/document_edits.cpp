// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/document_edits.h"

#include <QCoreApplication>
#include <algorithm>

namespace lockstep {

namespace {

bool isNameTaken(const Topology& topology, const std::string& name)
{
    return std::any_of(topology.hosts.begin(), topology.hosts.end(),
                       [&](const Host& host) { return host.name == name; });
}

/// "gpu-1", "gpu-2", ...
std::string runningName(const Topology& topology, const QString& stem)
{
    for (int number = 1;; ++number) {
        const std::string name = QStringLiteral("%1-%2").arg(stem).arg(number).toStdString();
        if (!isNameTaken(topology, name))
            return name;
    }
}

Host freshHost(const Topology& topology, HostKind kind)
{
    Host host;
    host.id = freshId(topology, "host");
    switch (kind) {
    case HostKind::ThisComputer:
        host.connection = Connection::Local;
        host.name = QCoreApplication::translate("Edits", "This computer").toStdString();
        if (isNameTaken(topology, host.name))
            host.name = runningName(topology, QCoreApplication::translate("Edits", "This computer"));
        host.devices = {Device{DeviceKind::Cpu, 0}};
        break;
    case HostKind::CpuHost:
        host.name = runningName(topology, QStringLiteral("cpu"));
        host.devices = {Device{DeviceKind::Cpu, 0}};
        break;
    case HostKind::GpuHost:
        host.name = runningName(topology, QStringLiteral("gpu"));
        host.devices = {Device{DeviceKind::Cuda, 0}};
        break;
    }
    return host;
}

bool isNode(const Topology& topology, const std::string& id)
{
    return findHost(topology, id) || std::any_of(topology.switches.begin(), topology.switches.end(),
                                                 [&](const Switch& item) { return item.id == id; });
}

} // namespace

std::string addHost(ExperimentDocument& document, HostKind kind, const QPointF& position)
{
    Experiment next = document.experiment();
    Host host = freshHost(next.topology, kind);
    host.position.x = position.x();
    host.position.y = position.y();
    const std::string id = host.id;
    const QString text =
        QCoreApplication::translate("Edits", "Add %1").arg(QString::fromStdString(host.name));
    next.topology.hosts.push_back(std::move(host));
    document.edit(text, next);
    return id;
}

std::optional<LinkKey> addLink(ExperimentDocument& document, const std::string& from, const std::string& to)
{
    const Topology& topology = document.experiment().topology;
    if (from == to || !isNode(topology, from) || !isNode(topology, to))
        return std::nullopt;
    for (const LinkKey& key : {LinkKey{from, to, 0}, LinkKey{to, from, 0}}) {
        if (findLink(topology, key))
            return key;
    }
    Experiment next = document.experiment();
    Link link;
    link.from = from;
    link.to = to;
    next.topology.links.push_back(std::move(link));
    document.edit(QCoreApplication::translate("Edits", "Link %1 to %2")
                      .arg(QString::fromStdString(nodeName(topology, from)),
                           QString::fromStdString(nodeName(topology, to))),
                  next);
    return LinkKey{from, to, 0};
}

void moveNodes(ExperimentDocument& document, const std::map<std::string, QPointF>& positions,
               const QString& gesture)
{
    Experiment next = document.experiment();
    int moved = 0;
    const auto move = [&](auto& nodes) {
        for (auto& node : nodes) {
            const auto target = positions.find(node.id);
            if (target == positions.end() || target->second == QPointF(node.position.x, node.position.y))
                continue;
            node.position.x = target->second.x();
            node.position.y = target->second.y();
            ++moved;
        }
    };
    move(next.topology.hosts);
    move(next.topology.switches);
    document.edit(QCoreApplication::translate("Edits", "Move %n element(s)", nullptr, moved), next, gesture);
}

void removeElements(ExperimentDocument& document, const ElementSet& elements)
{
    Experiment next = document.experiment();
    Topology& topology = next.topology;
    const std::vector<LinkKey> keys = linkKeys(topology);
    std::vector<Link> links;
    for (std::size_t index = 0; index < keys.size(); ++index) {
        const Link& link = topology.links[index];
        if (!elements.links.contains(keys[index]) && !elements.nodes.contains(link.from) &&
            !elements.nodes.contains(link.to))
            links.push_back(link);
    }
    topology.links = std::move(links);
    const auto isGone = [&](const auto& node) { return elements.nodes.contains(node.id); };
    std::erase_if(topology.hosts, isGone);
    std::erase_if(topology.switches, isGone);
    const auto count = static_cast<int>(elements.size());
    document.edit(QCoreApplication::translate("Edits", "Delete %n element(s)", nullptr, count), next);
}

void changeHost(ExperimentDocument& document, const std::string& id, const QString& text,
                const std::function<void(Host&)>& change, const QString& gesture)
{
    Experiment next = document.experiment();
    const std::optional<std::size_t> index = findHost(next.topology, id);
    if (!index)
        return;
    change(next.topology.hosts[*index]);
    document.edit(text, next, gesture);
}

void changeLink(ExperimentDocument& document, const LinkKey& key, const QString& text,
                const std::function<void(Link&)>& change, const QString& gesture)
{
    Experiment next = document.experiment();
    const std::optional<std::size_t> index = findLink(next.topology, key);
    if (!index)
        return;
    change(next.topology.links[*index]);
    document.edit(text, next, gesture);
}

} // namespace lockstep
