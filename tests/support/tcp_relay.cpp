// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/tcp_relay.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

namespace lockstep {

namespace {

sockaddr_in addressOf(const QString& address, int port)
{
    sockaddr_in answer{};
    answer.sin_family = AF_INET;
    answer.sin_port = htons(static_cast<std::uint16_t>(port));
    ::inet_pton(AF_INET, address.toUtf8().constData(), &answer.sin_addr);
    return answer;
}

} // namespace

TcpRelay::TcpRelay(const QString& address, int port) : m_address(address), m_serverPort(port)
{
    m_listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in name = addressOf(QStringLiteral("127.0.0.1"), 0);
    socklen_t size = sizeof name;
    if (::bind(m_listener, reinterpret_cast<sockaddr*>(&name), size) != 0 || ::listen(m_listener, 16) != 0)
        qFatal("the relay cannot listen");
    ::getsockname(m_listener, reinterpret_cast<sockaddr*>(&name), &size);
    m_port = ntohs(name.sin_port);
    m_thread = std::thread([this] { run(); });
}

TcpRelay::~TcpRelay()
{
    m_quit = true;
    m_thread.join();
    for (Pair& pair : m_pairs)
        end(pair);
    ::close(m_listener);
}

void TcpRelay::run()
{
    while (!m_quit) {
        std::vector<pollfd> descriptors{{m_listener, POLLIN, 0}};
        const short events = m_blackHole ? 0 : POLLIN;
        for (const Pair& pair : m_pairs) {
            descriptors.push_back({pair.client, events, 0});
            descriptors.push_back({pair.server, events, 0});
        }
        // A descriptor without wanted events still reports a hang-up, for ever; in a black hole nobody hears
        // it.
        ::poll(descriptors.data(), m_blackHole ? 1 : descriptors.size(), 10);
        std::size_t next = 1;
        for (Pair& pair : m_pairs) {
            if (!m_blackHole && (descriptors[next].revents & (POLLIN | POLLHUP | POLLERR)) != 0)
                forward(pair, pair.client, pair.server);
            if (!m_blackHole && !pair.dead &&
                (descriptors[next + 1].revents & (POLLIN | POLLHUP | POLLERR)) != 0)
                forward(pair, pair.server, pair.client);
            next += 2;
        }
        const bool all = m_reset.exchange(false);
        for (Pair& pair : m_pairs)
            if (all || pair.dead)
                end(pair);
        m_pairs.remove_if([](const Pair& pair) { return pair.client < 0; });
        if ((descriptors[0].revents & POLLIN) != 0)
            acceptOne();
    }
}

void TcpRelay::acceptOne()
{
    Pair pair;
    pair.client = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
    pair.server = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_in name = addressOf(m_address, m_serverPort);
    if (pair.client < 0 || ::connect(pair.server, reinterpret_cast<const sockaddr*>(&name), sizeof name) != 0)
        pair.dead = true;
    ++m_connections;
    m_pairs.push_back(pair);
}

void TcpRelay::forward(Pair& pair, int from, int to)
{
    char buffer[65536];
    auto count = ::recv(from, buffer, sizeof buffer, MSG_DONTWAIT);
    if (count <= 0) {
        pair.dead = true;
        return;
    }
    if (m_left >= 0) {
        count = std::min<ssize_t>(count, m_left);
        m_left -= count;
        if (m_left == 0) {
            m_left = -1;
            m_reset = true;
        }
    }
    if (m_untilFlip >= 0) {
        if (m_untilFlip < count) {
            buffer[m_untilFlip] ^= 1;
            ++m_flipped;
            m_untilFlip = -1;
        } else {
            m_untilFlip -= count;
        }
    }
    for (ssize_t sent = 0; sent < count;) {
        const auto part = ::send(to, buffer + sent, static_cast<std::size_t>(count - sent), MSG_NOSIGNAL);
        if (part <= 0) {
            pair.dead = true;
            return;
        }
        sent += part;
    }
}

void TcpRelay::end(Pair& pair)
{
    const linger now{1, 0};
    for (int* socket : {&pair.client, &pair.server}) {
        if (*socket >= 0) {
            ::setsockopt(*socket, SOL_SOCKET, SO_LINGER, &now, sizeof now);
            ::close(*socket);
        }
        *socket = -1;
    }
}

} // namespace lockstep
