// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/process_group.h"
#include "engine/distributed/socket.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockstep {

/// What a link is for. Part of every proof, so a rank's link is never taken for a supervisor's lease. Served:
/// between a rank and a server. Pair: between two hosts that measure the network or copy data. Rendezvous: to
/// the first of the processes that a launcher started.
enum class LinkKind { Rank, Lease, Served, Pair, Rendezvous };

using Digest = std::array<std::uint8_t, 32>;

/// Of one link, for its messages after the handshake; both ends derive them, nobody else can.
struct LinkKeys {
    Digest sending{};
    Digest receiving{};
};

/// A connection whose other end has proven itself.
struct MeshLink {
    MeshLink() = default;
    MeshLink(Descriptor connection) : socket(std::move(connection)) {} // NOLINT(google-explicit-constructor)

    Descriptor socket;
    std::optional<LinkKeys> keys; ///< of one whose messages are sealed
};

struct MeshOptions {
    LinkKind kind = LinkKind::Rank;
    int ranks = 0; ///< Served: members from this number on are servers
    int self = 0;
    std::vector<Endpoint> members; ///< by number; port 0: takes no part (its place in the result stays empty)
    int listenDescriptor =
        -1; ///< borrowed; bound and listening at members[self], unused without higher members
    RunToken token{};
    std::string run;
    int attempt = 1;
    std::string settings; ///< anything else that must be equal on all members, such as a version; no secret
    bool seals = false;   ///< what follows is to be sealed: the links have keys; equal on all members
    double deadlineSeconds = 30; ///< until the whole mesh must stand
    double handshakeSeconds = 5; ///< that one connection may take to prove itself
    std::size_t maxPending =
        64; ///< accepted connections that have not proven themselves; the oldest goes first
    int cancelDescriptor = -1; ///< borrowed; readable: give up with ExitCode::Stopped
    int segmentBytes = 0;      ///< at most, of TCP over our own connections; 0: what the way allows
};

/// What the mesh met on its way; for journals and tests.
struct MeshStatistics {
    int strangers = 0; ///< accepted, but turned away
    int retries = 0;   ///< own attempts that did not lead to a member
};

/// Connects every member with every other one and returns one link per member, by number (empty for self
/// and absent ones): connected, non-blocking, TCP_NODELAY, nothing read or written beyond the handshake.
///
/// The higher number connects to the lower one. Both prove with HMAC-SHA256 that they know the token, over
/// kind, run, attempt, numbers, settings and two fresh nonces; the token itself never crosses the wire, and
/// who cannot prove it is dropped without having learnt more than run digest and numbers. Members that are
/// done tell each other, and nobody returns before all of them are: a mesh comes whole or not at all. A
/// member that gives up tells the others why, so that all name the same absent ones.
///
/// What that protects is the start of a link. The bytes that follow are neither encrypted nor signed where
/// `seals` is false: whoever controls the network between two hosts can read and change them; use a trusted
/// network. With `seals` ranks and servers encrypt all they say (record_cipher.h), and supervisors sign it
/// (message_seal.h).
///
/// Throws EngineError(PeerLost) naming the members that never arrived and what was seen of each, or those
/// started with other settings; EngineError(Stopped) when cancelled. Blocks the calling thread; no global
/// state.
std::vector<MeshLink> connectMesh(const MeshOptions& options, MeshStatistics* statistics = nullptr);

} // namespace lockstep
