// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/authentication.h"
#include "tests/engine/distributed/rank_harness.h"
#include "tests/engine/support/sanitizer_price.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <poll.h>
#include <random>
#include <string>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>
#include <vector>

/// Somebody who knows all of a run but its token, while a rank waits for another one that is late.
namespace lockstep::test {
namespace {

constexpr int kForgeries = 10'000;
constexpr int kAtFirst = 1'000; ///< until what a rank needs for so many visitors is there

long residentBytes(pid_t process)
{
    std::ifstream file("/proc/" + std::to_string(process) + "/statm");
    long all = 0;
    long resident = 0;
    file >> all >> resident;
    return resident * ::sysconf(_SC_PAGESIZE);
}

long openFiles(pid_t process)
{
    return std::distance(std::filesystem::directory_iterator("/proc/" + std::to_string(process) + "/fd"), {});
}

/// Rank 1 of 2, as it says.
class Forger {
public:
    explicit Forger(const Ports& ports) : m_door(ports.endpoints()[0]) {}

    void forge(int number)
    {
        Descriptor link = connected();
        Hello hello = honestHello();
        if (number % 4 == 3)
            return knockSlowly(std::move(link), hello);
        if (number % 4 == 1) // the very words of one who was believed before
            hello = m_overheard;
        const HelloBytes bytes = encode(hello);
        Challenge challenge;
        ::send(link.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (::recv(link.get(), &challenge, sizeof challenge, MSG_WAITALL) != sizeof challenge)
            return;
        ++challenged;
        RunToken token = testToken();
        token[std::size_t(number) % token.size()] ^= std::uint8_t(1 << number % 8);
        const Digest proof =
            number % 4 == 1 ? m_overheardProof : LinkProof(token, hello, challenge).of(Side::Connector);
        ::send(link.get(), proof.data(), proof.size(), MSG_NOSIGNAL);
        std::uint8_t answer = 0;
        believed += ::recv(link.get(), &answer, 1, 0) > 0 ? 1 : 0;
    }

    int challenged = 0;
    int believed = 0;

private:
    /// Waits for answers, for two seconds at most.
    Descriptor connected() const
    {
        Descriptor link = startConnecting(m_door);
        pollfd ready{link.get(), POLLOUT, 0};
        EXPECT_EQ(::poll(&ready, 1, 2000), 1);
        ::fcntl(link.get(), F_SETFL, ::fcntl(link.get(), F_GETFL) & ~O_NONBLOCK);
        const timeval patience{2, 0};
        ::setsockopt(link.get(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        return link;
    }

    static Hello honestHello()
    {
        return {.kind = LinkKind::Rank,
                .run = sha256("test-run"),
                .attempt = 1,
                .members = 2,
                .from = 1,
                .to = 0,
                .settings = sha256(""),
                .nonce = freshNonce()};
    }

    /// A few bytes of what might become a hello, and no more.
    void knockSlowly(Descriptor link, const Hello& hello)
    {
        const HelloBytes bytes = encode(hello);
        ::send(link.get(), bytes.data(), m_random() % bytes.size(), MSG_NOSIGNAL);
        constexpr std::size_t kAtATime = 200;
        if (m_slow.size() == kAtATime)
            m_slow.clear();
        m_slow.push_back(std::move(link));
    }

    Endpoint m_door;
    Hello m_overheard = honestHello();
    Digest m_overheardProof = LinkProof(testToken(), m_overheard, {}).of(Side::Connector);
    std::vector<Descriptor> m_slow;
    std::mt19937 m_random{7};
};

TEST(Forgeries, AreNotBelievedAndTakeNoMemory)
{
    const Ports ports(2);
    RankProcesses waiting(1, [&](int) {
        MeshOptions options = meshOptions(ports, 0);
        options.deadlineSeconds = 100;
        return errorOf([&] { connectMesh(options); });
    });
    Forger forger(ports);
    for (int number = 0; number < kAtFirst; ++number)
        forger.forge(number);
    const long before = residentBytes(waiting.pid(0));
    for (int number = kAtFirst; number < kForgeries; ++number)
        forger.forge(number);
    const long grown = residentBytes(waiting.pid(0)) - before;
    EXPECT_EQ(forger.believed, 0);
    EXPECT_GT(forger.challenged, kForgeries / 2) << "most were turned away before they could try";
    EXPECT_LT(grown, (testing::kBytesOfMemoryPerByte << 20) + testing::kBytesKeptWhenFreed);
    EXPECT_LE(openFiles(waiting.pid(0)), 64 + 32) << "of strangers, and of itself";
    std::printf("%d forgeries, %d of them challenged, none believed; memory grew by %ld KiB\n", kForgeries,
                forger.challenged, grown / 1024);
    EXPECT_EQ(errorOf([&] { connectMesh(meshOptions(ports, 1)); }), "no error");
    EXPECT_EQ(waiting.join(0).report, "no error");
}

} // namespace
} // namespace lockstep::test
