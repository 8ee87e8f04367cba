// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/messenger.h"
#include "engine/distributed/server/request.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lockstep {

/// A rank's way to all servers of its run. A lost server ends it, as a lost rank ends a process group, with
/// the same errors. Requests come from one thread at a time.
class ServerLinks {
public:
    /// `links`: by member, ranks first and then servers; those of servers alone are there.
    ServerLinks(int rank, std::vector<MeshLink> links, const MessengerOptions& options);
    /// Tells the servers that this rank leaves, if nothing has ended the links.
    ~ServerLinks();
    ServerLinks(const ServerLinks&) = delete;
    ServerLinks& operator=(const ServerLinks&) = delete;

    int rank() const { return m_messenger.rank(); }
    int ranks() const { return m_ranks; }
    int servers() const { return m_messenger.worldSize() - m_ranks; }

    /// What one server is asked and what it answers. The memory stays until ask() returns.
    struct Part {
        Request request; ///< its `bytes` are those of `sent`
        std::span<const std::byte> sent;
        std::span<std::byte> received; ///< of the size that the reply has
        Reply reply;
    };
    /// By server. Returns when all have answered; throws what has ended the links.
    void ask(std::span<Part> parts);
    /// The first server alone; the others pass.
    void askFirst(Part& part);

    Messenger& messenger() { return m_messenger; }
    const Messenger& messenger() const { return m_messenger; }

private:
    const int m_ranks;
    Messenger m_messenger;
    std::uint32_t m_sequence = 0;
};

} // namespace lockstep
