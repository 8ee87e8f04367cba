// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/cpu_program.h"
#include "engine/compute/cpu/lane_program.h"
#include "engine/core/error.h"

namespace lockstep {

namespace {

class CpuBackend final : public ComputeBackend {
public:
    Device device() const override { return {DeviceKind::Cpu, 0}; }
    std::string description() const override { return "x"; }
    std::unique_ptr<Program> compile(const Graph& graph, const ProgramOptions& options) const override
    {
        return compileForCpu(graph, options, CpuKernels::Automatic);
    }
};

} // namespace

std::unique_ptr<Program> compileForCpu(const Graph& graph, const ProgramOptions& options, CpuKernels kernels)
{
    const LaneKernels* lanes = kernels == CpuKernels::Avx2Lanes ? &avx2LaneKernels() : bestLaneKernels();
    return std::make_unique<LaneProgram>(graph, *fuseForLanes(graph, options.batch), *lanes, options);
}

std::unique_ptr<ComputeBackend> makeCpuBackend()
{
    return std::make_unique<CpuBackend>();
}

} // namespace lockstep
