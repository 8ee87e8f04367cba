// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/remote/loopback_listener.h"

#include <atomic>
#include <string>
#include <thread>

struct ssh_session_struct;
struct ssh_message_struct;

namespace lockstep {

/// An SSH server made of libssh, which knows one user by password or by keyboard-interactive questions, so
/// that passwords can be tested without an account of the machine. Serves one connection after the other, on
/// a thread.
class PasswordServer {
public:
    enum class Method { Password, Interactive };
    PasswordServer(Method method, const std::string& hostKeyFile, std::string password);
    ~PasswordServer();
    PasswordServer(const PasswordServer&) = delete;
    PasswordServer& operator=(const PasswordServer&) = delete;

    int port() const { return m_listener.port(); }
    int refused() const { return m_refused; } ///< attempts with a wrong secret so far

private:
    void run();
    void serve(int socket);
    bool takeMessage(ssh_session_struct* session, ssh_message_struct* message);

    Method m_method;
    std::string m_hostKeyFile;
    std::string m_password;
    LoopbackListener m_listener;
    std::atomic<int> m_refused = 0;
    std::atomic<bool> m_quit = false;
    std::thread m_thread;
};

} // namespace lockstep
