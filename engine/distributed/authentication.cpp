// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/authentication.h"

#include "engine/core/error.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

namespace lockstep {

namespace {

constexpr std::array<std::uint8_t, 8> kMagic = {'L', 'O', 'C', 'K', 'S', 'T', 'E', 'P'};

class Writer {
public:
    explicit Writer(std::span<std::uint8_t> out) : m_out(out) {}
    void bytes(std::span<const std::uint8_t> in)
    {
        std::copy(in.begin(), in.end(), m_out.begin());
        m_out = m_out.subspan(in.size());
    }
    void number(std::uint32_t value)
    {
        for (unsigned i = 0; i < 4; ++i)
            m_out[i] = static_cast<std::uint8_t>(value >> (8 * i));
        m_out = m_out.subspan(4);
    }

private:
    std::span<std::uint8_t> m_out;
};

class Reader {
public:
    explicit Reader(std::span<const std::uint8_t> in) : m_in(in) {}
    void bytes(std::span<std::uint8_t> out)
    {
        std::copy_n(m_in.begin(), out.size(), out.begin());
        m_in = m_in.subspan(out.size());
    }
    std::uint32_t number()
    {
        std::uint32_t value = 0;
        for (unsigned i = 0; i < 4; ++i)
            value |= static_cast<std::uint32_t>(m_in[i]) << (8 * i);
        m_in = m_in.subspan(4);
        return value;
    }

private:
    std::span<const std::uint8_t> m_in;
};

[[noreturn]] void throwCryptoFailed()
{
    throw EngineError(ExitCode::Failure,
                      {LOCKSTEP_TEXT("OpenSSL could not compute a digest or draw random bytes; "
                                     "its installation on this host is damaged."),
                       {},
                       {}});
}

Digest keyed(const RunToken& token, std::string_view label, std::span<const std::uint8_t> transcript)
{
    std::vector<std::uint8_t> message(label.begin(), label.end());
    message.push_back(0);
    message.insert(message.end(), transcript.begin(), transcript.end());
    return hmacSha256(token, message);
}

} // namespace

HelloBytes encode(const Hello& hello)
{
    HelloBytes bytes{};
    Writer writer(bytes);
    writer.bytes(kMagic);
    writer.number(kLinkVersion);
    writer.number(static_cast<std::uint32_t>(hello.kind));
    writer.bytes(hello.run);
    writer.number(hello.attempt);
    writer.number(hello.members);
    writer.number(hello.from);
    writer.number(hello.to);
    writer.bytes(hello.settings);
    writer.bytes(hello.nonce);
    return bytes;
}

bool mayBecomeHello(std::span<const std::uint8_t> bytes)
{
    const std::size_t known = std::min(bytes.size(), kMagic.size());
    return std::equal(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(known), kMagic.begin());
}

std::optional<Hello> parseHello(std::span<const std::uint8_t> bytes)
{
    if (bytes.size() != kHelloBytes || !mayBecomeHello(bytes))
        return std::nullopt;
    Reader reader(bytes.subspan(kMagic.size()));
    Hello hello;
    const std::uint32_t version = reader.number();
    const std::uint32_t kind = reader.number();
    if (version != kLinkVersion || kind > static_cast<std::uint32_t>(LinkKind::Rendezvous))
        return std::nullopt;
    hello.kind = static_cast<LinkKind>(kind);
    reader.bytes(hello.run);
    hello.attempt = reader.number();
    hello.members = reader.number();
    hello.from = reader.number();
    hello.to = reader.number();
    reader.bytes(hello.settings);
    reader.bytes(hello.nonce);
    return hello;
}

LinkProof::LinkProof(const RunToken& token, const Hello& hello, const Challenge& challenge)
{
    std::array<std::uint8_t, kHelloBytes + kChallengeBytes> transcript{};
    Writer writer(transcript);
    writer.bytes(encode(hello));
    writer.bytes(challenge.nonce);
    writer.bytes(challenge.settings);
    m_connector = keyed(token, "connector", transcript);
    m_acceptor = keyed(token, "acceptor", transcript);
    m_voteKey = keyed(token, "verdict", transcript);
    const Digest salt = sha256({reinterpret_cast<const char*>(transcript.data()), transcript.size()});
    m_connectorMessages = hkdfSha256(token, salt, "lockstep messages of the connector");
    m_acceptorMessages = hkdfSha256(token, salt, "lockstep messages of the acceptor");
}

LinkKeys LinkProof::keys(Side own) const
{
    if (own == Side::Connector)
        return {m_connectorMessages, m_acceptorMessages};
    return {m_acceptorMessages, m_connectorMessages};
}

Digest LinkProof::signature(std::span<const std::uint8_t> content, Side sender) const
{
    std::vector<std::uint8_t> message(content.begin(), content.end());
    message.push_back(sender == Side::Connector ? 'c' : 'a');
    return hmacSha256(m_voteKey, message);
}

VoteBytes LinkProof::sign(const MeshVote& vote, Side sender) const
{
    VoteBytes bytes{};
    Writer writer(bytes);
    const std::uint8_t kind = vote.kind;
    writer.bytes({&kind, 1});
    writer.number(vote.culprit);
    writer.bytes(signature(std::span(bytes).first(5), sender));
    return bytes;
}

std::optional<MeshVote> LinkProof::open(std::span<const std::uint8_t> bytes, Side sender) const
{
    if (bytes.size() != kVoteBytes || bytes[0] < MeshVote::Ready || bytes[0] > MeshVote::Differs ||
        !equalInConstantTime(bytes.subspan(5), signature(bytes.first(5), sender)))
        return std::nullopt;
    Reader reader(bytes.subspan(1));
    return MeshVote{static_cast<MeshVote::Kind>(bytes[0]), reader.number()};
}

Digest sha256(std::string_view text)
{
    Digest digest{};
    unsigned length = 0;
    if (EVP_Digest(text.data(), text.size(), digest.data(), &length, EVP_sha256(), nullptr) != 1)
        throwCryptoFailed();
    return digest;
}

Digest hmacSha256(std::span<const std::uint8_t> key, std::span<const std::uint8_t> message)
{
    Digest digest{};
    unsigned length = 0;
    if (!HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), message.data(), message.size(),
              digest.data(), &length) ||
        length != digest.size())
        throwCryptoFailed();
    return digest;
}

// Extract, then the first round of expand: no more than one is needed for 32 bytes.
Digest hkdfSha256(std::span<const std::uint8_t> key, std::span<const std::uint8_t> salt,
                  std::string_view info)
{
    const Digest extracted = hmacSha256(salt, key);
    std::vector<std::uint8_t> round(info.begin(), info.end());
    round.push_back(1);
    return hmacSha256(extracted, round);
}

bool equalInConstantTime(std::span<const std::uint8_t> left, std::span<const std::uint8_t> right)
{
    return left.size() == right.size() && CRYPTO_memcmp(left.data(), right.data(), left.size()) == 0;
}

Digest freshNonce()
{
    Digest nonce{};
    if (RAND_bytes(nonce.data(), static_cast<int>(nonce.size())) != 1)
        throwCryptoFailed();
    return nonce;
}

} // namespace lockstep
