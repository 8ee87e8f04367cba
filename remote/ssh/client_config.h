// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/ssh/config_match.h"
#include "remote/ssh/known_hosts.h"

#include <string>
#include <vector>

namespace lockstep {

/// What a user's and the system's configuration of OpenSSH say about host keys, and nothing else of it: no
/// command in it is run, and no host is reached in another way because of it.
struct HostKeySettings {
    /// A value with how sure it is that OpenSSH takes it: the first sure one counts, and those before it
    /// might.
    struct Value {
        std::vector<std::string> arguments;
        bool isSure = true;
    };
    std::vector<Value> userLists;   ///< UserKnownHostsFile
    std::vector<Value> globalLists; ///< GlobalKnownHostsFile
    std::vector<Value> revoked;     ///< RevokedHostKeys
    std::vector<Value> aliases;     ///< HostKeyAlias
    /// Files and lines that cannot be read, and so may say anything; a KnownHostsCommand, which is not asked.
    std::vector<KnownHostsLine> problems;
};

/// Reads `userFile` and then `systemFile`; one that is not there says nothing, an empty name stands for none.
/// `home` and `localUser` are the person's.
HostKeySettings readHostKeySettings(const std::string& userFile, const std::string& systemFile,
                                    const SshTarget& target, const std::string& home,
                                    const std::string& localUser);

} // namespace lockstep
