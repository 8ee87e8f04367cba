// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <netinet/in.h>
#include <string>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace lockstep {

/// Accepts connections, says `words`, and nothing more.
class DullServer {
public:
    explicit DullServer(std::string words) : m_words(std::move(words))
    {
        m_listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in name{};
        name.sin_family = AF_INET;
        name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof name;
        ::bind(m_listener, reinterpret_cast<sockaddr*>(&name), size);
        ::listen(m_listener, 4);
        ::getsockname(m_listener, reinterpret_cast<sockaddr*>(&name), &size);
        m_port = ntohs(name.sin_port);
        m_thread = std::thread([this] {
            const int client = ::accept(m_listener, nullptr, nullptr);
            ::send(client, m_words.data(), m_words.size(), MSG_NOSIGNAL);
            char byte;
            while (client >= 0 && ::recv(client, &byte, 1, 0) > 0) {
            }
            ::close(client);
        });
    }
    ~DullServer()
    {
        ::shutdown(m_listener, SHUT_RDWR);
        m_thread.join();
        ::close(m_listener);
    }
    int port() const { return m_port; }

private:
    std::string m_words;
    int m_listener = -1;
    int m_port = 0;
    std::thread m_thread;
};

} // namespace lockstep
