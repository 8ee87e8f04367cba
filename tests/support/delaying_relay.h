// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <atomic>
#include <chrono>
#include <list>
#include <thread>

namespace lockstep {

/// A long line: passes TCP connections on to another address, and every byte arrives so much later, each way,
/// however many are on their way. Its rate is that of this machine.
class DelayingRelay {
public:
    /// Listens on a free port of 127.0.0.1.
    DelayingRelay(const QString& address, int port, std::chrono::milliseconds oneWay);
    /// Waits until every connection has been closed by its ends.
    ~DelayingRelay();
    DelayingRelay(const DelayingRelay&) = delete;
    DelayingRelay& operator=(const DelayingRelay&) = delete;

    int port() const { return m_port; }

private:
    void run();
    void serve(int client);

    QString m_address;
    int m_serverPort;
    std::chrono::milliseconds m_oneWay;
    int m_port = 0;
    int m_listener = -1;
    std::atomic<bool> m_quit = false;
    std::list<std::jthread> m_connections; ///< of m_thread, until it has ended
    std::thread m_thread;
};

} // namespace lockstep
