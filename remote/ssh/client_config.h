// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/ssh/config_match.h"
#include "remote/ssh/known_hosts.h"

#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// What a user's and the system's configuration of OpenSSH say about a host's keys, its address and the
/// log-in there. No command in it is run.
struct ClientSettings {
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
    /// A way to the host over others, or over a command.
    struct Proxy {
        std::string jumps; ///< ProxyJump's hosts, "anna@a:2222,b"; empty: a ProxyCommand
        std::string file;
        int line = 0;
        std::string directive; ///< "ProxyJump bastion"
    };
    std::string hostName;             ///< HostName; empty: the host's own
    std::string user;                 ///< User; empty: not said
    int port = 0;                     ///< Port; 0: not said
    std::vector<Value> identityFiles; ///< IdentityFile: every one that may count, in order
    bool usesIdentitiesOnly = false;  ///< IdentitiesOnly
    std::optional<Proxy> proxy;       ///< ProxyJump or ProxyCommand
    /// Files and lines that cannot be read, and so may say anything; a KnownHostsCommand, which is not asked.
    std::vector<KnownHostsLine> problems;
};

/// Of a host as a person types it, which is the alias of a target that has one. Reads `userFile` and then
/// `systemFile`; one that is not there says nothing, an empty name stands for none. `home` and `localUser`
/// are the person's.
ClientSettings readClientSettings(const std::string& userFile, const std::string& systemFile,
                                  const SshTarget& target, const std::string& home,
                                  const std::string& localUser);

} // namespace lockstep
