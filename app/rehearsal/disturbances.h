// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/elements.h"
#include "remote/rehearsal/rehearsal_plan.h"

#include <map>
#include <string>

namespace lockstep {

/// What a person does to a host while a rehearsal runs.
enum class HostAct { Pause, Continue, Slow, Relieve, SlowData, RelieveData, Kill };

/// What has been done to a host, and not been undone.
struct HostDisturbance {
    bool isPaused = false;    ///< nothing computes there
    bool isSlowed = false;    ///< something else computes there too
    bool hasSlowData = false; ///< its ranks wait for their batches
    bool isKilled = false;    ///< for good
    bool operator==(const HostDisturbance&) const = default;
};

/// In what a rehearsed cluster is unlike the drawn one for the time being; hosts by their ids.
struct Disturbances {
    std::map<LinkKey, LinkState> links;
    std::map<std::string, HostDisturbance> hosts;
    bool isEmpty() const { return links.empty() && hosts.empty(); }
    bool operator==(const Disturbances&) const = default;
};

} // namespace lockstep
