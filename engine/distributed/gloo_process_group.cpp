// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/gloo_process_group.h"

#include "engine/core/error.h"
#include "engine/distributed/authenticated_link.h"
#include "engine/distributed/gloo_group.h"
#include "engine/distributed/hostwise_process_group.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

MessengerOptions toMessengerOptions(const GlooGroupOptions& options)
{
    const auto milliseconds = [](double seconds) {
        return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
    };
    MessengerOptions result;
    result.timeout = milliseconds(options.timeoutSeconds);
    result.outside = milliseconds(options.outsideSeconds);
    result.silence = milliseconds(options.silenceSeconds);
    // Several beats within each limit: they say whether a rank lives, and who waits for whom.
    result.heartbeat = std::min({result.heartbeat, result.silence / 4, result.timeout / 4});
    return result;
}

MeshOptions meshOptions(const GlooGroupOptions& options)
{
    LOCKSTEP_CHECK(options.worldSize >= 1 && options.worldSize <= kMaxWorldSize);
    LOCKSTEP_CHECK(options.ranks.size() == static_cast<std::size_t>(options.worldSize));
    LOCKSTEP_CHECK(options.rank >= 0 && options.rank < options.worldSize);
    MeshOptions mesh;
    mesh.kind = LinkKind::Rank;
    mesh.self = options.rank;
    mesh.members = options.ranks;
    mesh.listenDescriptor = options.listenDescriptor;
    mesh.token = options.token;
    mesh.run = options.run;
    mesh.attempt = options.attempt;
    mesh.settings = "lockstep " LOCKSTEP_VERSION "\n" + options.settings;
    mesh.seals = options.seals;
    mesh.deadlineSeconds = options.connectSeconds;
    mesh.cancelDescriptor = options.cancelDescriptor;
    return mesh;
}

/// Connects all ranks, as often as the group is to have streams. Null where there is but one rank.
std::unique_ptr<GlooGroup> meet(const GlooGroupOptions& options)
{
    const Descriptor listening(options.listenDescriptor);
    MeshOptions mesh = meshOptions(options);
    if (options.worldSize == 1)
        return nullptr;
    const MessengerOptions messenger = toMessengerOptions(options);
    auto group = std::make_unique<GlooGroup>(options.rank, connectMesh(mesh), messenger,
                                             options.ranks[static_cast<std::size_t>(options.rank)].address);
    group->setSumWay(options.sumWay);
    const int streams = options.streams ? options.streams(group->longestRoundTrip()) : 1;
    for (int stream = 1; stream < streams; ++stream) {
        // Who is still busy with the stream before turns this one away, and is asked again.
        mesh.run = options.run + "\nstream " + std::to_string(stream);
        group->addStream(connectMesh(mesh), messenger);
    }
    return group;
}

} // namespace

std::unique_ptr<ProcessGroup> makeGlooProcessGroup(int rank, std::vector<MeshLink> links,
                                                   const MessengerOptions& options, std::string address)
{
    return std::make_unique<GlooGroup>(rank, std::move(links), options, std::move(address));
}

std::unique_ptr<ProcessGroup> makeGlooProcessGroup(GlooGroupOptions options)
{
    if (auto group = meet(options))
        return group;
    return makeSoloProcessGroup();
}

std::unique_ptr<ProcessGroup> makeHostwiseProcessGroup(GlooGroupOptions options, Descriptor memory,
                                                       const SumOrder& order)
{
    auto group = meet(options);
    if (!group)
        return makeSoloProcessGroup();
    group->sumHostwise(std::move(memory), order);
    return group;
}

} // namespace lockstep
