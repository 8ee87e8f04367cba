// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/authenticated_link.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <sys/uio.h>
#include <vector>

/// What is said on a link that seals, beneath its frames: a stream of records, as in TLS. A record is the
/// length of its text (4 bytes, little-endian), the text under AES-256-GCM, and the tag of 16 bytes.
///
/// Each direction of each connection has a key of its own (LinkKeys), and each record a number, which counts
/// from 0 at both ends and never travels: it is the 96-bit nonce, and the length is the associated data. So a
/// record that was changed, repeated, left out or moved does not open, and no nonce is used twice. A key
/// serves kRecordsPerKey records, 64 GiB: far below where AES-GCM wears out (NIST SP 800-38D; RFC 8446, 5.5);
/// HKDF makes the next one of it, at both ends.
namespace lockstep {

/// Of one record. A frame that is longer takes several.
constexpr std::size_t kMostRecordText = 64 << 10;
constexpr std::size_t kRecordHeaderBytes = 4;
constexpr std::size_t kRecordTagBytes = 16;
constexpr std::uint64_t kRecordsPerKey = 1 << 20;

/// One direction's key, and the number of the next record.
class RecordCipher {
public:
    /// Smaller numbers of records for a key are for tests. Throws EngineError(Failure) when OpenSSL fails, as
    /// do the others.
    RecordCipher(const Digest& key, std::uint64_t recordsPerKey, bool seals);
    ~RecordCipher();
    RecordCipher(RecordCipher&&) noexcept;

    void begin(std::span<const char> header);
    void pass(const char* from, std::size_t bytes, char* to);
    void finish(char* tag);
    /// Whether the text that passed is what was sealed.
    bool finishOpening(std::span<const char> tag);
    std::uint64_t number() const { return m_number; }

private:
    struct Context;
    void takeKey();
    void next();

    Digest m_key;
    const std::uint64_t m_recordsPerKey;
    const bool m_seals;
    std::uint64_t m_number = 0;
    std::unique_ptr<Context> m_context;
};

/// The sending end: text goes in, what is to be sent waits until it is. No lock, no socket.
class RecordSealer {
public:
    explicit RecordSealer(const Digest& key, std::uint64_t recordsPerKey = kRecordsPerKey)
        : m_cipher(key, recordsPerKey, true)
    {
    }
    /// Makes a record of the first bytes of `parts` and returns how many, at most kMostRecordText.
    std::size_t seal(std::span<const iovec> parts);
    /// What waits.
    std::span<const char> unsent() const { return std::span(m_records).subspan(m_sent, m_end - m_sent); }
    void sent(std::size_t bytes);

private:
    RecordCipher m_cipher;
    std::vector<char> m_records; ///< from m_sent to m_end: not sent
    std::size_t m_sent = 0;
    std::size_t m_end = 0;
};

/// The receiving end: what has come goes in, text comes out. No lock, no socket.
class RecordOpener {
public:
    explicit RecordOpener(const Digest& key, std::uint64_t recordsPerKey = kRecordsPerKey)
        : m_cipher(key, recordsPerKey, false)
    {
    }

    struct Result {
        enum Kind { Opened, NeedsBytes, Forged } kind = NeedsBytes;
        std::size_t bytes = 0; ///< of text
    };
    /// Puts the text of the next record, or the rest of the last, into `parts`. Until it is whole and proven,
    /// what it writes there is worth nothing; nothing opens after a forged one.
    Result open(std::span<const iovec> parts);
    /// open() has something to give without more bytes.
    bool isReady() const;
    /// The number of the record that comes next, or did not open.
    std::uint64_t number() const { return m_cipher.number(); }

    /// Where the next bytes from the network go. REQUIRES: open() needs bytes.
    std::span<char> room();
    void received(std::size_t bytes) { m_end += bytes; }

private:
    std::size_t textLength() const;
    bool isHeaderBad() const;
    Result rest(std::span<const iovec> parts);
    bool decrypt(std::span<const iovec> parts, std::size_t length);

    RecordCipher m_cipher;
    bool m_forged = false;
    std::vector<char> m_records; ///< from m_begin to m_end: received, not opened
    std::size_t m_begin = 0;
    std::size_t m_end = 0;
    std::vector<char> m_text; ///< of a record that had more of it than there was room for; from m_given on
    std::size_t m_given = 0;
};

} // namespace lockstep
