// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <atomic>
#include <cstdint>
#include <list>
#include <mutex>
#include <thread>

namespace lockstep {

/// A cable that can be cut: passes TCP connections on to another address, on a thread of its own.
class TcpRelay {
public:
    /// Listens on a free port of 127.0.0.1.
    TcpRelay(const QString& address, int port);
    ~TcpRelay();
    TcpRelay(const TcpRelay&) = delete;
    TcpRelay& operator=(const TcpRelay&) = delete;

    int port() const { return m_port; }
    /// Nothing passes any more, and nobody is told; new connections are accepted and stay silent.
    void blackHole() { m_blackHole = true; }
    void pass() { m_blackHole = false; }
    /// Every connection ends with a reset; new ones are served.
    void reset() { m_reset = true; }
    /// Ends every connection with a reset as soon as this many bytes more have passed.
    void resetAfter(std::int64_t bytes) { m_left = bytes; }
    /// Turns one bit over as soon as this many bytes more have passed.
    void flipBitAfter(std::int64_t bytes)
    {
        m_flipped = 0;
        m_untilFlip = bytes;
    }
    int flipped() const { return m_flipped; } ///< bits, since then
    std::int64_t connections() const { return m_connections; }

private:
    struct Pair {
        int client = -1;
        int server = -1;
        bool dead = false;
    };
    void run();
    void acceptOne();
    void forward(Pair& pair, int from, int to);
    void end(Pair& pair);

    QString m_address;
    int m_serverPort;
    int m_port = 0;
    int m_listener = -1;
    std::list<Pair> m_pairs;
    std::atomic<bool> m_blackHole = false;
    std::atomic<bool> m_reset = false;
    std::atomic<bool> m_quit = false;
    std::atomic<std::int64_t> m_left = -1;
    std::atomic<std::int64_t> m_untilFlip = -1;
    std::atomic<int> m_flipped = 0;
    std::atomic<std::int64_t> m_connections = 0;
    std::thread m_thread;
};

} // namespace lockstep
