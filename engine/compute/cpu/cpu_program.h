// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/loss.h"
#include "engine/compute/cpu/program_tensors.h"
#include "engine/compute/cpu/worker_team.h"
#include "engine/compute/program.h"
#include "engine/graph/graph.h"

#include <vector>

namespace lockstep {

/// What the CPU's programs share: parameters, running statistics, worker threads, the checks of a batch, the
/// loss. A step is one job of the team for forward and one for backward, done when the call returns; derived
/// classes say what each worker does in them.
class CpuProgram : public Program {
public:
    TensorStore& parameters() final { return m_values; }
    TensorStore& gradients() final { return m_gradients; }
    TensorStore& buffers() final { return m_statistics; }
    void forward(const BatchView& batch, Phase phase) final;
    LossResult loss() final;
    std::span<const float> logits() final;
    void backward(Gradients gradients, const std::function<void(std::size_t)>& ready) final;

    /// For an optimiser and a strategy in this host's memory. Valid as long as the program.
    HostReplica hostReplica();

protected:
    CpuProgram(const Graph& graph, const ProgramOptions& options, GradientSums sums,
               std::pmr::memory_resource& memory);

    /// Both run on every worker of team() at once. forwardShare brings the logits of the batch to score().
    virtual void forwardShare(int worker, const BatchView& batch, Phase phase) = 0;
    /// Worker 0 calls announce(i) when gradient i is final. `scale` multiplies the loss' derivative.
    /// Overwrites the gradients unless asked to add, which only comes with GradientSums::InPlace.
    virtual void backwardShare(int worker, float scale, Gradients gradients) = 0;
    /// The values of parameters are others than before.
    virtual void parametersChanged() = 0;

    /// Keeps logits, loss and correctness of one sample; returns the derivative of its loss by each logit,
    /// valid until the worker's next call. Samples may come in any order and on any worker.
    std::span<const float> score(int worker, int sample, std::span<const float> logits, int label);
    /// The same for a further head: adds its loss, times `weight`, to the sample's. After score() for that
    /// sample.
    std::span<const float> scoreAuxiliary(int worker, int sample, std::span<const float> logits, int label,
                                          double weight);
    void announce(std::size_t parameter);

    WorkerTeam& team() { return m_team; }
    const ProgramOptions& options() const { return m_options; }
    int classes() const { return m_classes; }
    int count() const { return m_scalars.count; }
    std::span<const Parameter> hostTensors() const { return m_tensors.parameters(); }
    const Parameter& parameter(std::size_t index) const { return m_tensors.parameters()[index]; }
    std::span<const NamedTensor> hostBuffers() const { return m_tensors.buffers(); }
    /// Of parameters, gradients and running statistics.
    std::int64_t tensorBytes() const { return m_tensors.bytes(); }

private:
    std::span<float> derivativeOf(int worker);
    SampleLoss lossOf(int worker, std::span<const float> logits, int label);

    ProgramOptions m_options;
    GradientSums m_sums;
    ProgramTensors m_tensors;
    HostTensors m_values;
    HostTensors m_gradients;
    HostTensors m_statistics;
    bool m_adding = false; ///< what was kept, in the backward under way
    Shape m_sample;
    int m_classes;
    StepScalars m_scalars; ///< of the last forward
    enum class State { Idle, Forwarded } m_state = State::Idle;
    std::vector<float> m_logits;
    std::vector<double> m_losses;
    std::vector<int> m_ranks;         ///< of each sample's label
    std::vector<float> m_derivatives; ///< {worker, class}
    const std::function<void(std::size_t)>* m_ready = nullptr;
    WorkerTeam m_team;
};

/// Which kernels a program is made of. Automatic: those that are quicker for the graph on this processor.
/// OneDnn: the general program (makeGraphProgram), also where lane kernels would do.
enum class CpuKernels { Automatic, OneDnn, Avx2Lanes, Avx512Lanes };

/// Borrows `memory`, which all tensors and buffers come from. Throws EngineError when the graph cannot be
/// lowered with these kernels, and for lack of memory.
std::unique_ptr<CpuProgram> compileForCpu(const Graph& graph, const ProgramOptions& options,
                                          CpuKernels kernels = CpuKernels::Automatic,
                                          std::pmr::memory_resource& memory = hugePageMemory());
std::unique_ptr<ComputeBackend> makeCpuBackend();

} // namespace lockstep
