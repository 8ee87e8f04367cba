// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/distributed/messenger_harness.h"
#include "tests/engine/distributed/rank_harness.h"

#include <atomic>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <thread>

namespace lockstep::test {
namespace {

using testing::HasSubstr;

std::pair<Descriptor, Descriptor> socketPair()
{
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        throw std::runtime_error("socketpair");
    return {Descriptor(ends[0]), Descriptor(ends[1])};
}

// A link of 10 Mbit/s: what goes in at one end comes out at the other, no faster.
class SlowLink {
public:
    SlowLink()
    {
        std::tie(left, m_left) = socketPair();
        std::tie(right, m_right) = socketPair();
        m_thread = std::thread([this] { run(); });
    }
    ~SlowLink()
    {
        m_over = true;
        m_thread.join();
    }
    std::int64_t carried() const { return m_carried; }
    Descriptor left, right;

private:
    static constexpr std::size_t kBytesPerTurn = 12'500; // every 10 ms
    void run()
    {
        while (!m_over) {
            m_carried += carry(m_left.get(), m_right.get());
            carry(m_right.get(), m_left.get());
            sleepFor(0.01);
        }
    }
    static std::int64_t carry(int from, int to)
    {
        char buffer[kBytesPerTurn];
        const ssize_t count = ::recv(from, buffer, sizeof buffer, MSG_DONTWAIT);
        if (count == 0)
            ::shutdown(to, SHUT_WR);
        for (ssize_t sent = 0; sent < count;) {
            const ssize_t part =
                ::send(to, buffer + sent, static_cast<std::size_t>(count - sent), MSG_NOSIGNAL);
            if (part <= 0)
                return sent;
            sent += part;
        }
        return std::max<ssize_t>(count, 0);
    }

    Descriptor m_left, m_right;
    std::atomic<bool> m_over{false};
    std::atomic<std::int64_t> m_carried{0};
    std::thread m_thread;
};

std::unique_ptr<Messenger> oneOfTwo(int rank, Descriptor socket)
{
    std::vector<MeshLink> links(2);
    links[static_cast<std::size_t>(1 - rank)] = std::move(socket);
    MessengerOptions options;
    options.silence = std::chrono::seconds(20);
    return std::make_unique<Messenger>(rank, std::move(links), options);
}

// Three million bytes stand before the reason, and the link needs over two seconds for them.
TEST(Farewell, TheReasonArrivesOverASlowLinkBehindAHalfSentMessage)
{
    constexpr std::size_t kBytes = 3'000'000;
    constexpr CollectiveId kCollective{CollectiveKind::Broadcast, 0, 1, kBytes};
    SlowLink link;
    auto sender = oneOfTwo(0, std::move(link.left));
    auto receiver = oneOfTwo(1, std::move(link.right));
    std::thread receiving([&] {
        std::vector<char> bytes(kBytes);
        receiver->begin(kCollective);
        const std::string error = errorOf([&] {
            Conversation talk(*receiver);
            talk.receive(0, bytes);
            talk.receive(0, bytes);
        });
        EXPECT_THAT(error, HasSubstr("Rank 0 ended the run in collective 1, broadcast: the disk is full"));
    });
    std::thread watch([&] {
        while (link.carried() < 300'000)
            sleepFor(0.005);
        sender->abort("the disk is full");
    });
    sender->begin(kCollective);
    const std::string error = errorOf([&] {
        const std::vector<char> bytes(kBytes, 'w'); // gone as soon as the collective is
        Conversation(*sender).send(1, bytes);
    });
    EXPECT_THAT(error, HasSubstr("the disk is full"));
    watch.join();
    sender.reset();
    receiving.join();
}

TEST(Farewell, APeerThatNeverReadsIsNotWaitedForLong)
{
    constexpr std::size_t kBytes = 3'000'000;
    auto ends = socketPair();
    auto sender = oneOfTwo(0, std::move(ends.first));
    sender->begin({CollectiveKind::Broadcast, 0, 1, kBytes});
    std::thread watch([&] {
        pollfd readable{ends.second.get(), POLLIN, 0};
        ::poll(&readable, 1, 20'000);
        sender->abort("the disk is full");
    });
    const std::string error = errorOf([&] {
        const std::vector<char> bytes(kBytes, 'w');
        Conversation(*sender).send(1, bytes);
    });
    EXPECT_THAT(error, HasSubstr("the disk is full"));
    watch.join();
    const double start = monotonicSeconds();
    sender.reset();
    EXPECT_LT(monotonicSeconds() - start, 8) << "of 15 s for one that reads slowly";
}

} // namespace
} // namespace lockstep::test
