// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/server/served_mesh.h"

#include "engine/core/error.h"
#include "engine/distributed/authenticated_link.h"

#include <algorithm>

namespace lockstep {

std::vector<MeshLink> connectServedMesh(const ServedMeshOptions& options)
{
    LOCKSTEP_CHECK(!options.ranks.empty() && !options.servers.empty());
    const Descriptor listening(options.listenDescriptor);
    MeshOptions mesh;
    mesh.kind = LinkKind::Served;
    mesh.ranks = static_cast<int>(options.ranks.size());
    mesh.self = options.self();
    mesh.members = options.ranks;
    mesh.members.insert(mesh.members.end(), options.servers.begin(), options.servers.end());
    // Those of the own role take no part.
    const bool isRank = options.role == Role::Rank;
    const auto others = isRank ? mesh.members.begin() : mesh.members.begin() + mesh.ranks;
    std::fill(others, isRank ? mesh.members.begin() + mesh.ranks : mesh.members.end(), Endpoint{});
    mesh.listenDescriptor = listening.get();
    mesh.token = options.token;
    mesh.run = options.run;
    mesh.attempt = options.attempt;
    mesh.settings = "lockstep " LOCKSTEP_VERSION "\n" + options.settings;
    mesh.seals = options.seals;
    mesh.deadlineSeconds = options.connectSeconds;
    mesh.cancelDescriptor = options.cancelDescriptor;
    return connectMesh(mesh);
}

MessengerOptions messengerOptions(const ServedMeshOptions& options)
{
    const auto milliseconds = [](double seconds) {
        return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
    };
    MessengerOptions result;
    result.ranks = static_cast<int>(options.ranks.size());
    result.timeout = milliseconds(options.timeoutSeconds);
    result.outside = milliseconds(options.outsideSeconds);
    result.silence = milliseconds(options.silenceSeconds);
    // Several beats within each limit: they say whether the other end lives, and what it does.
    result.heartbeat = std::min({result.heartbeat, result.silence / 4, result.timeout / 4});
    return result;
}

} // namespace lockstep
