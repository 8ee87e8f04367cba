// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/result.h"
#include "remote/ssh/ssh_options.h"
#include "remote/ssh/tcp_connect.h"

#include <string>
#include <vector>

namespace lockstep {

/// How a host is reached, and with which keys, once the configuration of OpenSSH has been heard.
struct SshRoute {
    SshTarget target;
    std::vector<SshTarget> jumps; ///< ProxyJump: hosts to go over, the nearest first; empty: directly
    std::vector<std::string> identityFiles;
    bool usesAgent = true;
};

/// As `ssh -p PORT USER@HOST` would go: HostName, User where `target` has none, Port where it has the
/// standard one, ProxyJump, IdentityFile and IdentitiesOnly. A host behind a ProxyCommand is refused with
/// what to do about it, for it would be reached past it.
Result<SshRoute> routeTo(const SshTarget& target, const SshOptions& options);

} // namespace lockstep
