// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/problems/find_problems.h"

#include "app/problems/drawn_network.h"
#include "engine/protocol/sum_way.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string>

namespace lockstep {

namespace {

std::string nameOf(const Host& host)
{
    return host.name.empty() ? host.id : host.name;
}

std::string keyOf(std::size_t host, const char* member)
{
    return "topology.hosts." + std::to_string(host) + '.' + member;
}

/// What reaches one machine: this computer, or an address (host names know no case) with a port.
std::string machineOf(const Host& host)
{
    if (host.connection == Connection::Local)
        return "local";
    std::string address = host.address;
    std::transform(address.begin(), address.end(), address.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return address + ' ' + std::to_string(host.port);
}

void findTwins(const Topology& topology, Problems& problems)
{
    std::map<std::string, std::size_t> machines;
    for (std::size_t i = 0; i < topology.hosts.size(); ++i) {
        const Host& host = topology.hosts[i];
        const bool isLocal = host.connection == Connection::Local;
        if (host.devices.empty() || (!isLocal && host.address.empty()))
            continue;
        const auto [first, isNew] = machines.emplace(machineOf(host), i);
        if (isNew)
            continue;
        const std::string other = nameOf(topology.hosts[first->second]);
        if (isLocal)
            problems.push_back(
                {Severity::Warning,
                 {LOCKSTEP_TEXT("%1 and %2 are both this computer. Put all its devices on one card."),
                  {other, nameOf(host)},
                  keyOf(i, "connection")}});
        else
            problems.push_back(
                {Severity::Warning,
                 {LOCKSTEP_TEXT(
                      "%1 and %2 have the same address and port, %3 port %4, so they are one machine. "
                      "Correct the address of one of them, or put all devices on one card."),
                  {other, nameOf(host), host.address, std::to_string(host.port)},
                  keyOf(i, "address")}});
    }
}

void findNamesakes(const Topology& topology, Problems& problems)
{
    std::set<std::string> names;
    for (std::size_t i = 0; i < topology.hosts.size(); ++i) {
        const std::string& name = topology.hosts[i].name;
        if (!name.empty() && !names.insert(name).second)
            problems.push_back({Severity::Warning,
                                {LOCKSTEP_TEXT("Another host is called %1 too; messages about them will not "
                                               "tell which one is meant. Rename one of them."),
                                 {name},
                                 keyOf(i, "name")}});
    }
}

void findDevices(const Topology& topology, Problems& problems)
{
    if (hostsWithRanks(topology).empty())
        return; // an error already
    for (std::size_t i = 0; i < topology.hosts.size(); ++i) {
        const Host& host = topology.hosts[i];
        std::set<Device> gpus;
        for (const Device device : host.devices) {
            if (device.kind == DeviceKind::Cuda && !gpus.insert(device).second)
                problems.push_back({Severity::Error,
                                    {LOCKSTEP_TEXT("%1 is named twice on %2; a GPU can be one rank."),
                                     {toString(device), nameOf(host)},
                                     keyOf(i, "devices")}});
        }
        if (host.devices.empty())
            problems.push_back({Severity::Warning,
                                {LOCKSTEP_TEXT("No device of %1 is chosen, so nothing trains there. Choose a "
                                               "device, or delete the host."),
                                 {nameOf(host)},
                                 keyOf(i, "devices")},
                                Remedy::None,
                                true});
    }
}

void findLonelyHosts(const Topology& topology, Problems& problems)
{
    const std::vector<std::size_t> hosts = hostsWithRanks(topology);
    for (const std::size_t host : hostsWithoutWay(topology, hosts))
        problems.push_back({Severity::Warning,
                            {LOCKSTEP_TEXT("No drawn link leads from %1 to %2, where rank 0 trains. Draw the "
                                           "missing link, or make sure that the two reach each other."),
                             {nameOf(topology.hosts[host]), nameOf(topology.hosts[hosts.front()])},
                             "topology.hosts." + std::to_string(host)},
                            Remedy::None,
                            true});
}

} // namespace

Problems topologyProblems(const Topology& topology)
{
    Problems problems;
    findTwins(topology, problems);
    findLonelyHosts(topology, problems);
    findDevices(topology, problems);
    findNamesakes(topology, problems);
    return problems;
}

/// Where every rank has a GPU, gradients do not take the connections that prove the run's secret.
std::optional<Sentence> openExchangeNote(const Topology& topology, StrategyKind strategy)
{
    if (hostsWithRanks(topology).size() < 2 || !sumsByNccl(topology, strategy))
        return std::nullopt;
    return Sentence(
        LOCKSTEP_TEXT("The GPUs of these hosts exchange gradients by NCCL: unencrypted, on ports of its own "
                      "that do not ask who connects. Use a network that you trust, or a VPN."));
}

} // namespace lockstep
