// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/authenticated_link.h"
#include "engine/distributed/messenger.h"
#include "engine/distributed/process_group.h"
#include "engine/protocol/topology.h"

#include <string>
#include <vector>

namespace lockstep {

/// How one process of a run with servers meets the others. Every rank is linked to every server and to nobody
/// else; members are counted over the ranks, then over the servers.
struct ServedMeshOptions {
    Role role = Role::Rank;
    int number = 0;                ///< within the role
    std::vector<Endpoint> ranks;   ///< by rank
    std::vector<Endpoint> servers; ///< by server, at least one
    int listenDescriptor = -1;     ///< bound and listening at its own place; taken over
    RunToken token{};
    std::string run; ///< with `attempt` part of what is proven, so that runs do not mix
    int attempt = 1;
    double connectSeconds = 30;   ///< until all must have arrived
    double timeoutSeconds = 30;   ///< without a byte moving, while somebody waits
    double outsideSeconds = 1800; ///< the same while the rank that is waited for saves, evaluates or loads
    double silenceSeconds = 6;    ///< without any byte from the other end, beats included: it is lost
    std::string settings;         ///< anything that must be equal everywhere; no secret
    bool seals = false;           ///< encrypt what they send each other; the same everywhere
    int cancelDescriptor = -1;    ///< borrowed; readable while they gather: give up (ExitCode::Stopped)

    int members() const { return static_cast<int>(ranks.size() + servers.size()); }
    int self() const { return number + (role == Role::Server ? static_cast<int>(ranks.size()) : 0); }
};

/// By member, as connectMesh(): a rank's to the servers, a server's to the ranks. Blocks.
std::vector<MeshLink> connectServedMesh(const ServedMeshOptions& options);
MessengerOptions messengerOptions(const ServedMeshOptions& options);

/// The ranks as a process group whose collectives go by the first server; also where there is but one rank.
/// Blocks until all have met. Takes no part in more than small data: sums of losses, hashes, statistics.
std::unique_ptr<ProcessGroup> makeServedProcessGroup(const ServedMeshOptions& options);

} // namespace lockstep
