// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/result.h"

#include <compare>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// Members of a JSON object that this version does not know, by key, each value as JSON text. They are
/// written back unchanged, so that a newer version's document survives a visit here.
using UnknownFields = std::map<std::string, std::string>;

enum class DeviceKind { Cpu, Cuda };

/// One compute unit of a host. Written `cpu` or `cuda:INDEX`.
struct Device {
    DeviceKind kind = DeviceKind::Cpu;
    int index = 0; ///< 0 ... 63; always 0 for a CPU
    auto operator<=>(const Device&) const = default;
};
std::string toString(Device device);
Result<Device> parseDevice(std::string_view text);
/// A comma-separated list: "cpu,cpu" (two ranks share the CPU), "cuda:0,cuda:2", or bare GPU indices "0,2".
Result<std::vector<Device>> parseDevices(std::string_view text);

/// How the desktop reaches a host: a process on this computer, or SSH.
enum class Connection { Local, Ssh };

/// Where something stands on the canvas, in scene units (1 unit = 1 logical pixel at zoom 100 %).
struct Position {
    double x = 0;
    double y = 0;
    UnknownFields unknown = {};
    bool operator==(const Position&) const = default;
};

struct Host {
    std::string id;   ///< unique among hosts, switches and networks, stable when renamed; links refer to it
    std::string name; ///< what people see
    Connection connection = Connection::Ssh;
    std::string address;   ///< host name or IP address; empty for Connection::Local
    int port = 22;         ///< 1 ... 65535
    std::string user;      ///< empty: the user's own name
    std::string interface; ///< network interface for data between ranks; empty: what routes to its peers
    std::vector<Device> devices; ///< one rank each, in this order
    int servers = 0;             ///< parameter servers that run on it, 0 ... 64; see placeServers()
    int gpus = 0;                ///< how many GPUs it has, 0 ... 64; 0: not stated
    std::string facts;  ///< what it is made of, in a person's words: "RTX 3080, 4 cores, 8 GB, 200 GB"
    std::string region; ///< where it stands, in a person's words
    std::string image;  ///< the system that it runs, in a person's words
    Position position;
    UnknownFields unknown;
    bool operator==(const Host&) const = default;
};

/// A shared segment: what its links carry crosses it together.
struct Switch {
    std::string id;
    std::string name;
    std::optional<double> bandwidthMbps; ///< of all its links together, > 0; absent: it holds nothing back
    Position position;
    UnknownFields unknown;
    bool operator==(const Switch&) const = default;
};

/// A labelled area of the drawing. What stands wholly on it moves with it; links never end at it.
struct Network {
    std::string id; ///< unique among hosts, switches and networks
    std::string name;
    Position position; ///< its upper left corner
    double width = 480;
    double height = 320;
    UnknownFields unknown;
    bool operator==(const Network&) const = default;
};
inline constexpr double kLeastNetworkSide = 48;

/// A drawn connection between two hosts or switches, named by id.
struct Link {
    std::string from;
    std::string to;
    std::optional<double> bandwidthMbps; ///< megabits (10^6) per second, > 0; absent: not stated
    std::optional<double> latencyMs;     ///< one way, >= 0
    std::string note;
    UnknownFields unknown;
    bool operator==(const Link&) const = default;
};

/// How many hosts, switches, networks and links a topology holds at most, each.
inline constexpr std::size_t kMaxHosts = 1024;
inline constexpr std::size_t kMaxLinks = 16384;

struct Topology {
    std::vector<Host> hosts;
    std::vector<Switch> switches;
    std::vector<Network> networks;
    std::vector<Link> links;
    UnknownFields unknown;
    bool operator==(const Topology&) const = default;
};

/// What a process of a run is: a rank trains a replica, a server keeps weights for the ranks.
enum class Role { Rank, Server };
std::string_view toString(Role role);

/// Where one process of a run stands: a rank, unless it says otherwise.
struct Placement {
    int rank = 0;         ///< its number within its role; of ranks: 0 ... world size - 1
    int localRank = 0;    ///< within its role and host: 0 ... those of that host - 1
    std::size_t host = 0; ///< index into Topology::hosts
    Device device;
    Role role = Role::Rank;
    std::vector<Device> furtherDevices{}; ///< that hold the later layers of a rank's model, in their order
    bool operator==(const Placement&) const = default;
};

/// The one definition of rank order: hosts as listed, and within a host its devices as listed.
/// Hosts without devices get no rank.
std::vector<Placement> placeRanks(const Topology& topology);

/// The host of each parameter server: hosts as listed, each with those that are drawn on it; where none is
/// drawn at all, one on each host with ranks.
std::vector<std::size_t> placeServers(const Topology& topology);

} // namespace lockstep
