// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/worker_team.h"
#include "engine/compute/cuda/program/cuda_program.h"
#include "engine/compute/part_program.h"
#include "engine/distributed/bucket_progress.h"
#include "engine/distributed/nccl/staged_replica.h"

#include <memory>
#include <vector>

namespace lockstep::cuda {

/// A part of a model on a GPU. Forward and backward are computed there; parameters and gradients are this
/// host's, where one optimiser updates those of all parts. Weights cross before the first forward after they
/// were changed, gradients when backward has added the last piece's.
class DevicePart final : public PartProgram {
public:
    /// On the thread that runs it then. Throws EngineError.
    DevicePart(std::unique_ptr<CudaProgram> program, const ProgramOptions& options);

    TensorStore& parameters() override { return m_values; }
    TensorStore& gradients() override { return m_gradients; }
    TensorStore& buffers() override { return m_program->buffers(); }
    void forward(const BatchView& batch, Phase phase) override;
    LossResult loss() override { return m_program->loss(); }
    std::span<const float> logits() override { return m_program->logits(); }
    void backward(Gradients gradients, const std::function<void(std::size_t)>& ready) override;
    std::int64_t memoryBytes() const override { return m_program->memoryBytes(); }

    std::span<const float> output() override { return m_program->logits(); }
    void backwardFrom(std::span<const float> outputGradient, Gradients gradients,
                      const std::function<void(std::size_t)>& ready) override;
    std::span<const float> inputGradient() override;
    HostReplica hostReplica() override;

private:
    void fetchGradients(const std::function<void(std::size_t)>& ready);

    std::unique_ptr<CudaProgram> m_program;
    DeviceReplica m_device;
    StagedReplica m_replica; ///< its double here
    HostTensors m_values;
    HostTensors m_gradients;
    Queue m_copies; ///< of gradients, while backward still runs
    BucketProgress m_progress;
    std::vector<std::unique_ptr<Event>> m_final; ///< by bucket: its gradients are
    bool m_areHere = true;                       ///< the gradients; the device's may be others
    PinnedMemory m_outputGradient;               ///< on its way to the device
    Event m_taken;                               ///< it is there
    PinnedMemory m_inputGradient;
    WorkerTeam m_team; ///< for the optimiser
};

} // namespace lockstep::cuda
