// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <sys/types.h>

namespace lockstep::testing {

/// lying_server.py as a child, which ends with this object. It serves the files of a folder on 127.0.0.1,
/// honestly or not.
class LyingServer {
public:
    explicit LyingServer(const std::string& folder);
    ~LyingServer();
    LyingServer(const LyingServer&) = delete;
    LyingServer& operator=(const LyingServer&) = delete;

    /// The address below which it behaves in one of the manners that lying_server.py lists.
    std::string mirror(const std::string& manner) const
    {
        return "http://127.0.0.1:" + m_port + "/" + manner + "/";
    }
    /// Lines "PATH RANGE" of all requests so far; no range is "-".
    std::string requests() const;

private:
    std::string m_folder, m_port;
    pid_t m_child = -1;
    int m_input = -1;
};

} // namespace lockstep::testing
