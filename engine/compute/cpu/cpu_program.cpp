// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/cpu_program.h"

#include "engine/core/error.h"

#include <algorithm>
#include <string>

namespace lockstep {

CpuProgram::CpuProgram(const Graph& graph, const ProgramOptions& options)
    : m_options(options), m_sample(graph.inputShape()),
      m_classes(static_cast<int>(graph.output().output.elements())), m_team(options.threads)
{
    LOCKSTEP_CHECK(options.batch >= 1);
    makeTensors(graph);
    const auto batch = static_cast<std::size_t>(options.batch);
    const auto classCount = static_cast<std::size_t>(m_classes);
    m_logits.resize(batch * classCount);
    m_losses.resize(batch);
    m_ranks.resize(batch);
    m_derivatives.resize(static_cast<std::size_t>(options.threads) * classCount);
}

void CpuProgram::makeTensors(const Graph& graph)
{
    const std::vector<ParameterSpec> parameters = graph.parameters();
    const std::vector<BufferSpec> buffers = graph.buffers();
    ArenaPlan plan;
    std::vector<ArenaPlan::Id> ids;
    const auto want = [&](const Shape& shape) {
        ids.push_back(
            plan.add(shape.elements() * static_cast<std::int64_t>(sizeof(float)), ArenaPlan::kWholeProgram));
    };
    // Values and gradients apart: an optimiser walks through both.
    for (const ParameterSpec& spec : parameters)
        want(spec.shape);
    for (const ParameterSpec& spec : parameters)
        want(spec.shape);
    for (const BufferSpec& spec : buffers)
        want(spec.shape);
    plan.place();
    m_tensors.emplace(plan);
    const auto span = [&](std::size_t id, const Shape& shape) {
        return std::span(m_tensors->buffer<float>(plan, ids[id]), static_cast<std::size_t>(shape.elements()));
    };
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const ParameterSpec& spec = parameters[i];
        m_parameters.push_back(
            {spec.name, spec.shape, span(i, spec.shape), span(parameters.size() + i, spec.shape)});
    }
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        const BufferSpec& spec = buffers[i];
        m_buffers.push_back({spec.name, spec.shape, span(2 * parameters.size() + i, spec.shape),
                             spec.kind == BufferSpec::Kind::BatchCount ? NamedTensor::Stored::Int64
                                                                       : NamedTensor::Stored::Float32});
        if (spec.kind == BufferSpec::Kind::RunningVariance)
            std::fill(m_buffers.back().values.begin(), m_buffers.back().values.end(), 1.0f);
    }
}

void CpuProgram::check(const BatchView& batch) const
{
    LOCKSTEP_CHECK(batch.count >= 0 && batch.count <= m_options.batch);
    LOCKSTEP_CHECK(static_cast<std::int64_t>(batch.inputs.size()) == batch.count * m_sample.elements());
    LOCKSTEP_CHECK(!batch.inputs.arePixels() ||
                   static_cast<std::int64_t>(batch.inputs.scale().channels) == m_sample[0]);
    LOCKSTEP_CHECK(batch.labels.size() == static_cast<std::size_t>(batch.count));
    for (std::int32_t label : batch.labels)
        if (label < 0 || label >= m_classes)
            throw EngineError(
                ExitCode::DataError,
                {LOCKSTEP_TEXT("A sample has the label %1; this model knows the classes 0 to %2. Check the "
                               "data set."),
                 {std::to_string(label), std::to_string(m_classes - 1)},
                 {}});
}

LossResult CpuProgram::forward(const BatchView& batch, Phase phase)
{
    check(batch);
    m_state = State::Idle;
    m_count = batch.count;
    m_team.run([&](int worker) { forwardShare(worker, batch, phase); });
    LossResult result;
    // In the order of the samples, so that the sum does not depend on the number of workers.
    for (std::size_t sample = 0; sample < static_cast<std::size_t>(m_count); ++sample) {
        result.lossSum += m_losses[sample];
        result.correct += m_ranks[sample] == 0 ? 1 : 0;
        result.correctTop5 += m_ranks[sample] < 5 ? 1 : 0;
    }
    if (phase == Phase::Training)
        m_state = State::Forwarded;
    return result;
}

void CpuProgram::backward(double divisor, Gradients gradients, const std::function<void(std::size_t)>& ready)
{
    LOCKSTEP_CHECK(m_state == State::Forwarded);
    LOCKSTEP_CHECK(divisor > 0);
    m_state = State::Idle;
    m_ready = &ready;
    m_adding = gradients == Gradients::Add && !addsGradients();
    if (m_adding) {
        m_former.resize(m_parameters.size());
        for (std::size_t i = 0; i < m_parameters.size(); ++i)
            m_former[i].assign(m_parameters[i].gradient.begin(), m_parameters[i].gradient.end());
    }
    const Gradients own = m_adding ? Gradients::Overwrite : gradients;
    m_team.run([&](int worker) { backwardShare(worker, static_cast<float>(1 / divisor), own); });
}

std::span<const float> CpuProgram::logits() const
{
    return std::span(m_logits).first(static_cast<std::size_t>(m_count) * static_cast<std::size_t>(m_classes));
}

std::span<const float> CpuProgram::score(int worker, int sample, std::span<const float> logits, int label)
{
    const auto at = static_cast<std::size_t>(sample);
    const SampleLoss loss = lossOf(worker, logits, label);
    std::copy(logits.begin(), logits.end(), m_logits.begin() + std::int64_t{sample} * m_classes);
    m_losses[at] = loss.loss;
    m_ranks[at] = loss.rank;
    return derivativeOf(worker);
}

std::span<const float> CpuProgram::scoreAuxiliary(int worker, int sample, std::span<const float> logits,
                                                  int label, double weight)
{
    m_losses[static_cast<std::size_t>(sample)] += weight * lossOf(worker, logits, label).loss;
    for (float& each : derivativeOf(worker))
        each *= static_cast<float>(weight);
    return derivativeOf(worker);
}

SampleLoss CpuProgram::lossOf(int worker, std::span<const float> logits, int label)
{
    return sampleLoss(m_options.loss, m_options.labelSmoothing, logits, label, derivativeOf(worker));
}

std::span<float> CpuProgram::derivativeOf(int worker)
{
    const auto classCount = static_cast<std::size_t>(m_classes);
    return std::span(m_derivatives).subspan(static_cast<std::size_t>(worker) * classCount, classCount);
}

std::int64_t CpuProgram::tensorBytes() const
{
    auto bytes = static_cast<std::size_t>(m_tensors->bytes());
    for (const std::vector<float>& each : m_former)
        bytes += each.size() * sizeof(float);
    return static_cast<std::int64_t>(bytes);
}

void CpuProgram::announce(std::size_t parameter)
{
    const std::span<float> gradient = m_parameters[parameter].gradient;
    if (m_adding)
        for (std::size_t i = 0; i < gradient.size(); ++i)
            gradient[i] += m_former[parameter][i];
    if (*m_ready)
        (*m_ready)(parameter);
}

} // namespace lockstep
