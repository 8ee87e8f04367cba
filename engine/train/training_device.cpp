// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/training_device.h"

#include "engine/compute/cpu/cpu_program.h"
#include "engine/compute/cpu/host_part.h"
#include "engine/compute/plugin/cuda_plugin.h"
#include "engine/core/error.h"
#include "engine/distributed/exchange.h"

namespace lockstep {
namespace {

/// Everything in this host's memory.
class CpuTrainingDevice final : public TrainingDevice {
public:
    explicit CpuTrainingDevice(std::unique_ptr<ComputeBackend> backend) : m_backend(std::move(backend)) {}

    std::string description(Precision precision) const override { return m_backend->description(precision); }

    std::unique_ptr<Program> compile(const Graph& graph, const ProgramOptions& options) override
    {
        return m_backend->compile(graph, options);
    }

    std::unique_ptr<PartProgram> compilePart(const GraphPart& part, const ProgramOptions& options) override
    {
        return makeHostPart(part, options);
    }

    std::unique_ptr<Optimizer> makeOptimizer(const TrainingSpec& training, Program& program) override
    {
        return lockstep::makeOptimizer(training, replicaOf(program).parameters);
    }

    std::unique_ptr<Strategy> makeStrategy(const StrategyFactory& make, const TrainingSpec& training,
                                           ProcessGroup& group, Program& program) override
    {
        // Others of the world may have GPUs; what they agree on, this device does anyhow.
        agreeOnExchange(group, {});
        return make(training, group, replicaOf(program));
    }

private:
    static HostReplica replicaOf(Program& program)
    {
        auto* own = dynamic_cast<CpuProgram*>(&program);
        LOCKSTEP_CHECK(own != nullptr);
        return own->hostReplica();
    }

    std::unique_ptr<ComputeBackend> m_backend;
};

} // namespace

std::unique_ptr<PartProgram> TrainingDevice::compilePart(const GraphPart& part, const ProgramOptions&)
{
    throw EngineError(
        ExitCode::DeviceUnavailable,
        {LOCKSTEP_TEXT("This device cannot hold a part of the model %1. Choose another device, or "
                       "another strategy than model-parallel."),
         {part.graph.name()},
         "training.strategy"});
}

std::unique_ptr<TrainingDevice> makeTrainingDevice(Device device)
{
    if (device.kind == DeviceKind::Cpu)
        return std::make_unique<CpuTrainingDevice>(makeComputeBackend(device));
    return pluginFor(device).makeTrainingDevice(device);
}

} // namespace lockstep
