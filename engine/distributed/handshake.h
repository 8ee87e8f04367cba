// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/authentication.h"

#include <chrono>
#include <string>

namespace lockstep {

/// One connection on its way to a proven link. Non-blocking; the owner polls the socket for events() and
/// calls advance(). Reads exactly the bytes of the handshake, never more.
class Handshake {
public:
    using Clock = std::chrono::steady_clock;
    enum class Outcome { Pending, Proven, Refused };

    /// Our own connection to `peer`, which may still be connecting.
    Handshake(const MeshOptions& options, int peer, Descriptor socket, Clock::time_point until);
    /// A connection that somebody made to us.
    Handshake(const MeshOptions& options, Descriptor socket, Clock::time_point until);

    Outcome advance();
    short events() const;
    int descriptor() const { return m_socket.get(); }
    Side side() const { return m_side; }
    /// Of an accepted connection -1 until it has sent a Hello that fits; believed only once Proven.
    int peer() const { return m_peer; }
    Clock::time_point until() const { return m_until; }
    /// Why it was refused, for the report at the deadline.
    const std::string& reason() const { return m_reason; }

    /// After Proven.
    Descriptor takeSocket() { return std::move(m_socket); }
    LinkProof proof() const;
    bool settingsAgree() const { return m_hello.settings == m_challenge.settings; }

private:
    enum class State { Connecting, AwaitsHello, AwaitsChallenge, AwaitsConnectorProof, AwaitsAcceptorProof };

    Outcome refuse(std::string reason);
    Outcome sendHello();
    Outcome answerHello();
    Outcome answerChallenge();
    Outcome answerProof();
    bool send(std::span<const std::uint8_t> bytes);
    void await(State state, std::size_t bytes);

    const MeshOptions& m_options;
    Descriptor m_socket;
    Clock::time_point m_until;
    Side m_side;
    State m_state;
    int m_peer = -1;
    Hello m_hello;
    Challenge m_challenge;
    HelloBytes m_in{}; ///< the longest message
    std::size_t m_received = 0;
    std::size_t m_awaited = 0;
    std::string m_reason;
};

} // namespace lockstep
