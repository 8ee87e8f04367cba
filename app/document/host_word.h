// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// How many ranks a list may give one host.
inline constexpr int kMaxRanksListed = 1024;

struct ListedHost {
    std::string user; ///< empty: not said
    std::string address;
    int port = 22;
    int ranks = 1; ///< 1 ... kMaxRanksListed
};

/// 1 ... 65535.
std::optional<int> portIn(std::string_view digits);

/// An IPv4 address of four numbers, or an IPv6 address.
bool isNumericHost(const std::string& address);

/// The hosts that one word names: `host`, `user@host:port`, `host:4` (four ranks), `[fd00::1]:22`,
/// `ssh://user@host:port`, and with brackets as in expandNodeNames. An error where it names none that a
/// resolver would find.
Result<std::vector<ListedHost>> readHostWord(std::string_view word);

} // namespace lockstep
