// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/cpu_program.h"
#include "engine/train/training_device.h"
#include "tests/engine/support/device_queue.h"

namespace lockstep::testing {

/// The shadow of a GPU: the CPU's program, optimiser and strategy behind a queue, in memory that only the
/// queue's work can touch. What a plug-in must not allow and the CPU does not notice, a look at device memory
/// from the host or a result that nobody waited for, ends the process here. The numbers are the CPU's, to the
/// bit.
class ShadowDevice final : public TrainingDevice {
public:
    std::string description(Precision precision) const override;
    std::unique_ptr<Program> compile(const Graph& graph, const ProgramOptions& options) override;
    std::unique_ptr<Optimizer> makeOptimizer(const TrainingSpec& training, Program& program) override;
    std::unique_ptr<Strategy> makeStrategy(const StrategyFactory& make, const TrainingSpec& training,
                                           ProcessGroup& group, Program& program) override;

private:
    DeviceQueue m_queue;
};

/// The CPU's program behind a queue.
class ShadowProgram final : public Program {
public:
    /// Borrows the queue. `inner` was made in its memory.
    ShadowProgram(DeviceQueue& queue, std::unique_ptr<CpuProgram> inner);
    ~ShadowProgram() override;

    TensorStore& parameters() override { return *m_parameters; }
    TensorStore& gradients() override { return *m_gradients; }
    TensorStore& buffers() override { return *m_buffers; }
    void forward(const BatchView& batch, Phase phase) override;
    LossResult loss() override;
    std::span<const float> logits() override;
    void backward(Gradients gradients, const std::function<void(std::size_t)>& ready) override;
    std::int64_t memoryBytes() const override { return m_inner->memoryBytes(); }

    /// For the queue's jobs alone.
    CpuProgram& inner() { return *m_inner; }

private:
    DeviceQueue& m_queue;
    std::unique_ptr<CpuProgram> m_inner;
    std::unique_ptr<TensorStore> m_parameters, m_gradients, m_buffers;
    DeviceQueue::Ticket m_forward = 0;
    LossResult m_loss;           ///< of the last forward, once it is done
    std::vector<float> m_logits; ///< likewise
};

} // namespace lockstep::testing
