// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/libraries/plan_measurement.h"

#include "engine/core/error.h"

#include <algorithm>
#include <limits>
#include <set>
#include <string>

namespace lockstep::cuda {
namespace {

/// Of the plans that cuDNN recommends for a pass. What comes later has hardly ever been the fastest.
constexpr int kMostMeasured = 12;
constexpr int kRepetitions = 4;
/// What takes less is measured several times in a row.
constexpr double kLongEnough = 200e-6;
constexpr double kMostInARow = 16;
/// What the host may take to give one plan's work, while the device stands still.
constexpr double kHostsShare = 100e-6;
/// So many times the best, a plan is measured no further.
constexpr double kHopeless = 2;

std::size_t bytes(std::int64_t elements, Element element)
{
    return static_cast<std::size_t>(elements) * bytesOf(element);
}

std::int64_t firstElements(const ConvolutionShape& shape, ConvolutionPass pass)
{
    return pass == ConvolutionPass::BackwardData ? shape.outputElements() : shape.inputElements();
}

std::int64_t secondElements(const ConvolutionShape& shape, ConvolutionPass pass)
{
    return pass == ConvolutionPass::BackwardWeights ? shape.outputElements() : shape.weightElements();
}

std::int64_t resultElements(const ConvolutionShape& shape, ConvolutionPass pass)
{
    switch (pass) {
    case ConvolutionPass::BackwardData:
        return shape.inputElements();
    case ConvolutionPass::BackwardWeights:
        return shape.weightElements();
    case ConvolutionPass::Forward:
        break;
    }
    return shape.outputElements();
}

/// Until the work that `give` gives is done, on the device.
template <typename Give>
double secondsOf(Queue& queue, const Give& give)
{
    Event before(Event::Timing::Yes);
    Event after(Event::Timing::Yes);
    queue.record(before);
    give();
    queue.record(after);
    after.wait(Awaited::Measurement);
    return after.secondsSince(before);
}

/// As steps give it: written down. So the device does not wait for the host in between, whose part would
/// drown what plans of small convolutions take, and what cannot be written down is never chosen.
double leastRecorded(Queue& queue, const std::function<void()>& run, int inARow)
{
    const std::unique_ptr<Recording> recording = queue.write([&] {
        for (int i = 0; i < inARow; ++i)
            run();
    });
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < kRepetitions; ++i)
        least = std::min(least, secondsOf(queue, [&] { queue.give(*recording); }) / inARow);
    return least;
}

} // namespace

std::optional<double> leastSeconds(Queue& queue, const std::function<void()>& run, double best)
{
    try {
        run(); // loads the kernel
        queue.wait(Awaited::Measurement);
        const double once = secondsOf(queue, run);
        if (once - kHostsShare > kHopeless * best)
            return once;
        return leastRecorded(queue, run, static_cast<int>(std::clamp(kLongEnough / once, 1.0, kMostInARow)));
    } catch (const EngineError&) {
        queue.wait(Awaited::Measurement); // throws when it is the device that failed
        return std::nullopt;
    }
}

PlanMeasurement::PlanMeasurement(CudnnHandle handle, Queue& queue, const ConvolutionShape& shape,
                                 ConvolutionPass pass)
    : m_handle(std::move(handle)), m_queue(queue), m_first(bytes(firstElements(shape, pass), shape.element)),
      m_second(bytes(secondElements(shape, pass), shape.element)),
      m_result(bytes(resultElements(shape, pass), shape.element)),
      m_workspace(static_cast<std::size_t>(convolutionWorkspaceLimit(shape)))
{
}

std::optional<double> PlanMeasurement::seconds(const ConvolutionPlan& plan, double best) const
{
    const CudnnConvolution convolution(m_handle, plan);
    const auto give = [&] {
        convolution.give(m_queue, m_first.at(), m_second.at(), m_result.at(), m_workspace.at());
    };
    return leastSeconds(m_queue, give, best);
}

std::optional<ConvolutionPlan> fastestPlan(const std::vector<EngineConfig>& configs, const PlanMaker& make,
                                           const PlanTimer& seconds)
{
    std::optional<ConvolutionPlan> best;
    double bestSeconds = std::numeric_limits<double>::infinity();
    std::set<std::string> names;
    int measured = 0;
    for (const EngineConfig& config : configs) {
        if (config.compiledAtRuntime || !names.insert(config.name).second)
            continue;
        std::optional<ConvolutionPlan> plan = make(config);
        const std::optional<double> taken = plan ? seconds(*plan, bestSeconds) : std::nullopt;
        if (!taken)
            continue;
        if (*taken < bestSeconds) {
            best = std::move(plan);
            bestSeconds = *taken;
        }
        if (++measured == kMostMeasured)
            break;
    }
    return best;
}

} // namespace lockstep::cuda
