// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/handshake.h"
#include "engine/protocol/sentence.h"

#include <list>
#include <optional>
#include <vector>

struct pollfd;

namespace lockstep {

/// The work behind connectMesh(): one thread, poll(), no blocking call.
class MeshBuilder {
public:
    MeshBuilder(const MeshOptions& options, MeshStatistics& statistics);
    std::vector<MeshLink> build();

private:
    using Clock = std::chrono::steady_clock;
    using Handshakes = std::list<Handshake>;

    struct Member {
        Descriptor socket;
        std::optional<LinkProof> proof; ///< of the link, while there is one
        Side side = Side::Connector;    ///< ours
        bool readySent = false;
        bool ready = false; ///< it has told us that its mesh stands
        VoteBytes in{};
        std::size_t received = 0;
        // Our attempts to connect to it.
        bool trying = false;
        Clock::time_point nextTry;
        std::chrono::milliseconds pause{20};
        std::optional<Clock::time_point> leftAt; ///< its proven link broke, and there is no new one yet
        std::string seen;                        ///< what went wrong last, for the report
    };

    bool takesPart(int number) const;
    bool isComplete() const;
    bool isHopeless(Clock::time_point now) const;
    void connectMissing(Clock::time_point now);
    void announceReady();
    void pollOnce();
    void readVote(int number);
    void advance(Handshakes::iterator handshake);
    void drop(Handshakes::iterator handshake);
    void link(Handshake& handshake);
    void unlink(int number, std::string seen);
    void acceptMany();
    void makeRoom();
    // mesh_end.cpp: how a mesh that does not come about ends
    void tellAll(const MeshVote& vote);
    Sentence name(int number) const;
    std::string describeMissing(std::uint32_t& first) const;
    std::string whatWasSeen(int number) const;
    [[noreturn]] void giveUp();
    [[noreturn]] void throwTheirVote(int number, const MeshVote& vote);
    [[noreturn]] void throwDiffers(int number);
    [[noreturn]] void throwCancelled();

    const MeshOptions& m_options;
    MeshStatistics& m_statistics;
    Clock::time_point m_start;
    Clock::time_point m_end;
    std::vector<Member> m_members;
    Handshakes m_handshakes; ///< oldest first
};

} // namespace lockstep
