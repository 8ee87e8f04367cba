// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/data_ports.h"

#include "engine/host/host_names.h"
#include "engine/host/host_probe.h"
#include "engine/host/system_calls.h"
#include "engine/protocol/process_placement.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/socket.h>

namespace lockstep {
namespace {

bool isIpv4(const std::string& address)
{
    return address.find(':') == std::string::npos;
}

bool isLoopback(const std::string& address)
{
    return address.starts_with("127.") || address == "::1";
}

std::string addressOfInterface(const std::string& name)
{
    std::string names;
    for (NetworkInterface& interface : probeInterfaces()) {
        names += (names.empty() ? "" : ", ") + interface.name;
        std::stable_partition(interface.addresses.begin(), interface.addresses.end(), isIpv4);
        if (interface.name == name && !interface.addresses.empty())
            return interface.addresses.front();
    }
    throw refusal(LOCKSTEP_TEXT("This host has no network interface %1 with an address; it has %2."),
                  {name, names});
}

Descriptor duplicate(const Descriptor& descriptor)
{
    Descriptor copy(::fcntl(descriptor.get(), F_DUPFD_CLOEXEC, 3));
    if (!copy)
        throw systemError(LOCKSTEP_TEXT("keep a port for another attempt"), errno);
    return copy;
}

/// REQUIRES: it does not block.
void turnAway(const Descriptor& listener)
{
    while (Descriptor(::accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC))) {
    }
}

bool hasOtherHosts(const Experiment& experiment, int host)
{
    const auto placements = placeProcesses(experiment);
    return std::any_of(placements.begin(), placements.end(), [&](const Placement& placement) {
        return placement.host != static_cast<std::size_t>(host);
    });
}

} // namespace

std::string firstRoutedAddress()
{
    for (const NetworkInterface& interface : probeInterfaces()) {
        for (const std::string& address : interface.addresses) {
            if (isIpv4(address) && !isLoopback(address))
                return address;
        }
    }
    return "127.0.0.1";
}

std::string chooseDataAddress(const std::string& asked, const Experiment& experiment, int host)
{
    if (!asked.empty())
        return asked;
    const Host& drawn = experiment.topology.hosts.at(static_cast<std::size_t>(host));
    if (!drawn.interface.empty())
        return addressOfInterface(drawn.interface);
    if (const std::string address = sshServerAddress(); !address.empty())
        return address;
    return hasOtherHosts(experiment, host) ? firstRoutedAddress() : "127.0.0.1";
}

DataPorts bindDataPorts(const std::string& address, std::size_t processes)
{
    DataPorts ports;
    ports.lease = listenOn(address);
    for (std::size_t i = 0; i < processes; ++i)
        ports.processes.push_back(listenOn(address));
    return ports;
}

DataPorts duplicate(const DataPorts& ports)
{
    DataPorts copies;
    copies.lease = duplicate(ports.lease);
    for (const Descriptor& port : ports.processes)
        copies.processes.push_back(duplicate(port));
    return copies;
}

void turnAwayWhoWaits(const DataPorts& ports)
{
    turnAway(ports.lease);
    for (const Descriptor& port : ports.processes)
        turnAway(port);
}

} // namespace lockstep
