// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/record_cipher.h"

#include "engine/core/error.h"
#include "engine/distributed/authentication.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace lockstep {

namespace {

static_assert(std::endian::native == std::endian::little, "lengths are written as they lie in memory");

constexpr std::size_t kLongestRecord = kRecordHeaderBytes + kMostRecordText + kRecordTagBytes;
/// At first there is room for beats; a link that carries much gets room for much.
constexpr std::size_t kFirstRoom = 4 << 10;

void require(bool succeeded)
{
    if (!succeeded)
        throw EngineError(
            ExitCode::Failure,
            {LOCKSTEP_TEXT("OpenSSL could not encrypt with AES-256-GCM; its installation on this "
                           "host is damaged or does not allow it."),
             {},
             {}});
}

std::size_t sizeOf(std::span<const iovec> parts)
{
    std::size_t size = 0;
    for (const iovec& part : parts)
        size += part.iov_len;
    return size;
}

/// The first `bytes` bytes of `parts`, piece by piece.
template <typename Function>
void forFirst(std::span<const iovec> parts, std::size_t bytes, Function&& function)
{
    for (const iovec& part : parts) {
        const std::size_t count = std::min(bytes, part.iov_len);
        if (count > 0)
            function(static_cast<char*>(part.iov_base), count);
        bytes -= count;
    }
}

unsigned char* octets(char* bytes)
{
    return reinterpret_cast<unsigned char*>(bytes);
}

const unsigned char* octets(const char* bytes)
{
    return reinterpret_cast<const unsigned char*>(bytes);
}

} // namespace

struct RecordCipher::Context {
    Context() : evp(EVP_CIPHER_CTX_new()) { require(evp != nullptr); }
    ~Context() { EVP_CIPHER_CTX_free(evp); } // wipes the key
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;
    EVP_CIPHER_CTX* evp;
};

RecordCipher::RecordCipher(const Digest& key, std::uint64_t recordsPerKey, bool seals)
    : m_key(key), m_recordsPerKey(recordsPerKey), m_seals(seals), m_context(std::make_unique<Context>())
{
    takeKey();
}

RecordCipher::~RecordCipher()
{
    OPENSSL_cleanse(m_key.data(), m_key.size());
}

RecordCipher::RecordCipher(RecordCipher&&) noexcept = default;

void RecordCipher::takeKey()
{
    require(EVP_CipherInit_ex(m_context->evp, EVP_aes_256_gcm(), nullptr, m_key.data(), nullptr,
                              m_seals ? 1 : 0) == 1);
}

void RecordCipher::begin(std::span<const char> header)
{
    std::array<unsigned char, 12> nonce{};
    std::memcpy(nonce.data(), &m_number, sizeof m_number);
    require(EVP_CipherInit_ex(m_context->evp, nullptr, nullptr, nullptr, nonce.data(), -1) == 1);
    int count = 0;
    require(EVP_CipherUpdate(m_context->evp, nullptr, &count, octets(header.data()),
                             static_cast<int>(header.size())) == 1);
}

void RecordCipher::pass(const char* from, std::size_t bytes, char* to)
{
    int count = 0;
    require(EVP_CipherUpdate(m_context->evp, octets(to), &count, octets(from), static_cast<int>(bytes)) ==
                1 &&
            count == static_cast<int>(bytes));
}

void RecordCipher::finish(char* tag)
{
    int count = 0;
    require(EVP_CipherFinal_ex(m_context->evp, octets(tag), &count) == 1 &&
            EVP_CIPHER_CTX_ctrl(m_context->evp, EVP_CTRL_AEAD_GET_TAG, kRecordTagBytes, tag) == 1);
    next();
}

bool RecordCipher::finishOpening(std::span<const char> tag)
{
    std::array<char, kRecordTagBytes> expected{};
    std::copy_n(tag.begin(), expected.size(), expected.begin());
    require(EVP_CIPHER_CTX_ctrl(m_context->evp, EVP_CTRL_AEAD_SET_TAG, kRecordTagBytes, expected.data()) ==
            1);
    int count = 0;
    std::array<unsigned char, kRecordTagBytes> nothing{};
    if (EVP_CipherFinal_ex(m_context->evp, nothing.data(), &count) != 1)
        return false;
    next();
    return true;
}

void RecordCipher::next()
{
    if (++m_number % m_recordsPerKey != 0)
        return;
    m_key = hkdfSha256(m_key, {}, "lockstep next key");
    takeKey();
}

std::size_t RecordSealer::seal(std::span<const iovec> parts)
{
    const std::size_t length = std::min(sizeOf(parts), kMostRecordText);
    if (length == 0)
        return 0;
    const std::size_t begin = m_end;
    m_end += kRecordHeaderBytes + length + kRecordTagBytes;
    if (m_records.size() < m_end)
        m_records.resize(m_end);
    char* to = m_records.data() + begin;
    const auto header = static_cast<std::uint32_t>(length);
    std::memcpy(to, &header, sizeof header);
    m_cipher.begin({to, kRecordHeaderBytes});
    to += kRecordHeaderBytes;
    forFirst(parts, length, [&](const char* from, std::size_t bytes) {
        m_cipher.pass(from, bytes, to);
        to += bytes;
    });
    m_cipher.finish(to);
    return length;
}

void RecordSealer::sent(std::size_t bytes)
{
    m_sent += bytes;
    if (m_sent == m_end)
        m_sent = m_end = 0;
}

std::size_t RecordOpener::textLength() const
{
    std::uint32_t length = 0;
    std::memcpy(&length, m_records.data() + m_begin, sizeof length);
    return length;
}

bool RecordOpener::isHeaderBad() const
{
    return m_end - m_begin >= kRecordHeaderBytes && (textLength() == 0 || textLength() > kMostRecordText);
}

bool RecordOpener::isReady() const
{
    if (m_given < m_text.size() || m_forged || isHeaderBad())
        return true;
    const std::size_t here = m_end - m_begin;
    return here >= kRecordHeaderBytes && here >= kRecordHeaderBytes + textLength() + kRecordTagBytes;
}

RecordOpener::Result RecordOpener::open(std::span<const iovec> parts)
{
    if (m_given < m_text.size())
        return rest(parts);
    if (!isReady())
        return {Result::NeedsBytes, 0};
    if (m_forged || isHeaderBad()) {
        m_forged = true;
        return {Result::Forged, 0};
    }
    const std::size_t length = textLength();
    if (length <= sizeOf(parts))
        return decrypt(parts, length) ? Result{Result::Opened, length} : Result{Result::Forged, 0};
    m_text.resize(length);
    m_given = 0;
    const iovec aside{m_text.data(), length};
    if (decrypt({&aside, 1}, length))
        return rest(parts);
    m_text.clear();
    return {Result::Forged, 0};
}

RecordOpener::Result RecordOpener::rest(std::span<const iovec> parts)
{
    const std::size_t length = std::min(sizeOf(parts), m_text.size() - m_given);
    forFirst(parts, length, [&](char* to, std::size_t bytes) {
        std::memcpy(to, m_text.data() + m_given, bytes);
        m_given += bytes;
    });
    return {Result::Opened, length};
}

bool RecordOpener::decrypt(std::span<const iovec> parts, std::size_t length)
{
    const char* from = m_records.data() + m_begin;
    m_cipher.begin({from, kRecordHeaderBytes});
    from += kRecordHeaderBytes;
    forFirst(parts, length, [&](char* to, std::size_t bytes) {
        m_cipher.pass(from, bytes, to);
        from += bytes;
    });
    m_forged = !m_cipher.finishOpening({from, kRecordTagBytes});
    m_begin += kRecordHeaderBytes + length + kRecordTagBytes;
    return !m_forged;
}

std::span<char> RecordOpener::room()
{
    std::copy(m_records.begin() + static_cast<std::ptrdiff_t>(m_begin),
              m_records.begin() + static_cast<std::ptrdiff_t>(m_end), m_records.begin());
    m_end -= m_begin;
    m_begin = 0;
    // Twice the longest, so that most reads bring whole ones.
    const bool carriesMuch = m_end >= kRecordHeaderBytes && textLength() > kFirstRoom / 2;
    const std::size_t wanted = carriesMuch ? 2 * kLongestRecord : kFirstRoom;
    if (m_records.size() < wanted)
        m_records.resize(wanted);
    return std::span(m_records).subspan(m_end);
}

} // namespace lockstep
