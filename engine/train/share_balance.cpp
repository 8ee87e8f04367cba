// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/share_balance.h"

#include "engine/train/activity_scope.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <type_traits>

namespace lockstep {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kEnough{300};
/// Steps of which a mean tells anything.
constexpr int kFewestSteps = 4;
/// What is gained must be more than the clock's noise: new shares cost what was read ahead.
constexpr double kWorthwhile = 1.02;

static_assert(std::is_trivially_copyable_v<StepCost>);

/// Of a forward and a backward pass.
double secondsOfPasses(Program& program, const BatchView& batch)
{
    const auto pass = [&] {
        program.forward(batch, Phase::Training);
        program.backward(Gradients::Overwrite, [](std::size_t) {});
        program.loss();
        return program.secondsBefore(0);
    };
    pass(); // plans and caches are made
    int passes = 0;
    double onDevice = 0;
    const auto begin = Clock::now();
    do {
        if (const auto seconds = pass())
            onDevice += seconds->forward + seconds->backward;
        ++passes;
    } while (Clock::now() - begin < kEnough);
    const double seconds =
        onDevice > 0 ? onDevice : std::chrono::duration<double>(Clock::now() - begin).count();
    return seconds / passes;
}

} // namespace

ShareBalance::ShareBalance(ProcessGroup& group, int largestPiece) : m_group(group)
{
    m_own.largestPiece = largestPiece;
}

void ShareBalance::calibrate(Program& program, const BatchView& samples, std::size_t valuesOfSample)
{
    m_group.barrier();
    const int count = samples.scalars.count;
    if (count > 0) {
        const ActivityScope loading(m_group, Activity::Loading);
        BatchView fewer = samples;
        fewer.scalars.count = std::max(1, count / 2);
        const auto size = static_cast<std::size_t>(fewer.scalars.count);
        fewer.inputs = samples.inputs.part(0, size * valuesOfSample);
        fewer.labels = samples.labels.first(size);
        const double whole = secondsOfPasses(program, samples);
        const double half = secondsOfPasses(program, fewer);
        const double largestPiece = m_own.largestPiece;
        m_own = fittedCost(whole, count, half, fewer.scalars.count);
        m_own.largestPiece = largestPiece;
    }
    exchange();
}

void ShareBalance::add(const GivenStep& step)
{
    m_samples = step.count;
    if (m_steps++ < 0)
        return;
    // A device works ahead of the loader: what the host waits for then is not the step's own time.
    m_passes += step.times.forward + step.times.backward + (step.device ? 0 : step.times.data);
    m_updates += step.times.optimizer;
}

double ShareBalance::ownSeconds() const
{
    return m_steps > 0 ? (m_passes + m_updates) / m_steps : 0;
}

void ShareBalance::correct()
{
    if (m_steps >= kFewestSteps && m_own.perSample > 0) {
        m_own.perStep = 0;
        const double scale = m_passes / m_steps / m_own.seconds(m_samples);
        m_own.perPiece *= scale;
        m_own.perSample *= scale;
        m_own.perStep = m_updates / m_steps;
    }
    m_steps = -1;
    m_passes = m_updates = 0;
    exchange();
}

BatchShares ShareBalance::better(const BatchShares& present)
{
    // Decided by one rank: the ranks' processors may round differently.
    std::vector<int> batches = present.batches();
    const bool isKnown =
        std::all_of(m_costs.begin(), m_costs.end(), [](const StepCost& cost) { return cost.perSample > 0; });
    if (m_group.rank() == 0 && isKnown) {
        const BatchShares best = balancedShares(m_costs, static_cast<int>(present.globalBatch()));
        if (slowestStep(m_costs, present) > kWorthwhile * slowestStep(m_costs, best))
            batches = best.batches();
    }
    m_group.broadcast(std::as_writable_bytes(std::span(batches)), 0);
    return BatchShares(std::move(batches));
}

void ShareBalance::exchange()
{
    const std::vector<std::byte> all = m_group.allGather(std::as_bytes(std::span(&m_own, 1)));
    m_costs.resize(static_cast<std::size_t>(m_group.worldSize()));
    std::memcpy(m_costs.data(), all.data(), m_costs.size() * sizeof(StepCost));
}

} // namespace lockstep
