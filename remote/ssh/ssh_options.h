// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace lockstep {

struct SshOptions {
    std::vector<std::string> knownHostsFiles;       ///< read; empty: those that OpenSSH would read
    std::string ownKnownHostsFile;                  ///< read besides, and appended to
    std::string userConfig;                         ///< ~/.ssh/config; empty: none
    std::string systemConfig;                       ///< /etc/ssh/ssh_config; empty: none
    std::string home;                               ///< what "~" stands for in them
    std::string localUser;                          ///< who runs this program
    std::vector<std::string> identityFiles;         ///< tried before those of the configuration
    std::vector<std::string> standardIdentityFiles; ///< tried where neither names one
    bool useAgent = true;
    std::chrono::seconds connectTime{15}; ///< for the connection and the key exchange
    std::chrono::seconds busyTime{180};   ///< for trying again where the server says that it is busy
    std::chrono::seconds hangUpTime{20};  ///< for trying again where the server hangs up without a word
    std::chrono::seconds replyTime{30};   ///< for every later answer of the server
};

} // namespace lockstep
