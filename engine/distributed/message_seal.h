// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/authenticated_link.h"

#include <optional>
#include <string>
#include <string_view>

namespace lockstep {

/// Seals the messages of one direction of a proven link: HMAC-SHA256 under a key that only the two ends know,
/// over the number of the message, its type and its bytes. The number counts from 0 at both ends and never
/// travels, so a message that was forged, changed, repeated, left out or moved does not open.
class MessageSealer {
public:
    explicit MessageSealer(const Digest& key) : m_key(key) {}
    /// The message with its seal behind it.
    std::string seal(std::uint16_t type, std::string_view message);

private:
    Digest m_key;
    std::uint64_t m_number = 0;
};

class MessageOpener {
public:
    explicit MessageOpener(const Digest& key) : m_key(key) {}
    /// The message that was sealed. Nothing: it is not the next one of the other end, and no later one will
    /// open.
    std::optional<std::string> open(std::uint16_t type, std::string_view sealed);

private:
    Digest m_key;
    std::uint64_t m_number = 0;
};

} // namespace lockstep
