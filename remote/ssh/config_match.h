// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/ssh/tcp_connect.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// '*' and '?' as in OpenSSH's match_pattern(); linear in both for one star, and bounded by going back only
/// to the last star otherwise.
bool matchesPattern(std::string_view text, std::string_view pattern);

/// Whether lines of the configuration are about a connection. Perhaps: only running a command, or looking at
/// the network, could tell.
enum class Matches { No, Perhaps, Yes };

/// What the conditions of ssh_config(5) look at.
struct ConfigSubject {
    SshTarget target; ///< as a person would type it: ssh -p PORT USER@HOST; without a user, localUser logs in
    std::string hostName; ///< that HostName made of it so far; empty: none has
    std::string localUser;
    bool isFinalPass = false; ///< after everything has been read once
};

/// `Host a b !c`.
Matches matchesHosts(const ConfigSubject& subject, const std::vector<std::string>& patterns);
/// `Match host a,b user c exec "..."`. `wantsFinalPass` is set where a second pass is asked for.
Matches matchesCriteria(const ConfigSubject& subject, const std::vector<std::string>& criteria,
                        bool& wantsFinalPass);

} // namespace lockstep
