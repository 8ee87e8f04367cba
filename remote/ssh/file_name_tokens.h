// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/ssh/ssh_options.h"
#include "remote/ssh/tcp_connect.h"

#include <optional>
#include <string>

namespace lockstep {

/// The name of a file as ssh_config(5) writes it, with "~", the tokens of the section TOKENS and ${VARIABLES}
/// replaced; nothing when it holds one that is unknown or not set. `alias`: HostKeyAlias, or empty.
std::optional<std::string> expandFileName(const std::string& name, const SshTarget& target,
                                          const SshOptions& options, const std::string& alias);

} // namespace lockstep
