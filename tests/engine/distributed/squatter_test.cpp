// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/authentication.h"
#include "tests/engine/distributed/rank_harness.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <sys/socket.h>
#include <thread>

namespace lockstep::test {
namespace {

using testing::HasSubstr;

// Listens where rank 0 should, answers everyone with plausible bytes and keeps what it is told.
class Squatter {
public:
    explicit Squatter(int listening) : m_listening(listening), m_thread([this] { run(); }) {}
    ~Squatter() { stop(); }
    void stop()
    {
        m_stop = true;
        if (m_thread.joinable())
            m_thread.join();
    }
    const std::string& heard() const { return m_heard; }
    int visitors() const { return m_visitors; }

private:
    void run()
    {
        std::vector<Descriptor> open;
        while (!m_stop) {
            sleepFor(0.002);
            if (const int socket = ::accept4(m_listening, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
                socket >= 0) {
                open.emplace_back(socket);
                ++m_visitors;
                const std::string answer(kChallengeBytes + 32, 'x');
                ::send(socket, answer.data(), answer.size(), MSG_NOSIGNAL);
            }
            char buffer[4096];
            for (const Descriptor& socket : open)
                if (const ssize_t count = ::recv(socket.get(), buffer, sizeof buffer, 0); count > 0)
                    m_heard.append(buffer, static_cast<std::size_t>(count));
        }
    }

    int m_listening;
    std::atomic<bool> m_stop{false};
    std::atomic<int> m_visitors{0};
    std::string m_heard;
    std::thread m_thread;
};

TEST(Mesh, ASquatterLearnsNothingOfTheTokenAndIsNotAccepted)
{
    const Ports ports(2);
    Squatter squatter(ports.descriptor(0));
    MeshOptions options = meshOptions(ports, 1);
    options.deadlineSeconds = 1;
    const std::string error = errorOf([&] { connectMesh(options); });
    squatter.stop();
    EXPECT_THAT(error, HasSubstr("6: Within 1 s these did not arrive at rank 1: rank 0 at"));
    EXPECT_THAT(error, HasSubstr("it could not prove that it belongs to this run"));
    EXPECT_GT(squatter.visitors(), 0);
    ASSERT_GE(squatter.heard().size(), kHelloBytes + 32);
    const RunToken token = testToken();
    for (std::size_t i = 0; i + 4 <= token.size(); ++i) {
        const std::string part(reinterpret_cast<const char*>(token.data()) + i, 4);
        EXPECT_EQ(squatter.heard().find(part), std::string::npos) << "bytes of the token, from " << i;
    }
}

TEST(Mesh, SucceedsWhenTheRightOneTakesTheSquattersPlace)
{
    Ports ports(2);
    auto squatter = std::make_unique<Squatter>(ports.descriptor(0));
    MeshStatistics statistics;
    std::string error = "pending";
    std::thread rank1([&] {
        MeshOptions options = meshOptions(ports, 1);
        options.handshakeSeconds = 0.3;
        error = errorOf([&] { connectMesh(options, &statistics); });
    });
    sleepFor(0.4);
    const int visitors = squatter->visitors();
    squatter.reset();
    EXPECT_EQ(errorOf([&] { connectMesh(meshOptions(ports, 0)); }), "no error");
    rank1.join();
    EXPECT_EQ(error, "no error");
    EXPECT_GT(visitors, 0);
    EXPECT_GE(statistics.retries, 1);
}

} // namespace
} // namespace lockstep::test
