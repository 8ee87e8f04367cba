// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// Compiled without contraction to fused multiply-adds: every rank does the same with the sums.
#include "engine/distributed/local_steps.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace lockstep {
namespace {

std::size_t elementsOf(const HostParameters& parameters)
{
    std::size_t elements = 0;
    for (const Parameter& parameter : parameters.all)
        elements += parameter.value.size();
    return elements;
}

} // namespace

LocalSteps::LocalSteps(const TrainingSpec& training, ProcessGroup& group, const HostReplica& replica)
    : m_group(group), m_parameters(replica.parameters), m_steps(training.localSteps),
      m_rate(static_cast<float>(training.outerLearningRate)),
      m_momentum(static_cast<float>(training.outerMomentum))
{
    if (training.overlapMeetings) {
        m_mean.resize(elementsOf(m_parameters));
        m_left.resize(m_mean.size());
        std::vector<std::size_t> all(m_parameters.all.size());
        std::iota(all.begin(), all.end(), std::size_t{0});
        const GradientBucket whole{m_mean, std::move(all)};
        m_sums = std::make_unique<GradientReducer>(group, std::span(&whole, 1));
    }
    if (m_momentum == 0)
        return;
    m_velocity.resize(elementsOf(m_parameters));
    std::vector<NamedTensor> tensors;
    forEachParameter(m_velocity, [&](const Parameter& parameter, std::span<float> velocity) {
        tensors.push_back({parameter.name + ".outer_momentum", parameter.shape, velocity});
    });
    m_state = HostTensors(tensors);
}

std::string LocalSteps::exchange() const
{
    const std::string mean = "the mean of the weights after every " + std::to_string(m_steps) + " steps";
    return m_sums ? mean + ", which crosses under the next " + std::to_string(m_steps) : mean;
}

double LocalSteps::divisor(const StepBatch& batch) const
{
    return std::max(batch.count, 1);
}

void LocalSteps::begin(const StepBatch& batch)
{
    if (m_done == m_steps && m_sums)
        beginMeeting();
    else if (m_done == m_steps)
        meet();
    if (hasOuterOptimizer() && m_agreed.empty()) {
        m_agreed.resize(elementsOf(m_parameters));
        forEachParameter(m_agreed, [](const Parameter& parameter, std::span<float> agreed) {
            std::ranges::copy(parameter.value, agreed.begin());
        });
    }
    m_samples += batch.count;
    m_allSamples += batch.globalCount;
}

Strategy::StepEnd LocalSteps::finish(const StepVotes& mine)
{
    // Nothing else tells between two meetings that a rank is lost.
    m_group.throwIfEnded();
    m_unsaid.lossSum += mine.lossSum;
    m_unsaid.stop += mine.stop;
    m_unsaid.damaged += mine.damaged;
    m_hasSaid = false;
    if (++m_done < m_steps)
        return {Outcome::ApplyGradients, std::nullopt};
    return {Outcome::ApplyGradients, sumVotes()};
}

Strategy::StepEnd LocalSteps::settle()
{
    if (m_done == 0)
        return {};
    StepEnd end{Outcome::WeightsReplaced, std::nullopt};
    if (!m_hasSaid)
        end.votes = sumVotes();
    endMeeting();
    meet();
    return end;
}

StepVotes LocalSteps::sumVotes()
{
    const StepVotes mine = std::exchange(m_unsaid, {});
    m_hasSaid = true;
    std::array<double, 3> sums = {mine.lossSum, mine.stop, mine.damaged};
    if (m_samplesUnderWay > 0)
        m_sums->finish(sums); // whose thread has the group until then
    else
        m_group.allReduceSum(std::span<double>(sums));
    return {sums[0], sums[1], sums[2]};
}

/// All wait.
void LocalSteps::meet()
{
    m_mean.resize(elementsOf(m_parameters));
    weighWeights();
    if (m_group.worldSize() > 1)
        m_group.allReduceSum(std::span(m_mean));
    divideSums(std::exchange(m_allSamples, 0));
    if (hasOuterOptimizer())
        stepOutside();
    forEachParameter(agreed(), [](const Parameter& parameter, std::span<float> values) {
        std::ranges::copy(values, parameter.value.begin());
    });
    say();
    m_done = 0;
    m_samples = 0;
}

/// After the one before it, whose sums are here since the votes were heard.
void LocalSteps::beginMeeting()
{
    endMeeting();
    weighWeights();
    forEachParameter(m_left, [](const Parameter& parameter, std::span<float> left) {
        std::ranges::copy(parameter.value, left.begin());
    });
    m_sums->begin();
    for (std::size_t i = 0; i < m_parameters.all.size(); ++i)
        m_sums->add(i);
    m_samplesUnderWay = std::exchange(m_allSamples, 0);
    m_done = 0;
    m_samples = 0;
}

/// Of what this rank did meanwhile nothing is lost.
void LocalSteps::endMeeting()
{
    if (m_samplesUnderWay == 0)
        return;
    divideSums(std::exchange(m_samplesUnderWay, 0));
    if (hasOuterOptimizer())
        stepOutside();
    const std::span<const float> target = agreed();
    for (std::size_t i = 0; i < m_left.size(); ++i)
        m_left[i] = target[i] - m_left[i];
    forEachParameter(m_left, [](const Parameter& parameter, std::span<float> way) {
        for (std::size_t i = 0; i < way.size(); ++i)
            parameter.value[i] += way[i];
    });
    say();
}

/// By samples. Alone, the weights are the mean as they are.
void LocalSteps::weighWeights()
{
    const auto share = static_cast<float>(m_group.worldSize() == 1 ? 1 : m_samples);
    forEachParameter(m_mean, [share](const Parameter& parameter, std::span<float> mean) {
        for (std::size_t i = 0; i < mean.size(); ++i)
            mean[i] = share * parameter.value[i];
    });
}

void LocalSteps::divideSums(double samples)
{
    if (m_group.worldSize() == 1)
        return;
    for (float& value : m_mean)
        value = static_cast<float>(static_cast<double>(value) / samples);
}

void LocalSteps::say()
{
    if (m_parameters.changed)
        m_parameters.changed();
}

void LocalSteps::stepOutside()
{
    for (std::size_t i = 0; i < m_agreed.size(); ++i) {
        const float way = m_agreed[i] - m_mean[i];
        float push = way;
        if (!m_velocity.empty()) {
            m_velocity[i] = m_momentum * m_velocity[i] + way;
            push = way + m_momentum * m_velocity[i];
        }
        m_agreed[i] -= m_rate * push;
    }
}

/// Each with its place in `values`, which hold all of them one after the other.
template <typename Job>
void LocalSteps::forEachParameter(std::span<float> values, const Job& job)
{
    for (const Parameter& parameter : m_parameters.all) {
        job(parameter, values.first(parameter.value.size()));
        values = values.subspan(parameter.value.size());
    }
}

} // namespace lockstep
