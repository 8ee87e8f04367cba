// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace lockstep {

/// What a person writes for a host, taken apart and not yet checked: `host`, `user@host:22`, `[fd00::1]:22`,
/// `ssh://user@host`. Views into the text.
struct AddressParts {
    std::optional<std::string_view> user; ///< before the last @, which may be nothing
    std::string_view host;                ///< without the brackets that hold an IPv6 address
    std::optional<std::string_view> port; ///< behind the colon, which may be nothing or no number
    bool isBracketed = false;             ///< `host` stood in brackets
};

/// Brackets at the beginning that hold a colon are those of an IPv6 address (RFC 3986, 3.2.2); others are
/// part of a name. Without them, a text with several colons is an address as a whole.
AddressParts partsOfAddress(std::string_view text);

} // namespace lockstep
