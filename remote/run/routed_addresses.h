// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/host_report.h"

#include <map>
#include <optional>
#include <string>

namespace lockstep {

/// A host that looks for the address at which its processes are to be found by those of others.
struct AddressSeeker {
    const HostReport* report = nullptr;
    std::string address;   ///< where SSH came in; empty: unknown
    bool isChosen = false; ///< no other will do: a person has named its interface
};

/// By host an address that is its own end of the ways to those of all the others, as the hosts' own tables of
/// routes tell: then what ranks send each other leaves by the interface that they listen on. It is where SSH
/// came in wherever that is such an end; else that of a network which their tables name: a way that leads out
/// into the world, as to any address, does not show that somebody is there. None where no addresses fit all:
/// of hosts that are one machine, of old engines, and where SSH came in by IPv6, of which no table tells.
std::optional<std::map<std::size_t, std::string>>
routedAddresses(const std::map<std::size_t, AddressSeeker>& hosts);

} // namespace lockstep
