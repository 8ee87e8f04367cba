// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/distributed/rank_harness.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <random>
#include <thread>

namespace lockstep::test {
namespace {

using testing::StartsWith;

// All-reduces for ever: ends by an exception only.
void reduceForEver(ProcessGroup& group, std::size_t elements)
{
    while (true) {
        std::vector<float> values(elements, 1.0f);
        group.allReduceSum(std::span<float>(values));
    }
}

// abort() by a random rank or kill -9 of one, at a random instant; buffers go away at once. Every survivor
// must end with the error, whatever its threads were doing.
class Soak {
public:
    static constexpr int kRanks = 3;

    void run(int number)
    {
        const bool kills = number % 2 == 1;
        const int who = static_cast<int>(m_random() % kRanks);
        const double delay = static_cast<double>(m_random() % 40) * 0.001;
        const std::size_t elements = 1 + (m_random() % 7) * 60001;
        Ports ports(kRanks);
        SharedCounter started;
        RankProcesses processes(kRanks, [&](int rank) {
            const auto group = makeGlooProcessGroup(groupOptions(ports, rank));
            started.add();
            std::thread watchdog;
            if (!kills && rank == who)
                watchdog = std::thread([&] {
                    started.waitFor(kRanks);
                    sleepFor(delay);
                    group->abort("soak");
                });
            const std::string error = errorOf([&] { reduceForEver(*group, elements); });
            if (watchdog.joinable())
                watchdog.join();
            return error;
        });
        started.waitFor(kRanks);
        sleepFor(delay);
        const double began = monotonicSeconds();
        if (kills)
            ::kill(processes.pid(who), SIGKILL);
        for (int rank = 0; rank < kRanks; ++rank) {
            const RankOutcome outcome = processes.join(rank);
            if (kills && rank == who)
                continue;
            EXPECT_EQ(outcome.status, 0) << outcome.report;
            EXPECT_THAT(outcome.report, StartsWith("6: ")) << "run " << number << ", rank " << rank;
            inside += outcome.report.find(", all-reduce") != std::string::npos ? 1 : 0;
            worst = std::max(worst, outcome.endedAt - began);
        }
    }

    int inside = 0;   ///< ranks that were hit while they were in a collective
    double worst = 0; ///< seconds until the last survivor had its error

private:
    std::mt19937 m_random{7};
};

TEST(SoakTest, AbortsAndKillsAtRandomInstantsEndEveryRank)
{
    constexpr int kRuns = 120;
    Soak soak;
    for (int run = 0; run < kRuns; ++run)
        soak.run(run);
    std::printf("soak: %d runs of %d ranks, %d ranks hit inside a collective, slowest end %.1f ms\n", kRuns,
                Soak::kRanks, soak.inside, soak.worst * 1e3);
    EXPECT_GT(soak.inside, kRuns);
}

} // namespace
} // namespace lockstep::test
