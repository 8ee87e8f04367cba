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
    /// To be run by every worker for its share of the full batch, so that the first step need not.
    std::vector<Work> preparations;
};

/// Turns a graph into the steps of forward and backward. Every stage appends its forward steps in order, and
/// leaves behind a function that appends its backward steps; those run in the opposite order. Activations are
/// dense NHWC. Which lowering a layer belongs to is decided here.
class Lowering {
public:
    using Tensors = ProgramBuilder::Tensors;
    Lowering(const Graph& graph, const ProgramOptions& options, Tensors tensors, Schedule& schedule,
             StepBuffers& buffers, PackedWeights& weights);

    /// Throws EngineError.
    LoweredGraph lower();

private:
    Value outputOf(const Stage& stage) const;
    void stage(const Stage& stage, Value& y);
    void input(Value& y);
    void combine(const Stage& stage, Value& y);
    void single(const Stage& stage, Value& x, Value& y);
    /// Those layers that neither move pixels nor combine them. False: it is none of them.
    bool perPixel(const Stage& stage, Value& x, Value& y);
    LoweredGraph::Head head(std::size_t stage, double weight);
    std::vector<Value*> inputs(const Stage& stage);

    const Graph& m_graph;
    FusedGraph m_fused;
    ProgramBuilder m_program;
    ValueGradients m_gradients;
    AdditionLowering m_additions;
    ChannelLowering m_channels;
    ConvolutionLowering m_convolutions;
    DepthwiseLowering m_depthwise;
    ElementLowering m_elements;
    LinearLowering m_linear;
    NormalizationLowering m_norms;
    PoolingLowering m_pools;
    std::vector<Value> m_values; ///< by stage
};

} // namespace lockstep
