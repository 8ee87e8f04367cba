// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/nccl/staged_replica.h"

#include "engine/core/error.h"

#include <new>
#include <numeric>
#include <utility>

namespace lockstep::cuda {
namespace {

std::size_t gradientElements(const DeviceReplica& replica)
{
    return std::transform_reduce(replica.buckets.begin(), replica.buckets.end(), std::size_t{0},
                                 std::plus<>(), [](const DeviceBucket& bucket) { return bucket.elements; });
}

std::size_t weightElements(const DeviceReplica& replica)
{
    return std::transform_reduce(replica.parameters.begin(), replica.parameters.end(), std::size_t{0},
                                 std::plus<>(),
                                 [](const DeviceParameter& parameter) { return parameter.elements(); });
}

std::vector<DeviceTensor> weightsOf(const DeviceReplica& replica)
{
    std::vector<DeviceTensor> weights;
    for (const DeviceParameter& parameter : replica.parameters)
        weights.push_back({{parameter.name, parameter.shape}, parameter.value});
    return weights;
}

} // namespace

StagedReplica::StagedReplica(const DeviceReplica& replica, WeightsCross weights)
    : m_device(replica), m_gradients(gradientElements(replica) * sizeof(float)),
      m_deviceWeights(replica.queue, weightsOf(replica))
{
    if (weights == WeightsCross::EachStep) {
        m_pinnedWeights = PinnedMemory(weightElements(replica) * sizeof(float));
        lay(reinterpret_cast<float*>(m_pinnedWeights.at()));
    } else {
        // Of zeros that take no memory yet.
        m_weights.reset(static_cast<float*>(std::calloc(weightElements(replica) + 1, sizeof(float))));
        if (!m_weights)
            throw std::bad_alloc();
        lay(m_weights.get());
    }
    m_host = {{m_parameters, [this] { m_weightsChanged = true; }, {}}, m_buckets};
}

/// Every gradient at the place that it has in its bucket on the device.
void StagedReplica::lay(float* weights)
{
    for (const DeviceParameter& parameter : m_device.parameters) {
        m_parameters.push_back({parameter.name, parameter.shape, {weights, parameter.elements()}, {}});
        weights += parameter.elements();
    }
    auto* gradients = reinterpret_cast<float*>(m_gradients.at());
    for (const DeviceBucket& bucket : m_device.buckets) {
        for (const std::size_t index : bucket.parameters) {
            const std::ptrdiff_t offset = m_device.parameters[index].gradient - bucket.values;
            LOCKSTEP_CHECK(offset >= 0 && static_cast<std::size_t>(offset) < bucket.elements);
            m_parameters[index].gradient = {gradients + offset, m_parameters[index].value.size()};
        }
        m_buckets.push_back({{gradients, bucket.elements}, bucket.parameters});
        gradients += bucket.elements;
    }
}

void StagedReplica::fetchGradients(Queue& copies, std::size_t bucket, const std::function<void()>& meanwhile)
{
    const std::span<float> values = m_buckets[bucket].values;
    copies.copy(values.data(), m_device.buckets[bucket].values, values.size_bytes());
    copies.wait(Awaited::Gradients, meanwhile);
}

void StagedReplica::deliverGradients()
{
    for (std::size_t i = 0; i < m_buckets.size(); ++i)
        m_device.queue.copy(m_device.buckets[i].values, m_buckets[i].values.data(),
                            m_buckets[i].values.size_bytes());
}

void StagedReplica::fetchWeights()
{
    for (std::size_t i = 0; i < m_parameters.size(); ++i)
        m_deviceWeights.read(i, m_parameters[i].value);
}

void StagedReplica::deliverWeights()
{
    if (!std::exchange(m_weightsChanged, false))
        return;
    for (std::size_t i = 0; i < m_parameters.size(); ++i) {
        const std::span<const float> values = m_parameters[i].value;
        if (m_weights)
            m_deviceWeights.write(i, values);
        else
            m_device.queue.copy(m_device.parameters[i].value, values.data(), values.size_bytes());
    }
    m_device.queue.wait(Awaited::Copy);
    m_device.changed();
}

} // namespace lockstep::cuda
