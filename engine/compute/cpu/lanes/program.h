// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/arena.h"
#include "engine/compute/cpu/cpu_program.h"
#include "engine/compute/cpu/lanes/kernels.h"

#include <optional>
#include <variant>
#include <vector>

namespace lockstep {

/// What one fused operation computes: convolution, activation and pooling, or linear layer and activation.
struct LaneOperation {
    std::variant<LaneConvolution, LaneLinear> kind;
    std::size_t weight = 0; ///< index of its parameter; the bias is the next one
};

/// The graph as fused operations in order, or nothing when the lane kernels do not cover it: a chain of
/// convolutions (stride 1, kernel 3 or 5, even output, 2x2 pooling) and linear layers, ending in a linear
/// one, of small maps, and of a batch for which every index fits an int.
std::optional<std::vector<LaneOperation>> fuseForLanes(const Graph& graph, int batch);

/// A program of lane kernels. Every operation's work is cut into rows (of blocks of samples) or features,
/// dealt out evenly; a barrier ends each phase. Gradients that workers sum up apart are added in the order of
/// the workers.
class LaneProgram final : public CpuProgram {
public:
    LaneProgram(const Graph& graph, const std::vector<LaneOperation>& operations, const LaneKernels& kernels,
                const ProgramOptions& options);

    void parametersChanged() override { m_stale = true; }
    std::int64_t memoryBytes() const override;

private:
    struct WorkerBuffers {
        float* gradient = nullptr; ///< before pooling, with border, of one block
        float* scratch = nullptr;
        float* sums = nullptr; ///< of weightGradient
        float* partial =
            nullptr; ///< weight and bias gradient of this worker's samples; worker 0's are the program's
    };
    struct Buffers {
        float* input = nullptr; ///< the previous operation's output
        float* output = nullptr;
        float* outputGradient = nullptr; ///< without border
        float* inputGradient = nullptr;  ///< the previous operation's outputGradient; null for the first
        float* winners = nullptr;        ///< words, see winners()
        float* inputRows = nullptr;      ///< {sample, feature}
        float* forwardWeight = nullptr;  ///< as the kernels want them
        float* backwardWeight = nullptr;
        std::vector<WorkerBuffers> workers;
    };
    struct Stage {
        LaneOperation operation;
        Buffers buffers;
    };
    struct Plan;

    void plan(const std::vector<LaneOperation>& operations);
    void planConvolution(Plan& plan, std::size_t stage, const LaneConvolution& convolution);
    void planLinear(Plan& plan, std::size_t stage, const LaneLinear& linear);
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
    static std::uint32_t* winners(Stage& stage)
    {
        return reinterpret_cast<std::uint32_t*>(stage.buffers.winners);
    }
    float* value(std::size_t index) { return parameter(index).value.data(); }
    float* gradient(std::size_t index) { return parameter(index).gradient.data(); }
    int blocks() const { return (count() + m_kernels.lanes - 1) / m_kernels.lanes; }

    const LaneKernels& m_kernels;
    int m_blockLimit;
    std::optional<Arena> m_arena;
    Shape m_sample;
    int m_inputBorder = 0;
    bool m_stale = true; ///< the parameters are newer than the prepared weights
    float* m_input = nullptr;
    std::vector<float> m_scratch; ///< {worker, class}: one sample's logits
    std::vector<Stage> m_stages;
};

} // namespace lockstep
