// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/program/backend.h"

#include "engine/compute/cuda/device/status.h"
#include "engine/compute/cuda/lowering/lowering.h"

#include <cuda_runtime_api.h>

namespace lockstep::cuda {
namespace {

std::vector<OperationCost> costsOf(std::span<const Operation> operations)
{
    std::vector<OperationCost> costs;
    for (const Operation& each : operations)
        costs.push_back({each.name, each.layer, each.bytes, each.flops});
    return costs;
}

} // namespace

CudaBackend::CudaBackend(int index, LibrariesFactory libraries)
    : m_index(index), m_libraries(std::move(libraries))
{
}

std::string CudaBackend::description(Precision) const
{
    Queue queue(m_index);
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, m_index), "cudaGetDeviceProperties");
    return std::string(properties.name) + " (compute capability " + std::to_string(properties.major) + "." +
           std::to_string(properties.minor) + "), " + m_libraries(queue, {})->description();
}

std::unique_ptr<Program> CudaBackend::compile(const Graph& graph, const ProgramOptions& options) const
{
    return compilePart(GraphPart{graph}, options);
}

std::unique_ptr<CudaProgram> CudaBackend::compilePart(const GraphPart& part,
                                                      const ProgramOptions& options) const
{
    return std::make_unique<CudaProgram>(part, options, m_index, m_libraries);
}

ProgramMemory CudaBackend::memoryBytes(const Graph& graph, const ProgramOptions& options) const
{
    return lower(graph, options).memory();
}

std::unique_ptr<CudaBackend> makeBackend(int index, LibrariesFactory libraries)
{
    return std::make_unique<CudaBackend>(index, std::move(libraries));
}

StepCosts operationCosts(const Graph& graph, const ProgramOptions& options)
{
    const ProgramPlan plan = lower(graph, options);
    return {costsOf(plan.forward), costsOf(plan.backward)};
}

} // namespace lockstep::cuda
