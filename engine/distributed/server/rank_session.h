// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/messenger.h"
#include "engine/distributed/server/serving.h"

namespace lockstep {

/// One rank's link to a server: takes its requests one by one and answers them.
class RankSession {
public:
    /// `member`: of the server itself. Borrows `serving`.
    RankSession(int rank, int member, MeshLink link, int members, const MessengerOptions& options,
                Serving& serving);

    int rank() const { return m_rank; }
    /// Until the rank leaves. Throws EngineError when the link is lost or the rank asks for what cannot be,
    /// RankGate::Ended when the server has ended.
    void run();
    /// The following from any thread.
    Messenger& messenger() { return m_messenger; }

private:
    /// False: the rank leaves.
    bool serve(std::uint32_t sequence);
    void receive(std::uint64_t slot, std::span<std::byte> bytes);
    void send(std::uint64_t slot, std::span<const std::byte> bytes);

    const int m_rank;
    Serving& m_serving;
    Messenger m_messenger;
    Serving::Bytes m_payload;
};

} // namespace lockstep
