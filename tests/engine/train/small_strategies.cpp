// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/train/small_strategies.h"

#include "engine/core/error.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lockstep::testing {
namespace {

std::vector<std::vector<float>> zerosFor(std::span<const Parameter> parameters)
{
    std::vector<std::vector<float>> zeros;
    for (const Parameter& parameter : parameters)
        zeros.emplace_back(parameter.gradient.size());
    return zeros;
}

StepVotes sumOf(const StepVotes& mine, ProcessGroup& group)
{
    std::array<double, 3> sums = {mine.lossSum, mine.stop, mine.damaged};
    group.allReduceSum(std::span<double>(sums));
    return {sums[0], sums[1], sums[2]};
}

} // namespace

EveryOtherStep::EveryOtherStep(ProcessGroup& group, const HostParameters& parameters)
    : m_group(group), m_parameters(parameters.all.begin(), parameters.all.end()),
      m_kept(zerosFor(parameters.all))
{
}

Strategy::StepEnd EveryOtherStep::finish(const StepVotes& mine)
{
    std::sort(m_ready.begin(), m_ready.end());
    for (std::size_t i = 0; i < m_parameters.size(); ++i)
        LOCKSTEP_CHECK(m_ready.at(i) == i);
    m_ready.clear();
    keepGradients();
    m_unsaid.lossSum += mine.lossSum;
    m_unsaid.stop += mine.stop;
    m_unsaid.damaged += mine.damaged;
    return ++m_steps == 2 ? apply() : StepEnd{Outcome::NothingYet, {}};
}

Strategy::StepEnd EveryOtherStep::settle()
{
    return m_steps > 0 ? apply() : StepEnd{};
}

void EveryOtherStep::keepGradients()
{
    for (std::size_t i = 0; i < m_parameters.size(); ++i) {
        std::span<float> gradient = m_parameters[i].gradient;
        for (std::size_t j = 0; j < gradient.size(); ++j)
            m_kept[i][j] += gradient[j];
        std::fill(gradient.begin(), gradient.end(), 1e30f); // who takes these for final will not train well
    }
}

Strategy::StepEnd EveryOtherStep::apply()
{
    for (std::size_t i = 0; i < m_parameters.size(); ++i) {
        for (std::size_t j = 0; j < m_kept[i].size(); ++j)
            m_parameters[i].gradient[j] = m_kept[i][j] / static_cast<float>(m_steps);
        m_group.allReduceSum(m_parameters[i].gradient);
        std::fill(m_kept[i].begin(), m_kept[i].end(), 0.0f);
    }
    m_steps = 0;
    return {Outcome::ApplyGradients, sumOf(std::exchange(m_unsaid, {}), m_group)};
}

OwnUpdates::OwnUpdates(ProcessGroup& group, const HostParameters& parameters, float rate, float momentum,
                       Memory memory)
    : m_group(group), m_parameters(parameters.all.begin(), parameters.all.end()),
      m_velocities(zerosFor(parameters.all)), m_changed(parameters.changed), m_rate(rate),
      m_momentum(momentum)
{
    std::vector<NamedTensor> tensors;
    for (std::size_t i = 0; i < m_parameters.size() && memory == Memory::Keeps; ++i)
        tensors.push_back({m_parameters[i].name + ".velocity", m_parameters[i].shape, m_velocities[i]});
    m_state = HostTensors(tensors);
}

Strategy::StepEnd OwnUpdates::finish(const StepVotes& mine)
{
    for (std::size_t i = 0; i < m_parameters.size(); ++i) {
        const Parameter& parameter = m_parameters[i];
        m_group.allReduceSum(parameter.gradient);
        for (std::size_t j = 0; j < parameter.value.size(); ++j) {
            m_velocities[i][j] = m_momentum * m_velocities[i][j] + parameter.gradient[j];
            parameter.value[j] -= m_rate * m_velocities[i][j];
        }
    }
    m_changed();
    return {Outcome::WeightsReplaced, sumOf(mine, m_group)};
}

LateUpdates::LateUpdates(ProcessGroup& group, const HostParameters& parameters, float rate)
    : m_group(group), m_parameters(parameters.all.begin(), parameters.all.end()),
      m_changed(parameters.changed), m_rate(rate), m_late(zerosFor(parameters.all))
{
    std::vector<NamedTensor> tensors{{"is_late", Shape{1}, m_isLate}};
    for (std::size_t i = 0; i < m_parameters.size(); ++i)
        tensors.push_back({m_parameters[i].name + ".late", m_parameters[i].shape, m_late[i]});
    m_state = HostTensors(tensors);
}

Strategy::StepEnd LateUpdates::finish(const StepVotes& mine)
{
    for (std::size_t i = 0; i < m_parameters.size(); ++i) {
        const std::span<float> gradient = m_parameters[i].gradient;
        m_group.allReduceSum(gradient);
        std::copy(gradient.begin(), gradient.end(), m_late[i].begin());
    }
    const StepVotes all = sumOf(mine, m_group);
    m_isLate[0] = 1;
    return {Outcome::NothingYet, all};
}

Strategy::StepEnd LateUpdates::settle()
{
    return {catchUp() ? Outcome::WeightsReplaced : Outcome::NothingYet, {}};
}

bool LateUpdates::catchUp()
{
    if (m_isLate[0] == 0)
        return false;
    for (std::size_t i = 0; i < m_parameters.size(); ++i)
        for (std::size_t j = 0; j < m_late[i].size(); ++j)
            m_parameters[i].value[j] -= m_rate * m_late[i][j];
    m_isLate[0] = 0;
    m_changed();
    return true;
}

} // namespace lockstep::testing
