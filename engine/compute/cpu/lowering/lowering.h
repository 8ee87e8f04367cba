// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/lowering/addition.h"
#include "engine/compute/cpu/lowering/channels.h"
#include "engine/compute/cpu/lowering/convolution.h"
#include "engine/compute/cpu/lowering/depthwise.h"
#include "engine/compute/cpu/lowering/elements.h"
#include "engine/compute/cpu/lowering/linear.h"
#include "engine/compute/cpu/lowering/normalization.h"
#include "engine/compute/cpu/lowering/pooling.h"
#include "engine/compute/cpu/lowering/program_builder.h"
#include "engine/compute/cpu/lowering/value_gradients.h"
#include "engine/compute/fused_graph.h"

#include <vector>

namespace lockstep {

/// What is decided about a program before its memory is placed.
struct LoweredGraph {
    /// Logits and the place of the loss' derivative, {samples, classes} f32, of each worker.
    struct Head {
        BufferId logits = 0;
        BufferId gradient = 0;
        double weight = 1;
    };
    Head output;
    std::vector<Head> auxiliary;
    /// Of a part that follows another: {batch, elements} f32, channels last, of all workers.
    BufferId inputGradient = 0;
    /// To be run by every worker for its share of the full batch, so that the first step need not.
    std::vector<Work> preparations;
};

/// The lowerings by family; see lowerLayer().
struct LayerFamilies {
    LayerFamilies(ProgramBuilder& program, ValueGradients& gradients)
        : additions(program, gradients), channels(program, gradients), convolutions(program, gradients),
          depthwise(program, gradients), elements(program, gradients), linear(program, gradients),
          norms(program, gradients), pools(program, gradients)
    {
    }
    AdditionLowering additions;
    ChannelLowering channels;
    ConvolutionLowering convolutions;
    DepthwiseLowering depthwise;
    ElementLowering elements;
    LinearLowering linear;
    NormalizationLowering norms;
    PoolingLowering pools;
};

/// Turns a graph, or a part of one, into the steps of forward and backward. Every stage appends its forward
/// steps in order, and leaves behind a function that appends its backward steps; those run in the opposite
/// order. Activations are dense NHWC.
class Lowering {
public:
    using Tensors = ProgramBuilder::Tensors;
    Lowering(const GraphPart& part, const ProgramOptions& options, Tensors tensors, Schedule& schedule,
             StepBuffers& buffers, PackedWeights& weights);

    /// Throws EngineError.
    LoweredGraph lower();

private:
    Value outputOf(const Stage& stage) const;
    void stage(const Stage& stage, Value& y);
    void input(Value& y);
    void crossing(Value& y);
    void combine(const Stage& stage, Value& y);
    void single(const Stage& stage, Value& y);
    LoweredGraph::Head head(std::size_t stage, double weight);
    std::vector<Value*> inputs(const Stage& stage);

    const GraphPart& m_part;
    FusedGraph m_fused;
    ProgramBuilder m_program;
    ValueGradients m_gradients;
    LayerFamilies m_families;
    std::vector<Value> m_values; ///< by stage
    BufferId m_inputGradient = 0;
};

} // namespace lockstep
