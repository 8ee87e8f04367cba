// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/cpu_program.h"
#include "engine/compute/cpu/lanes/plan.h"

#include <vector>

namespace lockstep {

/// A program of lane kernels. Every operation's work is cut into rows (of blocks of samples) or features,
/// dealt out evenly; a barrier ends each phase. Gradients that workers sum up apart are added in the order of
/// the workers.
class LaneProgram final : public CpuProgram {
public:
    LaneProgram(const Graph& graph, const std::vector<LaneOperation>& operations, const LaneKernels& kernels,
                const ProgramOptions& options, std::pmr::memory_resource& memory);
    std::int64_t memoryBytes() const override { return m_arena.bytes() + tensorBytes(); }

private:
    LaneProgram(const Graph& graph, LanePlan&& plan, const LaneKernels& kernels,
                const ProgramOptions& options, std::pmr::memory_resource& memory);

    using Stage = LaneStage;
    using Buffers = LaneStage::Buffers;
    using WorkerBuffers = LaneStage::OfWorker;

    void parametersChanged() override { m_stale = true; }
    void forwardShare(int worker, const BatchView& batch, Phase phase) override;
    void backwardShare(int worker, float scale, Gradients gradients) override;
    void prepareWeights(int worker, Stage& stage);
    struct InputSides {
        int planes, height, width;
    };
    InputSides inputSides() const;
    void spread(int worker, const BatchView& batch);
    template <typename Line>
    void spreadRows(int worker, const InputSides& sides, const Line& line);
    void forwardConvolution(int worker, Stage& stage);
    void forwardLinear(int worker, Stage& stage);
    void scoreShare(int worker, const BatchView& batch, Phase phase);
    void backwardConvolution(int worker, Stage& stage);
    void backwardRows(WorkerBuffers& own, Stage& stage, float* biasGradient, int block, Range rows);
    void backwardLinear(int worker, Stage& stage, float scale);
    void addPartials(Stage& stage);
    float* value(std::size_t index) { return parameter(index).value.data(); }
    float* gradient(std::size_t index) { return parameter(index).gradient.data(); }
    int blocks() const { return (count() + m_kernels.lanes - 1) / m_kernels.lanes; }

    const LaneKernels& m_kernels;
    Shape m_sample;
    Arena m_arena;
    int m_inputBorder;
    bool m_stale = true; ///< the parameters are newer than the prepared weights
    float* m_input = nullptr;
    std::vector<float> m_scratch; ///< {worker, class}: one sample's logits
    std::vector<Stage> m_stages;
};

} // namespace lockstep
