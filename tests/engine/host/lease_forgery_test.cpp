// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/lease_links.h"
#include "engine/protocol/frame.h"

#include <atomic>
#include <gtest/gtest.h>
#include <mutex>
#include <sys/socket.h>
#include <thread>

/// Somebody stands between two supervisors: forwards what they say, listens, and puts in words of his own.
namespace lockstep::test {
namespace {

class ManInTheMiddle {
public:
    explicit ManInTheMiddle(const Endpoint& to)
        : m_to(to), m_listening(listenOn("127.0.0.1")), m_thread([this] { run(); })
    {
    }
    ~ManInTheMiddle()
    {
        m_over = true;
        m_thread.join();
    }
    Endpoint endpoint() const { return localEndpoint(m_listening.get()); }
    /// What the connecting side has sent since the last call.
    std::string overheard()
    {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_overheard, {});
    }
    /// To the accepting side, in the name of the other.
    void say(const std::string& bytes)
    {
        const std::lock_guard lock(m_mutex);
        m_words += bytes;
    }

private:
    void run()
    {
        Descriptor near, far;
        while (!m_over) {
            ::usleep(500);
            if (const int socket = ::accept4(m_listening.get(), nullptr, nullptr, SOCK_NONBLOCK);
                socket >= 0) {
                near.reset(socket);
                far = startConnecting(m_to);
            }
            if (!near)
                continue;
            const std::lock_guard lock(m_mutex);
            m_overheard += forward(near.get(), far.get());
            forward(far.get(), near.get());
            if (!m_words.empty() && ::send(far.get(), m_words.data(), m_words.size(), MSG_NOSIGNAL) > 0)
                m_words.clear();
        }
    }
    static std::string forward(int from, int to)
    {
        char buffer[65536];
        const ssize_t count = ::recv(from, buffer, sizeof buffer, MSG_DONTWAIT);
        if (count <= 0)
            return {};
        EXPECT_EQ(::send(to, buffer, static_cast<std::size_t>(count), MSG_NOSIGNAL), count);
        return {buffer, static_cast<std::size_t>(count)};
    }

    Endpoint m_to;
    Descriptor m_listening;
    std::mutex m_mutex; ///< guards the next two
    std::string m_overheard;
    std::string m_words;
    std::atomic<bool> m_over{false};
    std::thread m_thread;
};

class LeaseForgery : public testing::Test {
protected:
    LeaseForgery()
    {
        Descriptor first = listenOn("127.0.0.1");
        Descriptor second = listenOn("127.0.0.1");
        const Endpoint victim = localEndpoint(first.get());
        const Endpoint other = localEndpoint(second.get());
        middle = std::make_unique<ManInTheMiddle>(victim);
        links[0] = std::make_unique<LeaseLinks>(options(0, std::move(first), {victim, other}));
        links[1] = std::make_unique<LeaseLinks>(options(1, std::move(second), {middle->endpoint(), other}));
        EXPECT_TRUE(until([&] { return !links[0]->connecting() && !links[1]->connecting(); }));
    }
    static LeaseOptions options(int self, Descriptor listener, std::vector<Endpoint> leases)
    {
        LeaseOptions options;
        options.self = self;
        options.leases = std::move(leases);
        options.hostNames = {"box-0", "box-1"};
        options.listener = std::move(listener);
        options.token.fill(7);
        options.run = "digits";
        return options;
    }
    /// Lets both supervisors work until it is so, at most 20 s.
    template <typename Condition>
    bool until(Condition condition)
    {
        const auto end = Clock::now() + std::chrono::seconds(20);
        while (!condition() && Clock::now() < end) {
            for (const auto& each : links) {
                PollTurn turn;
                each->addTo(turn);
                turn.wait(Clock::now() + std::chrono::milliseconds(5));
                each->tick();
            }
            for (LeaseMessage& message : links[0]->takeMessages())
                heard.push_back(std::move(message));
        }
        return condition();
    }
    void expectForgeryNoticed(std::size_t at)
    {
        ASSERT_TRUE(until([&] { return heard.size() > at; }));
        ASSERT_EQ(heard.size(), at + 1);
        EXPECT_EQ(heard[at].kind, LeaseMessage::Kind::Lost);
        EXPECT_NE(heard[at].cause.message.english().find("box-1 was forged"), std::string::npos)
            << heard[at].cause.message.english();
    }

    std::unique_ptr<ManInTheMiddle> middle;
    std::unique_ptr<LeaseLinks> links[2];
    std::vector<LeaseMessage> heard; ///< by host 0
};

TEST_F(LeaseForgery, AnHonestMessageArrives)
{
    links[1]->broadcast({LeaseMessage::Kind::Stop, 0, {}, 12});
    ASSERT_TRUE(until([&] { return !heard.empty(); }));
    EXPECT_EQ(heard[0].kind, LeaseMessage::Kind::Stop);
    EXPECT_EQ(heard[0].host, 1);
    EXPECT_EQ(heard[0].graceSeconds, 12);
}

TEST_F(LeaseForgery, AStopThatNobodySentStopsNobody)
{
    middle->say(encodeFrame({FrameType::State, 0, toJson({LeaseMessage::Kind::Stop, 0, {}, 0})}));
    expectForgeryNoticed(0);
}

TEST_F(LeaseForgery, AMessageDoesNotCountTwice)
{
    middle->overheard();
    links[1]->broadcast({LeaseMessage::Kind::Done, 0, {}, 0});
    ASSERT_TRUE(until([&] { return !heard.empty(); }));
    EXPECT_EQ(heard[0].kind, LeaseMessage::Kind::Done);
    const std::string sent = middle->overheard();
    ASSERT_FALSE(sent.empty());
    middle->say(sent);
    expectForgeryNoticed(1);
}

// Else a host that is cut off could be kept alive, for the others, by anybody.
TEST_F(LeaseForgery, AHeartbeatCannotBeMadeUp)
{
    middle->say(encodeFrame({FrameType::Heartbeat, 0, {}}));
    expectForgeryNoticed(0);
}

} // namespace
} // namespace lockstep::test
