// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/ssh/known_hosts.h"
#include "remote/ssh/ssh_options.h"
#include "remote/ssh/tcp_connect.h"

#include <string>
#include <vector>

namespace lockstep {

/// Every list of host keys that counts for one connection, as OpenSSH would read them: those that the options
/// name, or those of ssh_config(5) and its defaults; our own; and the revoked keys. Where it cannot be known
/// what OpenSSH would read (a `Match exec`), all that is possible is read, and the strictest answer wins.
class HostKeyLists {
public:
    static HostKeyLists read(const SshTarget& target, const SshOptions& options);

    HostKeyAnswer check(const HostKey& key) const;
    /// Types of the keys known for this host, for asking the server for one of them.
    std::vector<std::string> keyTypes() const;
    /// All readable lines without markers, for a second opinion; empty when the host goes by an alias there.
    std::string plainLines() const;
    /// The names of the files, for each reading that is possible.
    std::vector<std::vector<std::string>> files() const;

private:
    struct Reading {
        std::vector<std::string> files;
        std::string alias; ///< the name of the host in them; empty: its own
        KnownHosts known;
    };
    explicit HostKeyLists(SshTarget target) : m_target(std::move(target)) {}

    SshTarget m_target;
    std::vector<Reading> m_readings;
    std::vector<std::string> m_revoked;     ///< files
    std::vector<KnownHostsLine> m_problems; ///< with the configuration
};

} // namespace lockstep
