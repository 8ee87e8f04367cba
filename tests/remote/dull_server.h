// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/remote/loopback_listener.h"

#include <string>
#include <thread>
#include <unistd.h>
#include <utility>

namespace lockstep {

/// Accepts connections, one after the other, says `words` to each, and nothing more.
class DullServer {
public:
    explicit DullServer(std::string words) : m_words(std::move(words))
    {
        m_thread = std::thread([this] {
            for (int client = -1; (client = ::accept(m_listener.socket(), nullptr, nullptr)) >= 0;) {
                ::send(client, m_words.data(), m_words.size(), MSG_NOSIGNAL);
                char byte;
                while (::recv(client, &byte, 1, 0) > 0) {
                }
                ::close(client);
            }
        });
    }
    ~DullServer()
    {
        ::shutdown(m_listener.socket(), SHUT_RDWR);
        m_thread.join();
    }
    int port() const { return m_listener.port(); }

private:
    std::string m_words;
    LoopbackListener m_listener;
    std::thread m_thread;
};

} // namespace lockstep
