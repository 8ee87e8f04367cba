// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/authenticated_link.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

/// The handshake of one connection, in bytes (all numbers little-endian):
///
///     connector -> acceptor   Hello: who I am, whom I want, a fresh nonce
///     acceptor -> connector   Challenge: a fresh nonce and my settings
///     connector -> acceptor   HMAC-SHA256(token, "connector" | Hello | Challenge)
///     acceptor -> connector   HMAC-SHA256(token, "acceptor" | Hello | Challenge)
///     both, when all their links stand    MeshVote, signed with HMAC-SHA256(token, "verdict" | Hello |
///     Challenge)
///
/// The acceptor proves nothing before the connector has proven itself, so a stranger that knocks learns
/// nothing that depends on the token; one that squats a port learns one HMAC of a 256-bit key, which is of no
/// use for any other connection.
///
/// What follows is sealed on a lease (message_seal.h), and between ranks and servers where that was chosen
/// (record_cipher.h), with a key for each direction: HKDF-SHA256(token, salt: SHA-256(Hello | Challenge),
/// info: "lockstep messages of the connector" or "... acceptor").
namespace lockstep {

constexpr std::uint32_t kLinkVersion = 2;

struct Hello {
    LinkKind kind = LinkKind::Rank;
    Digest run{}; ///< SHA-256 of the run id
    std::uint32_t attempt = 0;
    std::uint32_t members = 0;
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    Digest settings{};
    Digest nonce{};
    bool operator==(const Hello&) const = default;
};
constexpr std::size_t kHelloBytes = 8 + 4 + 4 + 32 + 4 * 4 + 32 + 32;
using HelloBytes = std::array<std::uint8_t, kHelloBytes>;
HelloBytes encode(const Hello& hello);
/// Nothing when magic, version or kind are not ours.
std::optional<Hello> parseHello(std::span<const std::uint8_t> bytes);
/// False as soon as `bytes` (the first ones of a connection) cannot become a Hello.
bool mayBecomeHello(std::span<const std::uint8_t> bytes);

struct Challenge {
    Digest nonce{};
    Digest settings{};
};
constexpr std::size_t kChallengeBytes = sizeof(Challenge);
static_assert(kChallengeBytes == 64);

/// How the mesh ended for the sender of this message.
struct MeshVote {
    enum Kind : std::uint8_t { Ready = 1, GaveUp = 2, Differs = 3 };
    Kind kind = Ready;
    std::uint32_t culprit = 0; ///< of GaveUp and Differs: the member it is about
};
constexpr std::size_t kVoteBytes = 1 + 4 + 32;
using VoteBytes = std::array<std::uint8_t, kVoteBytes>;

enum class Side { Connector, Acceptor };

/// The keyed values of one connection, fixed by its Hello and Challenge.
class LinkProof {
public:
    LinkProof(const RunToken& token, const Hello& hello, const Challenge& challenge);
    const Digest& of(Side side) const { return side == Side::Connector ? m_connector : m_acceptor; }
    VoteBytes sign(const MeshVote& vote, Side sender) const;
    /// Nothing when the signature is not `sender`'s.
    std::optional<MeshVote> open(std::span<const std::uint8_t> bytes, Side sender) const;
    /// What `own` side seals and opens the messages after the handshake with.
    LinkKeys keys(Side own) const;

private:
    Digest signature(std::span<const std::uint8_t> content, Side sender) const;

    Digest m_connector{};
    Digest m_acceptor{};
    Digest m_voteKey{};
    Digest m_connectorMessages{};
    Digest m_acceptorMessages{};
};

Digest sha256(std::string_view text);
Digest hmacSha256(std::span<const std::uint8_t> key, std::span<const std::uint8_t> message);
/// HKDF with SHA-256 (RFC 5869), the first 32 bytes.
Digest hkdfSha256(std::span<const std::uint8_t> key, std::span<const std::uint8_t> salt,
                  std::string_view info);
/// Takes the same time wherever the two differ.
bool equalInConstantTime(std::span<const std::uint8_t> left, std::span<const std::uint8_t> right);
/// From the kernel's generator. Throws EngineError(Failure) when there is none.
Digest freshNonce();

} // namespace lockstep
