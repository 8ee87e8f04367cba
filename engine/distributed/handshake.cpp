// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/handshake.h"

#include "engine/core/error.h"

#include <cerrno>
#include <cstring>
#include <poll.h>
#include <sys/socket.h>

namespace lockstep {

namespace {

/// What must be the same at both ends.
Digest settingsOf(const MeshOptions& options)
{
    return sha256(options.seals ? options.settings + "\nsealed" : options.settings);
}

} // namespace

Handshake::Handshake(const MeshOptions& options, int peer, Descriptor socket, Clock::time_point until)
    : m_options(options), m_socket(std::move(socket)), m_until(until), m_side(Side::Connector),
      m_state(State::Connecting), m_peer(peer)
{
}

Handshake::Handshake(const MeshOptions& options, Descriptor socket, Clock::time_point until)
    : m_options(options), m_socket(std::move(socket)), m_until(until), m_side(Side::Acceptor),
      m_state(State::AwaitsHello), m_awaited(kHelloBytes)
{
}

short Handshake::events() const
{
    return m_state == State::Connecting ? POLLOUT : POLLIN;
}

LinkProof Handshake::proof() const
{
    return {m_options.token, m_hello, m_challenge};
}

Handshake::Outcome Handshake::advance()
{
    if (m_state == State::Connecting)
        return sendHello();
    const ssize_t count =
        ::recv(m_socket.get(), m_in.data() + m_received, m_awaited - m_received, MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
        return Outcome::Pending;
    if (count < 0)
        return refuse(std::strerror(errno));
    if (count == 0)
        return refuse(m_state == State::AwaitsAcceptorProof ? LOCKSTEP_TEXT("it refused our proof")
                                                            : LOCKSTEP_TEXT("it closed the connection"));
    m_received += static_cast<std::size_t>(count);
    if (m_state == State::AwaitsHello && !mayBecomeHello(std::span(m_in).first(m_received)))
        return refuse(LOCKSTEP_TEXT("it is a stranger"));
    if (m_received < m_awaited)
        return Outcome::Pending;
    switch (m_state) {
    case State::AwaitsHello:
        return answerHello();
    case State::AwaitsChallenge:
        return answerChallenge();
    case State::AwaitsConnectorProof:
        return answerProof();
    default:
        break;
    }
    if (!equalInConstantTime(std::span(m_in).first(m_awaited), proof().of(Side::Acceptor)))
        return refuse(LOCKSTEP_TEXT("it could not prove that it belongs to this run"));
    return Outcome::Proven;
}

Handshake::Outcome Handshake::sendHello()
{
    if (const int error = connectError(m_socket.get()); error != 0)
        return refuse(std::strerror(error));
    m_hello = {.kind = m_options.kind,
               .run = sha256(m_options.run),
               .attempt = static_cast<std::uint32_t>(m_options.attempt),
               .members = static_cast<std::uint32_t>(m_options.members.size()),
               .from = static_cast<std::uint32_t>(m_options.self),
               .to = static_cast<std::uint32_t>(m_peer),
               .settings = settingsOf(m_options),
               .nonce = freshNonce()};
    if (!send(encode(m_hello)))
        return refuse(LOCKSTEP_TEXT("it took no bytes"));
    await(State::AwaitsChallenge, kChallengeBytes);
    return Outcome::Pending;
}

Handshake::Outcome Handshake::answerHello()
{
    const std::optional<Hello> hello = parseHello(m_in);
    const auto self = static_cast<std::uint32_t>(m_options.self);
    if (!hello || hello->kind != m_options.kind || hello->run != sha256(m_options.run) ||
        hello->attempt != static_cast<std::uint32_t>(m_options.attempt) ||
        hello->members != m_options.members.size() || hello->to != self || hello->from <= self ||
        hello->from >= hello->members || m_options.members[hello->from].port == 0)
        return refuse(LOCKSTEP_TEXT("it is a stranger"));
    m_hello = *hello;
    m_peer = static_cast<int>(hello->from);
    m_challenge = {.nonce = freshNonce(), .settings = settingsOf(m_options)};
    std::array<std::uint8_t, kChallengeBytes> bytes{};
    std::memcpy(bytes.data(), &m_challenge, sizeof m_challenge);
    if (!send(bytes))
        return refuse(LOCKSTEP_TEXT("it took no bytes"));
    await(State::AwaitsConnectorProof, sizeof(Digest));
    return Outcome::Pending;
}

Handshake::Outcome Handshake::answerChallenge()
{
    std::memcpy(&m_challenge, m_in.data(), sizeof m_challenge);
    if (!send(proof().of(Side::Connector)))
        return refuse(LOCKSTEP_TEXT("it took no bytes"));
    await(State::AwaitsAcceptorProof, sizeof(Digest));
    return Outcome::Pending;
}

Handshake::Outcome Handshake::answerProof()
{
    const LinkProof expected = proof();
    if (!equalInConstantTime(std::span(m_in).first(m_awaited), expected.of(Side::Connector)))
        return refuse(LOCKSTEP_TEXT("it could not prove that it belongs to this run"));
    if (!send(expected.of(Side::Acceptor)))
        return refuse(LOCKSTEP_TEXT("it took no bytes"));
    return Outcome::Proven;
}

// Every message of the handshake is far smaller than an empty send buffer: a short write is a broken
// connection.
bool Handshake::send(std::span<const std::uint8_t> bytes)
{
    const ssize_t count = ::send(m_socket.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    return count == static_cast<ssize_t>(bytes.size());
}

void Handshake::await(State state, std::size_t bytes)
{
    m_state = state;
    m_awaited = bytes;
    m_received = 0;
}

Handshake::Outcome Handshake::refuse(std::string reason)
{
    m_reason = std::move(reason);
    return Outcome::Refused;
}

} // namespace lockstep
