// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/cpu_program.h"
#include "engine/compute/cpu/kernels/kernels.h"
#include "engine/compute/cpu/lanes/program.h"
#include "engine/compute/cpu/lowering/dnnl_call.h"
#include "engine/compute/cpu/lowering/graph_program.h"
#include "engine/core/error.h"

#include <optional>

namespace lockstep {

namespace {

const LaneKernels* laneKernels(CpuKernels kernels)
{
    switch (kernels) {
    case CpuKernels::Automatic:
        return bestLaneKernels();
    case CpuKernels::Avx2Lanes:
        return &avx2LaneKernels();
    case CpuKernels::Avx512Lanes:
        return &avx512LaneKernels();
    case CpuKernels::OneDnn:
        break;
    }
    return nullptr;
}

struct LaneChoice {
    const LaneKernels& kernels;
    std::vector<LaneOperation> operations;
};

/// None where the general program serves.
std::optional<LaneChoice> chooseLanes(const Graph& graph, const ProgramOptions& options, CpuKernels kernels)
{
    const LaneKernels* lanes = laneKernels(kernels);
    if (lanes == nullptr || options.precision != Precision::Float32)
        return std::nullopt;
    auto operations = fuseForLanes(graph, options.batch);
    if (!operations)
        return std::nullopt;
    return LaneChoice{*lanes, std::move(*operations)};
}

class CpuBackend final : public ComputeBackend {
public:
    Device device() const override { return {DeviceKind::Cpu, 0}; }

    std::string description(Precision precision) const override
    {
        std::string text = dnnlVersion();
        if (precision == Precision::BFloat16)
            text += ", " + (bfloat16Unit().empty() ? "no unit for bf16" : bfloat16Unit());
        const LaneKernels* lanes = bestLaneKernels();
        return text + ", own kernels for " +
               (lanes != nullptr ? lanes->name : nhwcKernels(Element::Float32).name);
    }

    std::unique_ptr<Program> compile(const Graph& graph, const ProgramOptions& options) const override
    {
        return compileForCpu(graph, options);
    }

    ProgramMemory memoryBytes(const Graph& graph, const ProgramOptions& options) const override
    {
        const std::optional<LaneChoice> lanes = chooseLanes(graph, options, CpuKernels::Automatic);
        if (!lanes)
            return graphProgramMemory(graph, options);
        const TensorPlan tensors(graph, options.bucketBytes, GradientSums::FromCopies);
        ProgramMemory memory = tensors.memory(Arena::bytesOf(tensors.arena()));
        LanePlan(lanes->operations, lanes->kernels, options.batch, options.threads).addTo(memory);
        return memory;
    }
};

} // namespace

std::unique_ptr<CpuProgram> compileForCpu(const Graph& graph, const ProgramOptions& options,
                                          CpuKernels kernels, std::pmr::memory_resource& memory)
{
    if (const std::optional<LaneChoice> lanes = chooseLanes(graph, options, kernels))
        return std::make_unique<LaneProgram>(graph, lanes->operations, lanes->kernels, options, memory);
    LOCKSTEP_CHECK(kernels == CpuKernels::Automatic || kernels == CpuKernels::OneDnn);
    return makeGraphProgram(graph, options, memory);
}

std::unique_ptr<ComputeBackend> makeCpuBackend()
{
    return std::make_unique<CpuBackend>();
}

} // namespace lockstep
