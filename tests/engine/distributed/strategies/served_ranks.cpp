// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/distributed/strategies/served_ranks.h"

#include "engine/optim/optimizer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <mutex>
#include <thread>

namespace lockstep::test {
namespace {

class Ruled final : public SliceOptimizer {
public:
    Ruled(const TrainingSpec& training, std::span<const Parameter> parameters)
        : m_optimizer(makeOptimizer(training, {parameters, {}, {}}))
    {
    }
    void step(double learningRate) override { m_optimizer->step(learningRate); }
    TensorStore& state() override { return m_optimizer->state(); }
    std::int64_t updates() override { return m_optimizer->steps(); }
    void setUpdates(std::int64_t updates) override { m_optimizer->setSteps(updates); }

private:
    std::unique_ptr<Optimizer> m_optimizer;
};

} // namespace

ServedMeshOptions servedMesh(Ports& ports, int ranks, int member)
{
    ServedMeshOptions options;
    const auto edge = ports.endpoints().begin() + ranks;
    options.ranks.assign(ports.endpoints().begin(), edge);
    options.servers.assign(edge, ports.endpoints().end());
    options.role = member < ranks ? Role::Rank : Role::Server;
    options.number = member < ranks ? member : member - ranks;
    options.listenDescriptor = ports.release(member);
    options.token = testToken();
    options.run = "test-run";
    options.silenceSeconds = kPatience;
    return options;
}

SliceOptimizerFactory sliceOptimizers(TrainingSpec training)
{
    training.clipNorm = 0;
    return [training](std::span<const Parameter> parameters) {
        return std::make_unique<Ruled>(training, parameters);
    };
}

ServedEnds runServed(const TrainingSpec& training, int ranks, int servers, const RankFunction& function)
{
    Ports ports(ranks + servers);
    ServedEnds ends;
    ends.ranks.resize(static_cast<std::size_t>(ranks));
    ends.servers.resize(static_cast<std::size_t>(servers));
    std::mutex mutex;
    const auto noteLost = [&](int rank, const Error&) {
        const std::lock_guard lock(mutex);
        ends.lostRanks.push_back(rank);
    };
    std::vector<std::thread> threads;
    for (int member = 0; member < ranks + servers; ++member) {
        threads.emplace_back([&, member, mesh = servedMesh(ports, ranks, member)] {
            std::string& end = member < ranks ? ends.ranks[static_cast<std::size_t>(member)]
                                              : ends.servers[static_cast<std::size_t>(member - ranks)];
            try {
                if (member < ranks)
                    function(*makeServedProcessGroup(mesh));
                else
                    runParameterServer({mesh, training, sliceOptimizers(training), noteLost});
            } catch (const std::exception& error) {
                end = error.what();
            }
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    std::ranges::sort(ends.lostRanks);
    return ends;
}

void expectServed(const TrainingSpec& training, int ranks, int servers, const RankFunction& function)
{
    const ServedEnds ends = runServed(training, ranks, servers, function);
    EXPECT_EQ(ends.ranks, std::vector<std::string>(static_cast<std::size_t>(ranks)));
    EXPECT_EQ(ends.servers, std::vector<std::string>(static_cast<std::size_t>(servers)));
}

} // namespace lockstep::test
