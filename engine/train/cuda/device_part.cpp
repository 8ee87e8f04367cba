// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/cuda/device_part.h"

#include "engine/core/error.h"

#include <algorithm>
#include <utility>

namespace lockstep::cuda {
namespace {

std::vector<NamedTensor> valuesOf(const HostReplica& replica)
{
    std::vector<NamedTensor> tensors;
    for (const Parameter& each : replica.parameters.all)
        tensors.push_back({each.name, each.shape, each.value});
    return tensors;
}

std::vector<NamedTensor> gradientsOf(const HostReplica& replica)
{
    std::vector<NamedTensor> tensors;
    for (const Parameter& each : replica.parameters.all)
        tensors.push_back({each.name, each.shape, each.gradient});
    return tensors;
}

/// So many floats of it; it grows to what was asked for.
std::span<float> pinned(PinnedMemory& memory, std::size_t elements)
{
    if (memory.span().size() < elements * sizeof(float))
        memory = PinnedMemory(elements * sizeof(float));
    return {reinterpret_cast<float*>(memory.at()), elements};
}

} // namespace

DevicePart::DevicePart(std::unique_ptr<CudaProgram> program, const ProgramOptions& options)
    : m_program(std::move(program)), m_device(m_program->replica()),
      m_replica(m_device, StagedReplica::WeightsCross::EachStep),
      m_values(valuesOf(m_replica.host()), m_replica.host().parameters.changed),
      m_gradients(gradientsOf(m_replica.host())), m_copies(m_device.queue.patience()),
      m_progress(m_replica.host().buckets), m_team(options.threads)
{
    for (std::size_t i = 0; i < m_replica.buckets(); ++i)
        m_final.push_back(std::make_unique<Event>());
}

void DevicePart::forward(const BatchView& batch, Phase phase)
{
    m_replica.deliverWeights();
    m_program->forward(batch, phase);
}

void DevicePart::backward(Gradients gradients, const std::function<void(std::size_t)>& ready)
{
    // Who has summed gradients over ranks has done it in this host's memory.
    if (std::exchange(m_areHere, false) && gradients == Gradients::Add)
        m_replica.deliverGradients();
    m_progress.begin();
    m_program->backward(gradients, [&](std::size_t parameter) {
        const std::size_t before = m_progress.complete();
        m_progress.add(parameter);
        for (std::size_t bucket = before; bucket < m_progress.complete(); ++bucket)
            m_device.queue.record(*m_final[bucket]);
    });
    if (ready)
        fetchGradients(ready);
}

void DevicePart::fetchGradients(const std::function<void(std::size_t)>& ready)
{
    m_areHere = true;
    for (std::size_t bucket = 0; bucket < m_replica.buckets(); ++bucket) {
        m_copies.follow(*m_final[bucket]);
        m_replica.fetchGradients(m_copies, bucket);
        for (const std::size_t parameter : m_replica.host().buckets[bucket].parameters)
            ready(parameter);
    }
}

void DevicePart::backwardFrom(std::span<const float> outputGradient, Gradients gradients,
                              const std::function<void(std::size_t)>& ready)
{
    const std::span<float> to = m_program->outputGradient();
    LOCKSTEP_CHECK(outputGradient.size() == to.size());
    m_taken.wait(Awaited::Copy);
    std::ranges::copy(outputGradient, pinned(m_outputGradient, to.size()).begin());
    m_device.queue.copy(to.data(), m_outputGradient.at(), to.size_bytes());
    m_device.queue.record(m_taken);
    backward(gradients, ready);
}

std::span<const float> DevicePart::inputGradient()
{
    const std::span<const float> from = m_program->inputGradient();
    const std::span<float> to = pinned(m_inputGradient, from.size());
    m_device.queue.copy(to.data(), from.data(), from.size_bytes());
    m_device.queue.wait(Awaited::Copy);
    return to;
}

HostReplica DevicePart::hostReplica()
{
    HostReplica replica = m_replica.host();
    replica.parameters.workers = {m_team.size(),
                                  [this](const std::function<void(int)>& job) { m_team.run(job); }};
    return replica;
}

} // namespace lockstep::cuda
