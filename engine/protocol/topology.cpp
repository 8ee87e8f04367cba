// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/topology.h"

#include "engine/protocol/json_value.h"

#include <algorithm>
#include <charconv>

namespace lockstep {
namespace {

constexpr int kMaxDeviceIndex = 63;
constexpr std::size_t kMaxDevicesInText = 1024;

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
        text.remove_suffix(1);
    return text;
}

/// "0" ... "63" without sign or leading zero; -1 for anything else.
int parseIndex(std::string_view text)
{
    int index = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    const bool plain = !text.empty() && text[0] != '-' && (text[0] != '0' || text.size() == 1);
    return whole && plain && index <= kMaxDeviceIndex ? index : -1;
}

} // namespace

std::string toString(Device device)
{
    return device.kind == DeviceKind::Cpu ? "cpu" : "cuda:" + std::to_string(device.index);
}

Result<Device> parseDevice(std::string_view text)
{
    if (text == "cpu")
        return Device{};
    constexpr std::string_view kCuda = "cuda:";
    if (text.starts_with(kCuda)) {
        if (const int index = parseIndex(text.substr(kCuda.size())); index >= 0)
            return Device{DeviceKind::Cuda, index};
    }
    return Error{
        LOCKSTEP_TEXT("found %1, expected the device cpu, or cuda:0 to cuda:63."), {quotedText(text)}, {}};
}

Result<std::vector<Device>> parseDevices(std::string_view text)
{
    std::vector<Device> devices;
    if (trimmed(text).empty())
        return devices;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t comma = std::min(text.find(',', begin), text.size());
        const std::string_view part = trimmed(text.substr(begin, comma - begin));
        if (const int index = parseIndex(part); index >= 0) {
            devices.push_back({DeviceKind::Cuda, index});
        } else {
            const Result<Device> device = parseDevice(part);
            if (!device.ok())
                return device.error();
            devices.push_back(*device);
        }
        if (devices.size() > kMaxDevicesInText)
            return Error{LOCKSTEP_TEXT("found more than %1 devices, expected at most that many."),
                         {std::to_string(kMaxDevicesInText)},
                         {}};
        begin = comma + 1;
    }
    return devices;
}

std::string_view toString(Role role)
{
    return role == Role::Server ? "server" : "rank";
}

std::vector<Placement> placeRanks(const Topology& topology)
{
    std::vector<Placement> placements;
    for (std::size_t host = 0; host < topology.hosts.size(); ++host) {
        int localRank = 0;
        for (const Device device : topology.hosts[host].devices)
            placements.push_back(
                {static_cast<int>(placements.size()), localRank++, host, device, Role::Rank});
    }
    return placements;
}

std::vector<std::size_t> placeServers(const Topology& topology)
{
    const auto drawn = [](const Host& host) { return host.servers > 0; };
    const bool areDrawn = std::any_of(topology.hosts.begin(), topology.hosts.end(), drawn);
    std::vector<std::size_t> servers;
    for (std::size_t i = 0; i < topology.hosts.size(); ++i) {
        const Host& host = topology.hosts[i];
        const int count = areDrawn ? host.servers : (host.devices.empty() ? 0 : 1);
        servers.insert(servers.end(), static_cast<std::size_t>(count), i);
    }
    return servers;
}

} // namespace lockstep
