// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/arena.h"
#include "engine/compute/cpu/loss.h"
#include "engine/compute/cpu/worker_team.h"
#include "engine/compute/program.h"
#include "engine/graph/graph.h"

#include <optional>
#include <vector>

namespace lockstep {

/// What the CPU's programs share: parameters, running statistics, worker threads, the checks of a batch, the
/// loss. A step is one job of the team for forward and one for backward; derived classes say what each worker
/// does in them.
class CpuProgram : public Program {
public:
    std::span<const Parameter> parameters() const final { return m_parameters; }
    LossResult forward(const BatchView& batch, Phase phase) final;
    std::span<const NamedTensor> buffers() const final { return m_buffers; }
    void backward(double divisor, Gradients gradients, const std::function<void(std::size_t)>& ready) final;
    std::span<const float> logits() const final;

protected:
    CpuProgram(const Graph& graph, const ProgramOptions& options);

    /// Both run on every worker of team() at once. forwardShare brings the logits of the batch to score().
    virtual void forwardShare(int worker, const BatchView& batch, Phase phase) = 0;
    /// Worker 0 calls announce(i) when gradient i is final. `scale` multiplies the loss' derivative.
    /// Overwrites the gradients unless asked to add, which only comes to a program that says addsGradients().
    virtual void backwardShare(int worker, float scale, Gradients gradients) = 0;
    virtual bool addsGradients() const { return false; }

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
    int count() const { return m_count; }
    const Parameter& parameter(std::size_t index) const { return m_parameters[index]; }
    const NamedTensor& buffer(std::size_t index) const { return m_buffers[index]; }
    /// Of parameters, gradients and running statistics.
    std::int64_t tensorBytes() const;

private:
    void makeTensors(const Graph& graph);
    void check(const BatchView& batch) const;
    std::span<float> derivativeOf(int worker);
    SampleLoss lossOf(int worker, std::span<const float> logits, int label);

    ProgramOptions m_options;
    std::vector<Parameter> m_parameters;
    std::vector<NamedTensor> m_buffers;
    std::optional<Arena> m_tensors; ///< values, gradients, buffers
    std::vector<std::vector<float>>
        m_former; ///< gradients to which the next are added; empty until that is asked
    bool m_adding = false;
    Shape m_sample;
    int m_classes;
    int m_count = 0;
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

/// Throws EngineError when the graph cannot be lowered with these kernels.
std::unique_ptr<Program> compileForCpu(const Graph& graph, const ProgramOptions& options, CpuKernels kernels);
std::unique_ptr<ComputeBackend> makeCpuBackend();

} // namespace lockstep
