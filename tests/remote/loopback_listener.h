// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace lockstep {

/// A listening TCP socket at a free port of 127.0.0.1, closed at the end.
class LoopbackListener {
public:
    LoopbackListener() : m_socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        sockaddr_in name{};
        name.sin_family = AF_INET;
        name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof name;
        ::bind(m_socket, reinterpret_cast<sockaddr*>(&name), size);
        ::listen(m_socket, 4);
        ::getsockname(m_socket, reinterpret_cast<sockaddr*>(&name), &size);
        m_port = ntohs(name.sin_port);
    }
    ~LoopbackListener() { ::close(m_socket); }
    LoopbackListener(const LoopbackListener&) = delete;
    LoopbackListener& operator=(const LoopbackListener&) = delete;

    int socket() const { return m_socket; }
    int port() const { return m_port; }

private:
    int m_socket;
    int m_port = 0;
};

} // namespace lockstep
