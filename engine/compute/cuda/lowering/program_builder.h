// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/lowering/program_plan.h"
#include "engine/compute/cuda/lowering/value.h"
#include "engine/graph/graph_part.h"

#include <deque>
#include <functional>
#include <vector>

namespace lockstep::cuda {

/// What the lowerings of all layers work on: the plan in construction. Part and plan are borrowed.
class ProgramBuilder {
public:
    using Uses = std::vector<BufferId>;

    ProgramBuilder(const GraphPart& part, const ProgramOptions& options, ProgramPlan& plan);

    const ProgramOptions& options() const { return m_options; }
    ProgramPlan& plan() { return m_plan; }
    DeviceBuffers& buffers() { return m_plan.buffers; }
    Element element() const { return m_plan.element; } ///< of the activations
    /// For the random numbers of a layer.
    DropoutMask mask(const Layer& layer, double probability) const;

    /// A buffer for so many elements of each sample.
    BufferId samples(std::int64_t elements, Element element);
    BufferId floats(std::int64_t count) { return m_plan.buffers.fixed(4 * count); }
    /// See DeviceBuffers.
    BufferId workspace(std::int64_t bytes) { return m_plan.buffers.workspace(bytes); }
    /// The packed form of a weight; see WeightLayout.
    BufferId packed(std::size_t parameter, std::int32_t outer, std::int32_t inner, std::int32_t taps);
    ConvolutionPlans::Id convolution(const ConvolutionShape& shape, ConvolutionPass pass);
    ConvolutionPlans& convolutions() { return m_plan.convolutions; }
    /// A value within a stage, of this kind.
    Value& inner(const Value& like) { return m_inner.emplace_back(like); }

    /// What the operations that follow belong to.
    void enter(const std::string& layer, bool trainingOnly);
    /// Work of forward, or of backward, after all that was added before. What it reads and writes is named
    /// in `uses`: what it does both to, twice. Its bytes are the sum of theirs unless they are given.
    void forward(Operation operation, const Uses& uses);
    void backward(Operation operation, const Uses& uses);
    /// The operation that is added next may need it too, when it does more in one than its bytes count.
    void mayUse(BufferId id) { m_plan.buffers.use(id, m_moment); }
    /// `append` adds the work of backward of what was lowered just now.
    void onBackward(std::function<void()> append);
    /// Does all of that in the opposite order, so that each finds the gradient of its output complete.
    void appendBackward();

private:
    void add(std::vector<Operation>& to, Operation operation, const Uses& uses);

    const GraphPart& m_part;
    ProgramOptions m_options;
    ProgramPlan& m_plan;
    std::string m_layer;
    bool m_trainingOnly = false;
    int m_moment = 0;
    std::deque<Value> m_inner;
    struct Backward {
        std::string layer;
        std::function<void()> append;
    };
    std::vector<Backward> m_backward;
};

} // namespace lockstep::cuda
