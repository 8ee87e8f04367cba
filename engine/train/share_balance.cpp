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
constexpr std::chrono::milliseconds kEnough{600};
/// Steps of which a mean tells anything.
constexpr int kFewestSteps = 4;
/// What is gained must be more than the clock's noise: new shares cost what was read ahead.
constexpr double kWorthwhile = 1.02;

static_assert(std::is_trivially_copyable_v<StepCost>);

/// A forward and a backward pass: what the device says that they took, or else the clock.
double secondsOfPass(Program& program, const BatchView& batch)
{
    const auto begin = Clock::now();
    program.forward(batch, Phase::Training);
    program.backward(Gradients::Overwrite, [](std::size_t) {});
    program.loss();
    if (const auto seconds = program.secondsBefore(0))
        return seconds->forward + seconds->backward;
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// What passes of both usually take. In turn, so that whatever else the host does meets both alike.
struct PassSeconds {
    double whole = 0, fewer = 0;
};
PassSeconds timePasses(Program& program, const BatchView& whole, const BatchView& fewer)
{
    for (const BatchView* batch : {&whole, &fewer})
        secondsOfPass(program, *batch); // plans and caches are made
    std::vector<double> ofWhole, ofFewer;
    for (const auto begin = Clock::now(); ofWhole.empty() || Clock::now() - begin < kEnough;) {
        ofWhole.push_back(secondsOfPass(program, whole));
        ofFewer.push_back(secondsOfPass(program, fewer));
    }
    return {usualSeconds(ofWhole), usualSeconds(ofFewer)};
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
        const PassSeconds seconds = timePasses(program, samples, fewer);
        const double largestPiece = m_own.largestPiece;
        m_own = fittedCost(seconds.whole, count, seconds.fewer, fewer.scalars.count);
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
    const OwnSeconds own{step.times.forward + step.times.backward + (step.device ? 0 : step.times.data),
                         step.times.optimizer};
    m_latest[static_cast<std::size_t>(m_steps - 1) % m_latest.size()] = own;
    m_sum.passes += own.passes;
    m_sum.updates += own.updates;
}

std::span<const ShareBalance::OwnSeconds> ShareBalance::latest() const
{
    return std::span(m_latest).first(
        std::min(static_cast<std::size_t>(std::max(0, m_steps)), m_latest.size()));
}

double ShareBalance::ownSeconds() const
{
    return m_steps > 0 ? (m_sum.passes + m_sum.updates) / m_steps : 0;
}

void ShareBalance::correct()
{
    if (m_steps >= kFewestSteps && m_own.perSample > 0) {
        const auto usual = [this](double OwnSeconds::*part) {
            std::vector<double> seconds;
            for (const OwnSeconds& step : latest())
                seconds.push_back(step.*part);
            return usualSeconds(seconds);
        };
        m_own.perStep = 0;
        const double scale = usual(&OwnSeconds::passes) / m_own.seconds(m_samples);
        m_own.perPiece *= scale;
        m_own.perSample *= scale;
        m_own.perStep = usual(&OwnSeconds::updates);
    }
    m_steps = -1;
    m_sum = {};
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
