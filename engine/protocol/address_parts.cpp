// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/address_parts.h"

namespace lockstep {
namespace {

/// The IPv6 address in the brackets at the beginning; nothing where there is none.
std::optional<std::string_view> bracketed(std::string_view text)
{
    const std::size_t close = text.find(']');
    if (!text.starts_with('[') || close == text.npos)
        return std::nullopt;
    const std::string_view inside = text.substr(1, close - 1);
    return inside.find(':') == inside.npos ? std::nullopt : std::optional(inside);
}

} // namespace

AddressParts partsOfAddress(std::string_view text)
{
    constexpr std::string_view kScheme = "ssh://";
    if (text.starts_with(kScheme))
        text.remove_prefix(kScheme.size());
    AddressParts parts;
    if (const std::size_t at = text.rfind('@'); at != text.npos) {
        parts.user = text.substr(0, at);
        text.remove_prefix(at + 1);
    }
    if (const auto address = bracketed(text)) {
        const std::string_view behind = text.substr(address->size() + 2);
        if (behind.empty() || behind.starts_with(':')) {
            parts.host = *address;
            parts.isBracketed = true;
            if (!behind.empty())
                parts.port = behind.substr(1);
            return parts;
        }
    }
    const std::size_t colon = text.find(':');
    parts.host = text;
    if (colon != text.npos && colon == text.rfind(':')) {
        parts.host = text.substr(0, colon);
        parts.port = text.substr(colon + 1);
    }
    return parts;
}

} // namespace lockstep
