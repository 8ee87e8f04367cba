// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/authenticated_link.h"
#include "engine/distributed/message_seal.h"

#include <chrono>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

struct RendezvousOptions {
    int number = 0;  ///< of this process, 0 ... members - 1
    int members = 1; ///< how many processes the launcher started, >= 1
    Endpoint master; ///< numeric; where number 0 is found. It listens at that port, whatever the address
    RunToken token{};
    std::string run;              ///< part of what is proven, so that two jobs do not mix
    std::string settings;         ///< must be equal everywhere, such as the experiment; no secret
    double deadlineSeconds = 120; ///< until all are there, and of each exchange
    int cancelDescriptor = -1;    ///< borrowed; readable: give up with ExitCode::Stopped
};

/// What one member may hand in, in bytes.
inline constexpr std::size_t kMaxRendezvousBytes = 16u << 10;

/// How processes find each other that mpirun, srun or torchrun started, and no supervisor introduced: each
/// connects to number 0 and proves the token in both directions (connectMesh()), as strangers cannot.
/// What they tell each other afterwards is sealed, so nobody between them can change it; it is not encrypted.
/// Blocks the calling thread; not thread-safe.
class Rendezvous {
public:
    /// Returns when all have met. Throws EngineError as connectMesh() does, and HostUnreachable where
    /// number 0 cannot listen.
    explicit Rendezvous(const RendezvousOptions& options);

    /// What every member has handed in, by number; all make the same sequence of calls. Throws EngineError:
    /// PeerLost naming a member that left, fell silent or sent what was not its own, Stopped when cancelled.
    std::vector<std::string> exchange(std::string_view mine);

private:
    struct Link {
        /// REQUIRES: link.keys
        Link(int member, MeshLink link)
            : number(member), socket(std::move(link.socket)), sealer(link.keys->sending),
              opener(link.keys->receiving)
        {
        }
        int number;
        Descriptor socket;
        MessageSealer sealer;
        MessageOpener opener;
    };
    using Clock = std::chrono::steady_clock;

    void send(Link& link, std::string_view message, Clock::time_point deadline) const;
    std::string receive(Link& link, std::size_t most, Clock::time_point deadline) const;
    void receiveBytes(const Link& link, std::span<char> bytes, Clock::time_point deadline) const;
    void wait(const Link& link, short events, Clock::time_point deadline) const;
    [[noreturn]] void throwLost(const Link& link, const std::string& seen) const;

    int m_number;
    int m_members;
    std::chrono::duration<double> m_patience;
    int m_cancelDescriptor;
    std::vector<Link> m_links; ///< of number 0: to all others, ascending; of the others: to number 0
};

} // namespace lockstep
