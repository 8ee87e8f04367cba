// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/attach_messages.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// What a host keeps below its `.lockstep`: runs, whoever began them, and what was deployed. Messages of the
/// attach conversation (FORMAT.md, section 3), written by toJson() and read by parseMessage().
namespace lockstep {

/// A run, or what is left of one.
struct KeptRun {
    RunState state;          ///< without its files
    int processes = 0;       ///< that carry its mark; left over where the run has ended
    std::uint64_t bytes = 0; ///< on the disk; 0: its folder is gone

    bool goesOn() const { return !hasEnded(state.phase); }
    bool hasLeftProcesses() const { return !goesOn() && processes > 0; }
    bool mayBeRemoved() const { return !goesOn() && processes == 0 && bytes > 0; }
    bool operator==(const KeptRun&) const = default;
};

enum class DeploymentKind { Engine, Libraries };
std::string_view toString(DeploymentKind kind);

/// What stands against deleting a deployment.
enum class DeploymentUse {
    None,
    Arriving, ///< it has no name yet, and may still be on its way: less than a day old
    Running,  ///< processes run from it
};
std::string_view toString(DeploymentUse use);

struct DeploymentReference {
    DeploymentKind kind = DeploymentKind::Engine;
    std::string name; ///< SHA-256 of its manifest; ".tmp-..." where it never arrived
    bool operator==(const DeploymentReference&) const = default;
};

struct Deployment {
    DeploymentReference reference;
    std::uint64_t bytes = 0;    ///< on the disk
    std::int64_t arrivedMs = 0; ///< wall clock, milliseconds since 1970-01-01 UTC
    DeploymentUse use = DeploymentUse::None;
    std::vector<std::string> runs; ///< whose processes run from it, sorted
    bool operator==(const Deployment&) const = default;
};

struct HostInventory {
    std::vector<KeptRun> runs; ///< the newest first
    int omitted = 0;           ///< the oldest runs that a frame had no room for
    std::vector<Deployment> deployments;
    bool operator==(const HostInventory&) const = default;
};

/// Whether a folder of that name may be a deployment.
bool isDeploymentName(std::string_view name);

std::string toJson(const DeploymentReference&);
std::string toJson(const HostInventory&);

template <>
Result<DeploymentReference> parseMessage(std::string_view json);
template <>
Result<HostInventory> parseMessage(std::string_view json);

} // namespace lockstep
