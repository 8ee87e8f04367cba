// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/document_edits.h"

#include "app/document/node_geometry.h"
#include "app/document/running_names.h"

#include <QCoreApplication>
#include <algorithm>

namespace lockstep {

namespace {

struct Edits {
    Q_DECLARE_TR_FUNCTIONS(Edits)
};

constexpr qreal kNetworkMargin = 24;
constexpr qreal kNetworkHead = 40;

bool isNameTaken(const Topology& topology, const std::string& name)
{
    const auto bears = [&](const auto& node) { return node.name == name; };
    return std::any_of(topology.hosts.begin(), topology.hosts.end(), bears) ||
           std::any_of(topology.switches.begin(), topology.switches.end(), bears) ||
           std::any_of(topology.networks.begin(), topology.networks.end(), bears);
}

/// "gpu-1", "gpu-2", ...
std::string runningName(const Topology& topology, const QString& stem)
{
    return nextName(stem.toStdString() + "-0",
                    [&](const std::string& name) { return isNameTaken(topology, name); });
}

Host freshHost(const Topology& topology, HostKind kind)
{
    Host host;
    switch (kind) {
    case HostKind::ThisComputer: {
        const QString name = Edits::tr("This computer");
        host.connection = Connection::Local;
        host.name =
            isNameTaken(topology, name.toStdString()) ? runningName(topology, name) : name.toStdString();
        host.devices = {Device{DeviceKind::Cpu, 0}};
        break;
    }
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

/// Puts a node into its list, under an id of its own.
template <typename Node>
std::string addNode(ExperimentDocument& document, std::vector<Node> Topology::*list, const char* stem,
                    Node node, const QPointF& position)
{
    Experiment next = document.experiment();
    std::vector<Node>& nodes = next.topology.*list;
    if (nodes.size() >= kMaxHosts)
        return {};
    node.id = freshId(next.topology, stem);
    node.position.x = position.x();
    node.position.y = position.y();
    const std::string id = node.id;
    const QString added = QString::fromStdString(node.name);
    nodes.push_back(std::move(node));
    document.edit([added] { return Edits::tr("Add %1").arg(added); }, next);
    return id;
}

Network networkOn(const Topology& topology, const QRectF& area)
{
    Network network;
    network.name = runningName(topology, Edits::tr("network"));
    network.width = qMax(kLeastNetworkSide, area.width());
    network.height = qMax(kLeastNetworkSide, area.height());
    return network;
}

void chooseDevice(Host& host, Device device)
{
    std::vector<Device>& devices = host.devices;
    if (std::find(devices.begin(), devices.end(), device) != devices.end())
        return;
    const auto next = std::find_if(devices.begin(), devices.end(), [&](Device other) {
        return device.kind == DeviceKind::Cpu ||
               (other.kind == DeviceKind::Cuda && other.index > device.index);
    });
    devices.insert(next, device);
    if (device.kind == DeviceKind::Cuda && host.gpus > 0)
        host.gpus = std::max(host.gpus, device.index + 1);
}

template <typename Node>
void changeNode(ExperimentDocument& document, std::vector<Node> Topology::*list, const std::string& id,
                const StepName& name, const std::function<void(Node&)>& change, const QString& gesture)
{
    Experiment next = document.experiment();
    std::vector<Node>& nodes = next.topology.*list;
    const auto found =
        std::find_if(nodes.begin(), nodes.end(), [&](const Node& node) { return node.id == id; });
    if (found == nodes.end())
        return;
    change(*found);
    document.edit(name, next, gesture);
}

} // namespace

std::string addHost(ExperimentDocument& document, HostKind kind, const QPointF& position)
{
    return addNode(document, &Topology::hosts, "host", freshHost(document.experiment().topology, kind),
                   position);
}

std::string addHostLike(ExperimentDocument& document, const Host& known, const QPointF& position)
{
    const Topology& topology = document.experiment().topology;
    Host host = known;
    const auto isTaken = [&](const std::string& name) { return isNameTaken(topology, name); };
    if (!host.name.empty() && isTaken(host.name))
        host.name = nextName(host.name, isTaken);
    return addNode(document, &Topology::hosts, "host", std::move(host), position);
}

std::string addHostOf(ExperimentDocument& document, const Host& make, const QPointF& position)
{
    Host host = make;
    host.name = runningName(document.experiment().topology, QString::fromStdString(make.name));
    host.address.clear();
    host.connection = Connection::Ssh;
    return addNode(document, &Topology::hosts, "host", std::move(host), position);
}

std::string addSwitch(ExperimentDocument& document, const QPointF& position)
{
    Switch node;
    node.name = runningName(document.experiment().topology, Edits::tr("switch"));
    return addNode(document, &Topology::switches, "switch", std::move(node), position);
}

std::string addNetwork(ExperimentDocument& document, const QRectF& area)
{
    Network network = networkOn(document.experiment().topology, area);
    return addNode(document, &Topology::networks, "network", std::move(network), area.topLeft());
}

std::string groupNodes(ExperimentDocument& document, const std::set<std::string>& nodes)
{
    const QRectF bounds = boundsOf(document.experiment().topology, nodes);
    if (bounds.isNull())
        return {};
    Experiment next = document.experiment();
    if (next.topology.networks.size() >= kMaxHosts)
        return {};
    const QRectF area = bounds.adjusted(-kNetworkMargin, -kNetworkHead, kNetworkMargin, kNetworkMargin);
    Network network = networkOn(next.topology, area);
    network.id = freshId(next.topology, "network");
    network.position.x = area.x();
    network.position.y = area.y();
    const std::string id = network.id;
    next.topology.networks.push_back(std::move(network));
    const auto count = static_cast<int>(nodes.size());
    document.edit([count] { return Edits::tr("Group %Ln element(s)", nullptr, count); }, next);
    return id;
}

std::optional<LinkKey> addLink(ExperimentDocument& document, const std::string& from, const std::string& to,
                               Parallel parallel)
{
    const Topology& topology = document.experiment().topology;
    if (from == to || !isLinkEnd(topology, from) || !isLinkEnd(topology, to))
        return std::nullopt;
    for (const LinkKey& key : {LinkKey{from, to, 0}, LinkKey{to, from, 0}}) {
        if (parallel == Parallel::Refuse && findLink(topology, key))
            return key;
    }
    if (topology.links.size() >= kMaxLinks)
        return std::nullopt;
    Experiment next = document.experiment();
    Link link;
    link.from = from;
    link.to = to;
    next.topology.links.push_back(std::move(link));
    const LinkKey key = linkKeys(next.topology).back();
    const QString fromName = QString::fromStdString(nodeName(topology, from));
    const QString toName = QString::fromStdString(nodeName(topology, to));
    document.edit([fromName, toName] { return Edits::tr("Link %1 to %2").arg(fromName, toName); }, next);
    return key;
}

void moveNodes(ExperimentDocument& document, const std::map<std::string, QPointF>& positions,
               const QString& gesture, const StepName& name)
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
    move(next.topology.networks);
    const StepName moving = [moved] { return Edits::tr("Move %Ln element(s)", nullptr, moved); };
    document.edit(name ? name : moving, next, gesture);
}

void resizeNetwork(ExperimentDocument& document, const std::string& id, const QRectF& area)
{
    const QString name = QString::fromStdString(nodeName(document.experiment().topology, id));
    changeNetwork(
        document, id, [name] { return Edits::tr("Resize %1").arg(name); },
        [&](Network& network) {
            network.position.x = area.x();
            network.position.y = area.y();
            network.width = qMax(kLeastNetworkSide, area.width());
            network.height = qMax(kLeastNetworkSide, area.height());
        });
}

void toggleDevice(ExperimentDocument& document, const std::set<std::string>& hosts, Device device)
{
    Experiment next = document.experiment();
    std::vector<Host*> chosen;
    for (Host& host : next.topology.hosts) {
        if (hosts.contains(host.id))
            chosen.push_back(&host);
    }
    const bool allHaveIt = std::all_of(chosen.begin(), chosen.end(), [&](const Host* host) {
        return std::find(host->devices.begin(), host->devices.end(), device) != host->devices.end();
    });
    for (Host* host : chosen) {
        if (allHaveIt)
            std::erase(host->devices, device);
        else
            chooseDevice(*host, device);
    }
    const QString name =
        device.kind == DeviceKind::Cpu ? QStringLiteral("CPU") : QStringLiteral("GPU %1").arg(device.index);
    document.edit([name] { return Edits::tr("Choose %1").arg(name); }, next);
}

void trainOnProcessors(ExperimentDocument& document, const std::set<std::string>& hosts)
{
    Experiment next = document.experiment();
    for (Host& host : next.topology.hosts) {
        if (hosts.contains(host.id))
            std::fill(host.devices.begin(), host.devices.end(), Device{DeviceKind::Cpu, 0});
    }
    document.edit([] { return Edits::tr("Train on CPUs"); }, next);
}

void removeElements(ExperimentDocument& document, const ElementSet& elements, const StepName& name)
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
    std::erase_if(topology.networks, isGone);
    const auto count = static_cast<int>(elements.size());
    const StepName deleting = [count] { return Edits::tr("Delete %Ln element(s)", nullptr, count); };
    document.edit(name ? name : deleting, next);
}

void changeHost(ExperimentDocument& document, const std::string& id, const StepName& name,
                const std::function<void(Host&)>& change, const QString& gesture)
{
    changeNode(document, &Topology::hosts, id, name, change, gesture);
}

void changeSwitch(ExperimentDocument& document, const std::string& id, const StepName& name,
                  const std::function<void(Switch&)>& change, const QString& gesture)
{
    changeNode(document, &Topology::switches, id, name, change, gesture);
}

void changeNetwork(ExperimentDocument& document, const std::string& id, const StepName& name,
                   const std::function<void(Network&)>& change, const QString& gesture)
{
    changeNode(document, &Topology::networks, id, name, change, gesture);
}

void changeLink(ExperimentDocument& document, const LinkKey& key, const StepName& name,
                const std::function<void(Link&)>& change, const QString& gesture)
{
    Experiment next = document.experiment();
    const std::optional<std::size_t> index = findLink(next.topology, key);
    if (!index)
        return;
    change(next.topology.links[*index]);
    document.edit(name, next, gesture);
}

} // namespace lockstep
