// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/cpu_program.h"

#include "engine/compute/batch_check.h"
#include "engine/core/error.h"

#include <algorithm>

namespace lockstep {

namespace {

std::vector<NamedTensor> valuesOf(std::span<const Parameter> parameters)
{
    std::vector<NamedTensor> tensors;
    for (const Parameter& each : parameters)
        tensors.push_back({each.name, each.shape, each.value});
    return tensors;
}

std::vector<NamedTensor> gradientsOf(std::span<const Parameter> parameters)
{
    std::vector<NamedTensor> tensors;
    for (const Parameter& each : parameters)
        tensors.push_back({each.name, each.shape, each.gradient});
    return tensors;
}

} // namespace

CpuProgram::CpuProgram(const Graph& graph, const ProgramOptions& options, GradientSums sums,
                       std::pmr::memory_resource& memory)
    : m_options(options), m_sums(sums), m_tensors(TensorPlan(graph, options.bucketBytes, sums), memory),
      m_values(valuesOf(m_tensors.parameters()), [this] { parametersChanged(); }),
      m_gradients(gradientsOf(m_tensors.parameters())), m_statistics(m_tensors.buffers()),
      m_sample(graph.inputShape()), m_classes(static_cast<int>(graph.output().output.elements())),
      m_team(options.threads)
{
    LOCKSTEP_CHECK(options.batch >= 1);
    const auto batch = static_cast<std::size_t>(options.batch);
    const auto classCount = static_cast<std::size_t>(m_classes);
    m_logits.resize(batch * classCount);
    m_losses.resize(batch);
    m_ranks.resize(batch);
    m_derivatives.resize(static_cast<std::size_t>(options.threads) * classCount);
    const std::vector<BufferSpec> buffers = graph.buffers();
    for (std::size_t i = 0; i < buffers.size(); ++i)
        if (buffers[i].kind == BufferSpec::Kind::RunningVariance)
            std::fill(hostBuffers()[i].values.begin(), hostBuffers()[i].values.end(), 1.0f);
}

HostReplica CpuProgram::hostReplica()
{
    HostParameters parameters{m_tensors.parameters(), [this] { parametersChanged(); }, {}};
    if (m_team.size() > 1)
        parameters.workers = {m_team.size(),
                              [this](const std::function<void(int)>& job) { m_team.run(job); }};
    return {std::move(parameters), m_tensors.buckets()};
}

void CpuProgram::forward(const BatchView& batch, Phase phase)
{
    checkBatch(batch, {.count = m_options.batch, .sample = m_sample, .classes = m_classes});
    m_state = State::Idle;
    m_scalars = batch.scalars;
    m_team.run([&](int worker) { forwardShare(worker, batch, phase); });
    if (phase == Phase::Training)
        m_state = State::Forwarded;
}

LossResult CpuProgram::loss()
{
    LossResult result;
    // In the order of the samples, so that the sum does not depend on the number of workers.
    for (std::size_t sample = 0; sample < static_cast<std::size_t>(count()); ++sample) {
        result.lossSum += m_losses[sample];
        result.correct += m_ranks[sample] == 0 ? 1 : 0;
        result.correctTop5 += m_ranks[sample] < 5 ? 1 : 0;
    }
    return result;
}

void CpuProgram::backward(Gradients gradients, const std::function<void(std::size_t)>& ready)
{
    LOCKSTEP_CHECK(m_state == State::Forwarded);
    m_state = State::Idle;
    m_ready = &ready;
    m_adding = gradients == Gradients::Add && m_sums == GradientSums::FromCopies;
    if (m_adding)
        m_tensors.keepGradients();
    const Gradients own = m_adding ? Gradients::Overwrite : gradients;
    const auto scale = static_cast<float>(1 / m_scalars.divisor);
    m_team.run([&](int worker) { backwardShare(worker, scale, own); });
}

std::span<const float> CpuProgram::logits()
{
    return std::span(m_logits).first(static_cast<std::size_t>(count()) * static_cast<std::size_t>(m_classes));
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

void CpuProgram::announce(std::size_t parameter)
{
    if (m_adding)
        m_tensors.addKept(parameter);
    if (*m_ready)
        (*m_ready)(parameter);
}

} // namespace lockstep
