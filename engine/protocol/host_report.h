// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/result.h"
#include "engine/protocol/topology.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

struct NetworkInterface {
    std::string name;
    std::vector<std::string> addresses; ///< numeric IPv4 and IPv6
    bool operator==(const NetworkInterface&) const = default;
};
struct GpuReport {
    int index = 0;
    std::string name;
    std::int64_t memoryBytes = 0;
    std::string driver;
    bool operator==(const GpuReport&) const = default;
};

/// What a host is; printed as JSON by `lockstep-engine probe` and sent in the Welcome of attach.
struct HostReport {
    std::string engine; ///< version of the engine
    std::string hostName;
    std::string system; ///< "Debian GNU/Linux 12 (bookworm)"
    std::string kernel;
    std::string processor;
    int cores = 0; ///< usable by this process (affinity and cgroup quota considered)
    std::int64_t memoryBytes = 0;
    std::int64_t memoryAvailableBytes = 0;
    std::int64_t diskFreeBytes = 0;           ///< where runs are kept
    std::vector<std::string> instructionSets; ///< "avx2", "avx512f", "amx_bf16", ...
    std::vector<NetworkInterface> interfaces;
    std::vector<GpuReport> gpus;
    std::string sshAddress; ///< this host's end of the SSH connection, empty without one
    /// The kinds of devices that the engine there can train on, "cpu" and "cuda", be such a device there or
    /// not. An engine that does not say it trains on processors.
    std::vector<std::string> deviceKinds{"cpu"};
    bool operator==(const HostReport&) const = default;
};
std::string toJson(const HostReport& report);
Result<HostReport> parseHostReport(std::string_view json);

/// How reports name a kind of device.
std::string_view toString(DeviceKind kind);

} // namespace lockstep
