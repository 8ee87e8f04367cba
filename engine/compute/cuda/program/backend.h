// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/program/cuda_program.h"

#include <memory>
#include <string>
#include <vector>

namespace lockstep::cuda {

/// One GPU. Its programs are CudaPrograms.
class CudaBackend final : public ComputeBackend {
public:
    CudaBackend(int index, LibrariesFactory libraries);
    Device device() const override { return {DeviceKind::Cuda, m_index}; }
    std::string description(Precision precision) const override;
    std::unique_ptr<Program> compile(const Graph& graph, const ProgramOptions& options) const override;
    std::unique_ptr<CudaProgram> compilePart(const GraphPart& part, const ProgramOptions& options) const;
    ProgramMemory memoryBytes(const Graph& graph, const ProgramOptions& options) const override;

private:
    int m_index;
    LibrariesFactory m_libraries;
};

/// The device cuda:`index`, with NVIDIA's libraries.
std::unique_ptr<CudaBackend> makeBackend(int index);
/// With others.
std::unique_ptr<CudaBackend> makeBackend(int index, LibrariesFactory libraries);

/// What one operation of a step costs at the least, of the full batch; see Operation.
struct OperationCost {
    std::string name;
    std::string layer;
    std::int64_t bytes = 0;
    std::int64_t flops = 0;
};
struct StepCosts {
    std::vector<OperationCost> forward; ///< of training
    std::vector<OperationCost> backward;
};
/// Without a device and without memory.
StepCosts operationCosts(const Graph& graph, const ProgramOptions& options);

} // namespace lockstep::cuda
