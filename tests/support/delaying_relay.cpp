// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/delaying_relay.h"

#include <arpa/inet.h>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string>
#include <sys/socket.h>
#include <unistd.h>

namespace lockstep {

namespace {

using Clock = std::chrono::steady_clock;

sockaddr_in addressOf(const QString& address, int port)
{
    sockaddr_in answer{};
    answer.sin_family = AF_INET;
    answer.sin_port = htons(static_cast<std::uint16_t>(port));
    ::inet_pton(AF_INET, address.toUtf8().constData(), &answer.sin_addr);
    return answer;
}

/// One direction of a connection.
class Line {
public:
    Line(int from, int to, std::chrono::milliseconds delay)
        : m_from(from), m_to(to), m_delay(delay), m_hears([this] { hear(); }), m_speaks([this] { speak(); })
    {
    }
    /// Returns when either end has gone.
    void join()
    {
        m_hears.join();
        m_speaks.join();
    }

private:
    struct Chunk {
        Clock::time_point due;
        std::string bytes; ///< empty: the end
    };

    void hear()
    {
        std::string buffer(256 << 10, '\0');
        for (ssize_t count = 1; count > 0;) {
            count = ::recv(m_from, buffer.data(), buffer.size(), 0);
            const std::lock_guard lock(m_mutex);
            m_chunks.push_back({Clock::now() + m_delay,
                                buffer.substr(0, static_cast<std::size_t>(std::max<ssize_t>(count, 0)))});
            m_news.notify_one();
        }
    }
    void speak()
    {
        for (;;) {
            std::unique_lock lock(m_mutex);
            m_news.wait(lock, [this] { return !m_chunks.empty(); });
            const Chunk chunk = std::move(m_chunks.front());
            m_chunks.pop_front();
            lock.unlock();
            std::this_thread::sleep_until(chunk.due);
            bool isOver = chunk.bytes.empty();
            for (std::size_t sent = 0; !isOver && sent < chunk.bytes.size();) {
                const ssize_t part =
                    ::send(m_to, chunk.bytes.data() + sent, chunk.bytes.size() - sent, MSG_NOSIGNAL);
                isOver = part <= 0;
                sent += static_cast<std::size_t>(std::max<ssize_t>(part, 0));
            }
            if (isOver)
                break;
        }
        ::shutdown(m_to, SHUT_WR);
        ::shutdown(m_from, SHUT_RD);
    }

    int m_from, m_to;
    std::chrono::milliseconds m_delay;
    std::mutex m_mutex;
    std::condition_variable m_news;
    std::deque<Chunk> m_chunks;
    std::thread m_hears, m_speaks;
};

} // namespace

DelayingRelay::DelayingRelay(const QString& address, int port, std::chrono::milliseconds oneWay)
    : m_address(address), m_serverPort(port), m_oneWay(oneWay)
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

DelayingRelay::~DelayingRelay()
{
    m_quit = true;
    m_thread.join();
    m_connections.clear();
    ::close(m_listener);
}

void DelayingRelay::run()
{
    while (!m_quit) {
        pollfd waiting{m_listener, POLLIN, 0};
        if (::poll(&waiting, 1, 20) != 1)
            continue;
        const int client = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
        m_connections.emplace_back([this, client] { serve(client); });
    }
}

void DelayingRelay::serve(int client)
{
    const int server = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_in name = addressOf(m_address, m_serverPort);
    if (::connect(server, reinterpret_cast<const sockaddr*>(&name), sizeof name) == 0) {
        const int yes = 1;
        for (const int socket : {client, server})
            ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        Line there(client, server, m_oneWay);
        Line back(server, client, m_oneWay);
        there.join();
        back.join();
    }
    ::close(server);
    ::close(client);
}

} // namespace lockstep
