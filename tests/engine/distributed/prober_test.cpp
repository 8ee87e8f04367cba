// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/authentication.h"
#include "engine/distributed/gloo_process_group.h"
#include "tests/engine/distributed/rank_harness.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <poll.h>
#include <random>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace lockstep::test {
namespace {

// A process that hammers the ports with what strangers send, and with what an attacker would.
class Prober {
public:
    // Returns when the first strangers have knocked at every port.
    Prober(const Ports& ports, unsigned seed)
    {
        int ends[2];
        if (::pipe2(ends, O_CLOEXEC) != 0)
            throw std::runtime_error("pipe2");
        const Descriptor reading(ends[0]);
        const Descriptor writing(ends[1]);
        m_pid = ::fork();
        if (m_pid == 0)
            hammer(ports, seed, writing.get());
        pollfd knocked{reading.get(), POLLIN, 0};
        EXPECT_EQ(::poll(&knocked, 1, 20000), 1);
    }
    ~Prober()
    {
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
    }
    Prober(const Prober&) = delete;
    Prober& operator=(const Prober&) = delete;

private:
    [[noreturn]] static void hammer(const Ports& ports, unsigned seed, int knocked)
    {
        const rlimit files{4096, 4096};
        ::setrlimit(RLIMIT_NOFILE, &files);
        std::mt19937 random(seed);
        std::vector<Descriptor> open;
        bool hasKnocked = false;
        while (::getppid() != 1) {
            for (int rank = 0; rank < ports.size(); ++rank)
                for (int i = 0; i < 200 / ports.size(); ++i)
                    if (Descriptor socket = knock(ports, rank, random); random() % 2 != 0)
                        open.push_back(std::move(socket));
            if (!std::exchange(hasKnocked, true) && ::write(knocked, "k", 1) != 1)
                _exit(1);
            if (open.size() > 600)
                open.clear();
            ::usleep(2000);
        }
        _exit(0);
    }

    static Descriptor knock(const Ports& ports, int rank, std::mt19937& random)
    {
        Descriptor socket = startConnecting(ports.endpoints()[static_cast<std::size_t>(rank)]);
        constexpr std::size_t kLengths[] = {0, 3, 8, 64};
        std::string bytes(kLengths[random() % 4], '\0');
        for (char& byte : bytes)
            byte = static_cast<char>(random());
        if (random() % 4 == 0)
            bytes.replace(0, 8, "LOCKSTEP");
        if (random() % 3 == 0) { // well-formed in every respect, but without a proof to follow
            const Hello hello{.kind = LinkKind::Rank,
                              .run = sha256("test-run"),
                              .attempt = 1,
                              .members = static_cast<std::uint32_t>(ports.size()),
                              .from = static_cast<std::uint32_t>(rank + 1),
                              .to = static_cast<std::uint32_t>(rank),
                              .settings = sha256(""),
                              .nonce = {}};
            const HelloBytes encoded = encode(hello);
            bytes.assign(encoded.begin(), encoded.end());
            bytes.append(random() % 2 * 32, 'p');
        }
        ::send(socket.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
        return socket;
    }

    pid_t m_pid = -1;
};

// Starts all ranks as threads and lets them sum something; returns how many strangers they turned away.
int startAndSum(const Ports& ports, int start)
{
    const int ranks = ports.size();
    std::vector<MeshStatistics> statistics(static_cast<std::size_t>(ranks));
    std::vector<std::thread> threads;
    for (int rank = 0; rank < ranks; ++rank)
        threads.emplace_back([&, rank] {
            const std::string error = errorOf([&] {
                sleepFor((start * 37 + rank * 53) % 40 * 0.001);
                MessengerOptions options;
                options.silence = std::chrono::milliseconds(static_cast<int>(kPatience * 1000));
                MeshStatistics& mine = statistics[static_cast<std::size_t>(rank)];
                const auto group =
                    makeGlooProcessGroup(rank, connectMesh(meshOptions(ports, rank), &mine), options);
                std::vector<float> values(1000, static_cast<float>(rank + 1));
                group->allReduceSum(std::span<float>(values));
                EXPECT_EQ(values[999], static_cast<float>(ranks * (ranks + 1) / 2));
            });
            EXPECT_EQ(error, "no error") << "start " << start << ", rank " << rank;
        });
    for (std::thread& thread : threads)
        thread.join();
    int strangers = 0;
    for (const MeshStatistics& mine : statistics)
        strangers += mine.strangers;
    return strangers;
}

TEST(StartUnderStrangers, OneHundredOfOneHundredSucceed)
{
    constexpr int kStarts = 100;
    long strangers = 0;
    int fewest = 1 << 30;
    double worst = 0;
    for (int start = 0; start < kStarts && !HasFailure(); ++start) {
        const Ports ports(3 + start % 2);
        const Prober prober(ports, static_cast<unsigned>(start));
        const double began = monotonicSeconds();
        const int landed = startAndSum(ports, start);
        worst = std::max(worst, monotonicSeconds() - began);
        EXPECT_GT(landed, 0) << "nobody knocked at start " << start;
        strangers += landed;
        fewest = std::min(fewest, landed);
    }
    std::printf("%d starts; strangers turned away: %ld, at least %d a start; slowest start %.2f s\n", kStarts,
                strangers, fewest, worst);
}

} // namespace
} // namespace lockstep::test
