// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep {

/// Types of draft-ietf-secsh-filexfer-02 section 3.
namespace sftp {
inline constexpr std::uint8_t kInit = 1, kVersion = 2, kOpen = 3, kClose = 4, kWrite = 6, kLstat = 7,
                              kOpendir = 11, kReaddir = 12, kRemove = 13, kMkdir = 14, kRmdir = 15,
                              kRename = 18, kStatus = 101, kHandle = 102, kName = 104, kAttributes = 105,
                              kExtended = 200, kExtendedReply = 201;
} // namespace sftp

/// Writes the integers and strings of a packet (big endian, RFC 4251 section 5).
class PacketWriter {
public:
    PacketWriter& byte(std::uint8_t value)
    {
        m_bytes += static_cast<char>(value);
        return *this;
    }
    PacketWriter& number(std::uint32_t value)
    {
        for (int shift = 24; shift >= 0; shift -= 8)
            m_bytes += static_cast<char>(value >> shift);
        return *this;
    }
    PacketWriter& number64(std::uint64_t value)
    {
        return number(static_cast<std::uint32_t>(value >> 32)).number(static_cast<std::uint32_t>(value));
    }
    PacketWriter& text(std::string_view value)
    {
        number(static_cast<std::uint32_t>(value.size()));
        m_bytes += value;
        return *this;
    }
    const std::string& bytes() const { return m_bytes; }

private:
    std::string m_bytes;
};

/// Reads them back; what is not there reads as 0 or empty and makes ok() false.
class PacketReader {
public:
    explicit PacketReader(std::string_view bytes) : m_rest(bytes) {}
    std::uint32_t number()
    {
        std::uint32_t value = 0;
        for (const char c : take(4))
            value = value << 8 | static_cast<unsigned char>(c);
        return value;
    }
    std::uint64_t number64()
    {
        const std::uint64_t high = number();
        return high << 32 | number();
    }
    std::string_view text() { return take(number()); }
    std::string_view take(std::size_t count)
    {
        if (count > m_rest.size())
            m_ok = false;
        const std::string_view part = m_rest.substr(0, m_ok ? count : 0);
        m_rest.remove_prefix(part.size());
        return part;
    }
    bool atEnd() const { return m_rest.empty(); }
    bool ok() const { return m_ok; }

private:
    std::string_view m_rest;
    bool m_ok = true;
};

} // namespace lockstep
