// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/distributed/rank_hosts.h"

#include "engine/distributed/host_memory.h"
#include "engine/distributed/hostwise_process_group.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <thread>

namespace lockstep::test {

RankHosts::RankHosts(std::vector<int> hostOfRank, SumOrder order)
    : m_hosts(std::move(hostOfRank)), m_order(std::move(order)), m_ports(size())
{
    for (const int host : m_hosts)
        if (host != kNoMemory && host >= static_cast<int>(m_memories.size()))
            m_memories.push_back(makeHostMemory(static_cast<int>(std::ranges::count(m_hosts, host))));
}

Descriptor RankHosts::memory(int rank) const
{
    const int host = m_hosts[static_cast<std::size_t>(rank)];
    if (host == kNoMemory)
        return {};
    return Descriptor(::fcntl(m_memories[static_cast<std::size_t>(host)].get(), F_DUPFD_CLOEXEC, 0));
}

void RankHosts::run(const RankFunction& function)
{
    std::vector<std::thread> threads;
    std::vector<std::string> errors(m_hosts.size());
    for (int rank = 0; rank < size(); ++rank)
        threads.emplace_back([&, rank, mine = options(rank)]() mutable {
            try {
                const auto group = makeHostwiseProcessGroup(std::move(mine), memory(rank), m_order);
                function(*group);
            } catch (const std::exception& error) {
                errors[static_cast<std::size_t>(rank)] = error.what();
            }
        });
    for (std::thread& thread : threads)
        thread.join();
    for (const std::string& error : errors)
        EXPECT_EQ(error, "");
}

std::int64_t sentBeyond(const ProcessGroup& group, int ranks)
{
    std::int64_t sum = 0;
    for (const PeerTraffic& peer : group.traffic())
        if (group.rank() < ranks && peer.rank >= ranks)
            sum += peer.bytesSent;
    return sum;
}

std::vector<std::string> endsAfter(std::vector<int> hostOfRank, int victim, int signal, double timeout,
                                   const RankFunction& step, const SumOrder& order)
{
    RankHosts hosts(std::move(hostOfRank), order);
    SharedCounter underWay;
    RankProcesses processes(hosts.size(), [&](int rank) {
        GlooGroupOptions options = hosts.options(rank);
        options.timeoutSeconds = timeout;
        options.silenceSeconds = timeout;
        const auto group = makeHostwiseProcessGroup(std::move(options), hosts.memory(rank), hosts.order());
        return errorOf([&] {
            for (int i = 0; i < 100'000; ++i) {
                step(*group);
                if (i == 2)
                    underWay.add();
            }
        });
    });
    underWay.waitFor(hosts.size());
    ::kill(processes.pid(victim), signal);
    std::vector<std::string> reports;
    for (int rank = 0; rank < hosts.size(); ++rank)
        if (rank != victim)
            reports.push_back(processes.join(rank).report);
    return reports;
}

} // namespace lockstep::test
