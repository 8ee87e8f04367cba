// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/cpu_program.h"
#include "engine/compute/cpu/kernels/kernels.h"
#include "engine/compute/cpu/lanes/program.h"
#include "engine/compute/cpu/lowering/dnnl_call.h"
#include "engine/compute/cpu/lowering/graph_program.h"
#include "engine/core/error.h"

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
        return compileForCpu(graph, options, CpuKernels::Automatic);
    }
};

} // namespace

std::unique_ptr<Program> compileForCpu(const Graph& graph, const ProgramOptions& options, CpuKernels kernels)
{
    if (const LaneKernels* lanes = laneKernels(kernels)) {
        const auto operations =
            options.precision == Precision::Float32 ? fuseForLanes(graph, options.batch) : std::nullopt;
        if (operations)
            return std::make_unique<LaneProgram>(graph, *operations, *lanes, options);
        LOCKSTEP_CHECK(kernels == CpuKernels::Automatic);
    }
    return makeGraphProgram(graph, options);
}

std::unique_ptr<ComputeBackend> makeCpuBackend()
{
    return std::make_unique<CpuBackend>();
}

} // namespace lockstep
