// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/socket.h"
#include "engine/protocol/experiment.h"

#include <string>
#include <vector>

namespace lockstep {

/// The address that this host's ranks and servers listen on: the one asked for, else that of the interface
/// which the experiment names for the host (IPv4 before IPv6), else the one SSH came in on, else, when other
/// hosts take part, the first address that is not loopback, else 127.0.0.1. Throws EngineError for an
/// interface without address, naming those that have one.
std::string chooseDataAddress(const std::string& asked, const Experiment& experiment, int host);

/// The first address that is not loopback, IPv4; else 127.0.0.1.
std::string firstRoutedAddress();

/// Listening sockets of one host and attempt.
struct DataPorts {
    Descriptor lease;
    std::vector<Descriptor> processes; ///< of its ranks, then of its servers
};
DataPorts bindDataPorts(const std::string& address, std::size_t processes);
/// The same sockets once more. Throws EngineError when there can be no more descriptors.
DataPorts duplicate(const DataPorts& ports);
/// Ends the connections that nobody has taken: they were meant for an attempt that is over.
void turnAwayWhoWaits(const DataPorts& ports);

} // namespace lockstep
