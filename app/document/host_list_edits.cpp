// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/host_list_edits.h"

#include "app/document/host_word.h"
#include "app/document/node_geometry.h"
#include "app/document/running_names.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

struct Edits {
    Q_DECLARE_TR_FUNCTIONS(Edits)
};

constexpr int kMostInARow = 8;
constexpr QPointF kPitch{kCardSize.width() + kCardGap, kCardSize.height() + kRowGap};

int columnsOf(std::size_t count)
{
    return std::clamp(static_cast<int>(std::ceil(std::sqrt(static_cast<double>(count)))), 1, kMostInARow);
}

bool isNameTaken(const Topology& topology, const std::string& name)
{
    const auto bears = [&](const auto& node) { return node.name == name; };
    return std::ranges::any_of(topology.hosts, bears) || std::ranges::any_of(topology.switches, bears) ||
           std::ranges::any_of(topology.networks, bears);
}

std::string nameFor(const Topology& topology, const std::string& address)
{
    const auto isTaken = [&](const std::string& name) { return isNameTaken(topology, name); };
    const bool isNumber = isNumericHost(address);
    const std::string label = isNumber ? address : address.substr(0, address.find('.'));
    if (!isTaken(label))
        return label;
    return isTaken(address) ? nextName(address, isTaken) : address;
}

Position at(const QPointF& point)
{
    return {point.x(), point.y(), {}};
}

/// A switch over the middle of the hosts, and its id.
std::string addSwitchOver(Topology& topology, const QPointF& corner, qreal width)
{
    Switch middle;
    const auto isTaken = [&](const std::string& name) { return isNameTaken(topology, name); };
    middle.id = freshId(topology, "switch");
    middle.name = nextName(Edits::tr("switch").toStdString() + "-0", isTaken);
    middle.position = at(corner + QPointF((width - kCardSize.width()) / 2, 0));
    topology.switches.push_back(middle);
    return middle.id;
}

} // namespace

std::vector<Host> hostsNotDrawn(const Topology& topology, const std::vector<Host>& hosts)
{
    std::vector<Host> fresh;
    for (const Host& host : hosts) {
        const bool isDrawn = std::ranges::any_of(topology.hosts, [&](const Host& drawn) {
            return drawn.connection == Connection::Ssh && drawn.address == host.address &&
                   drawn.port == host.port && drawn.user == host.user;
        });
        if (!isDrawn)
            fresh.push_back(host);
    }
    return fresh;
}

QSizeF roomOfHosts(std::size_t count, Join join)
{
    const int columns = columnsOf(count);
    const int rows = (static_cast<int>(count) + columns - 1) / columns + (join == Join::BySwitch ? 1 : 0);
    return {columns * kPitch.x() - kCardGap, rows * kPitch.y() - kRowGap};
}

Result<ElementSet> addHosts(ExperimentDocument& document, const std::vector<Host>& hosts, Join join,
                            const QPointF& corner)
{
    Experiment next = document.experiment();
    Topology& topology = next.topology;
    const std::size_t switches = join == Join::BySwitch ? 1 : 0;
    if (topology.hosts.size() + hosts.size() > kMaxHosts || topology.switches.size() + switches > kMaxHosts ||
        topology.links.size() + switches * hosts.size() > kMaxLinks)
        return Error{LOCKSTEP_TEXT("The drawing has room for %1 more hosts, but %2 are to be added."),
                     {std::to_string(kMaxHosts - topology.hosts.size()), std::to_string(hosts.size())},
                     ""};
    ElementSet added;
    const int columns = columnsOf(hosts.size());
    std::string middle;
    QPointF first = corner;
    if (join == Join::BySwitch) {
        middle = addSwitchOver(topology, corner, roomOfHosts(hosts.size(), join).width());
        added.nodes.insert(middle);
        first.ry() += kPitch.y();
    }
    for (std::size_t i = 0; i < hosts.size(); ++i) {
        Host host = hosts[i];
        const auto place = static_cast<int>(i);
        host.id = freshId(topology, "host");
        host.name = nameFor(topology, host.address);
        host.position = at(first + QPointF(place % columns * kPitch.x(), place / columns * kPitch.y()));
        added.nodes.insert(host.id);
        if (!middle.empty()) {
            topology.links.push_back({host.id, middle, std::nullopt, std::nullopt, {}, {}});
            added.links.insert({host.id, middle, 0});
        }
        topology.hosts.push_back(std::move(host));
    }
    const auto count = static_cast<int>(hosts.size());
    document.edit([count] { return Edits::tr("Add %Ln host(s)", nullptr, count); }, next);
    return added;
}

} // namespace lockstep
