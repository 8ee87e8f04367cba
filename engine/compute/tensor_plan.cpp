// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/tensor_plan.h"

#include "engine/core/error.h"

#include <algorithm>

namespace lockstep {
namespace {

/// Every bucket begins at a cache line.
constexpr std::int64_t kLineElements = 64 / sizeof(float);

TensorInfo infoOf(const BufferSpec& spec)
{
    return {spec.name, spec.shape,
            spec.kind == BufferSpec::Kind::BatchCount ? TensorInfo::Stored::Int64
                                                      : TensorInfo::Stored::Float32};
}

} // namespace

TensorPlan::TensorPlan(const Graph& graph, std::size_t bucketBytes, GradientSums sums)
{
    for (const ParameterSpec& spec : graph.parameters()) {
        m_parameters.push_back({spec.name, spec.shape});
        m_values.push_back(want(spec.shape.elements()));
    }
    layOutGradients(bucketBytes);
    m_gradients = want(m_gradientElements);
    if (sums == GradientSums::FromCopies)
        m_former = want(m_gradientElements);
    for (const BufferSpec& spec : graph.buffers()) {
        m_buffers.push_back(infoOf(spec));
        m_bufferIds.push_back(want(spec.shape.elements()));
    }
    m_arena.place();
}

void TensorPlan::layOutGradients(std::size_t bucketBytes)
{
    m_buckets = planBuckets(m_parameters, bucketBytes);
    for (const BucketPlan& bucket : m_buckets) {
        m_bucketStarts.push_back(m_gradientElements);
        const auto lines = (static_cast<std::int64_t>(bucket.elements) + kLineElements - 1) / kLineElements;
        m_gradientElements += lines * kLineElements;
    }
}

ArenaPlan::Id TensorPlan::want(std::int64_t elements)
{
    return m_arena.add(elements * static_cast<std::int64_t>(sizeof(float)), ArenaPlan::kWholeProgram);
}

ProgramMemory TensorPlan::memory(std::int64_t allocated) const
{
    const auto bytesOf = [](std::span<const TensorInfo> tensors) {
        std::size_t bytes = 0;
        for (const TensorInfo& each : tensors)
            bytes += each.elements() * sizeof(float);
        return static_cast<std::int64_t>(bytes);
    };
    ProgramMemory memory;
    memory.parameters = memory.gradients = bytesOf(m_parameters);
    memory.buffers = bytesOf(m_buffers);
    memory.workspace = allocated - memory.total();
    return memory;
}

PlacedTensors TensorPlan::at(std::byte* base) const
{
    const auto span = [&](ArenaPlan::Id id, std::int64_t elements) {
        return std::span(reinterpret_cast<float*>(base + m_arena.offset(id)),
                         static_cast<std::size_t>(elements));
    };
    PlacedTensors placed;
    placed.gradients = span(m_gradients, m_gradientElements);
    if (m_former)
        placed.former = span(*m_former, m_gradientElements);
    for (std::size_t i = 0; i < m_parameters.size(); ++i) {
        const TensorInfo& info = m_parameters[i];
        placed.parameters.push_back({info.name, info.shape, span(m_values[i], info.shape.elements()), {}});
    }
    for (std::size_t b = 0; b < m_buckets.size(); ++b) {
        const auto from = static_cast<std::size_t>(m_bucketStarts[b]);
        std::span<float> rest = placed.gradients.subspan(from, m_buckets[b].elements);
        placed.buckets.push_back({rest, m_buckets[b].parameters});
        for (const std::size_t index : m_buckets[b].parameters) {
            placed.parameters[index].gradient = rest.first(m_parameters[index].elements());
            rest = rest.subspan(m_parameters[index].elements());
        }
    }
    for (std::size_t i = 0; i < m_buffers.size(); ++i) {
        const TensorInfo& info = m_buffers[i];
        placed.buffers.push_back(
            {info.name, info.shape, span(m_bufferIds[i], info.shape.elements()), info.stored});
    }
    return placed;
}

} // namespace lockstep
