// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/cuda/training_device.h"

#include "engine/core/error.h"
#include "engine/optim/cuda/device_optimizer.h"
#include "engine/train/cuda/device_part.h"

namespace lockstep::cuda {
namespace {

/// Everything in a GPU's memory.
class CudaTrainingDevice final : public TrainingDevice {
public:
    CudaTrainingDevice(std::unique_ptr<CudaBackend> backend, NcclSource nccl)
        : m_backend(std::move(backend)), m_nccl(std::move(nccl))
    {
    }

    std::string description(Precision precision) const override { return m_backend->description(precision); }

    std::unique_ptr<Program> compile(const Graph& graph, const ProgramOptions& options) override
    {
        return m_backend->compile(graph, options);
    }

    std::unique_ptr<PartProgram> compilePart(const GraphPart& part, const ProgramOptions& options) override
    {
        return std::make_unique<DevicePart>(m_backend->compilePart(part, options), options);
    }

    std::unique_ptr<Optimizer> makeOptimizer(const TrainingSpec& training, Program& program) override
    {
        return makeDeviceOptimizer(training, own(program).replica());
    }

    std::unique_ptr<Strategy> makeStrategy(const StrategyFactory& make, const TrainingSpec& training,
                                           ProcessGroup& group, Program& program) override
    {
        auto strategy = makeDeviceStrategy(make, training, group, own(program).replica(), m_nccl);
        own(program).takeWholeSteps(!strategy->watchesSteps());
        return strategy;
    }

private:
    static CudaProgram& own(Program& program)
    {
        auto* compiled = dynamic_cast<CudaProgram*>(&program);
        LOCKSTEP_CHECK(compiled != nullptr);
        return *compiled;
    }

    std::unique_ptr<CudaBackend> m_backend;
    NcclSource m_nccl;
};

} // namespace

std::unique_ptr<TrainingDevice> makeTrainingDevice(std::unique_ptr<CudaBackend> backend, NcclSource nccl)
{
    return std::make_unique<CudaTrainingDevice>(std::move(backend), std::move(nccl));
}

} // namespace lockstep::cuda
