// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep {

/// A public key as it goes over the wire (RFC 4253 section 6.6).
struct HostKey {
    std::string type; ///< "ssh-ed25519"
    std::string blob;
};

/// From "ssh-ed25519" and "AAAA...": nothing when the text is no key of that type.
std::optional<HostKey> parseKey(std::string_view type, std::string_view base64);
/// "SHA256:..." as ssh-keygen prints it.
std::string fingerprintOf(std::string_view blob);

/// Nothing for what is not base64, or is empty.
std::optional<std::string> decodeBase64(std::string_view text);

/// Cuts the next field off a row of SSH's binary fields (RFC 4251 section 5); false when it is not whole.
class BlobReader {
public:
    explicit BlobReader(std::string_view bytes) : m_rest(bytes) {}
    bool atEnd() const { return m_rest.empty(); }
    bool skip(std::size_t bytes);
    bool takeByte(unsigned char& value);
    bool takeNumber(std::uint32_t& value);
    bool takeText(std::string_view& text); ///< a length of 32 bits, then so many bytes

private:
    std::string_view m_rest;
};

} // namespace lockstep
