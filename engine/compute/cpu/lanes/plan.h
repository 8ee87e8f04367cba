// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/arena.h"
#include "engine/compute/cpu/lanes/kernels.h"
#include "engine/compute/program_memory.h"

#include <optional>
#include <variant>
#include <vector>

namespace lockstep {

class Graph;

/// What one fused operation computes: convolution, activation and pooling, or linear layer and activation.
struct LaneOperation {
    std::variant<LaneConvolution, LaneLinear> kind;
    std::size_t weight = 0; ///< index of its parameter; the bias is the next one
};

/// The graph as fused operations in order, or nothing when the lane kernels do not cover it: a chain of
/// convolutions (stride 1, kernel 3 or 5, even output, 2x2 pooling) and linear layers, ending in a linear
/// one, of small maps, and of a batch for which every index fits an int.
std::optional<std::vector<LaneOperation>> fuseForLanes(const Graph& graph, int batch);

/// An operation with its memory.
struct LaneStage {
    struct OfWorker {
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
        float* winners = nullptr;        ///< words
        float* inputRows = nullptr;      ///< {sample, feature}
        float* forwardWeight = nullptr;  ///< as the kernels want them
        float* backwardWeight = nullptr;
        std::vector<OfWorker> workers;
    };
    LaneOperation operation;
    Buffers buffers{};

    std::uint32_t* winners() const { return reinterpret_cast<std::uint32_t*>(buffers.winners); }
};

/// How the buffers of a lane program lie in one arena. Moments of its schedule: 0 spreads the input, 1 + i is
/// operation i, then the loss, then the operations backward.
class LanePlan {
public:
    LanePlan(const std::vector<LaneOperation>& operations, const LaneKernels& kernels, int batch,
             int workers);
    LanePlan(const LanePlan&) = delete; // wishes point into the stages
    LanePlan& operator=(const LanePlan&) = delete;

    const ArenaPlan& arena() const { return m_arena; }
    /// Adds what the arena takes, by what it is for.
    void addTo(ProgramMemory& memory) const;
    int inputBorder() const { return m_inputBorder; }

    struct Bound {
        float* input = nullptr;
        std::vector<LaneStage> stages;
    };
    /// The stages with their places in `arena`, which was made for arena().
    Bound bind(const Arena& arena) &&;

private:
    enum class Use { Activation, PackedWeight, Workspace };
    struct Wish {
        float** pointer;
        ArenaPlan::Id id;
    };
    void want(float*& pointer, std::int64_t floats, ArenaPlan::Lifetime lifetime, Use use);
    void planConvolution(std::size_t stage, const LaneConvolution& convolution);
    void planLinear(std::size_t stage, const LaneLinear& linear);
    int forward(std::size_t i) const { return 1 + static_cast<int>(i); }
    int backward(std::size_t i) const
    {
        return 2 * static_cast<int>(m_stages.size()) + 1 - static_cast<int>(i);
    }
    std::int64_t blockLimit() const { return (m_batch + m_kernels.lanes - 1) / m_kernels.lanes; }

    const LaneKernels& m_kernels;
    int m_batch;
    int m_workers;
    int m_inputBorder = 0;
    float* m_input = nullptr;
    std::vector<LaneStage> m_stages;
    std::vector<Wish> m_wishes;
    ArenaPlan m_arena;
    ArenaPlan m_activations;
    ArenaPlan m_packedWeights;
};

} // namespace lockstep
