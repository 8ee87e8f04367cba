// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// A line of OpenSSH's client configuration (ssh_config(5)) that says something.
struct ConfigLine {
    int number = 0;      ///< from 1
    std::string keyword; ///< in lower case
    std::vector<std::string> arguments;
    bool isDamaged = false; ///< a quotation that does not end
};

/// Every such line of a text.
std::vector<ConfigLine> parseConfig(std::string_view text);

enum class ConfigOwner {
    User, ///< refused, as OpenSSH does, where others may write to it
    System
};
/// The text of a configuration file; nothing when there is none. At most 4 MiB.
Result<std::optional<std::string>> readConfig(const std::string& path, ConfigOwner owner);

} // namespace lockstep
