// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/lowering/packed_weights.h"
#include "engine/compute/cpu/lowering/schedule.h"
#include "engine/compute/cpu/lowering/value.h"
#include "engine/core/parameter.h"
#include "engine/core/tensor_store.h"
#include "engine/graph/graph_part.h"

#include <deque>
#include <functional>
#include <vector>

namespace lockstep {

/// What the lowerings of all layers work on: the tensors and options of the program in construction, and the
/// buffers and steps that it will consist of. Everything given is borrowed.
class ProgramBuilder {
public:
    struct Tensors {
        std::span<const Parameter> parameters;
        std::span<const NamedTensor> buffers;
    };
    using Uses = std::vector<BufferId>;

    ProgramBuilder(const GraphPart& part, const ProgramOptions& options, Tensors tensors, Schedule& schedule,
                   StepBuffers& buffers, PackedWeights& packed);

    const ProgramOptions& options() const { return m_options; }
    Element element() const { return m_element; } ///< of the activations
    int share() const { return m_share; }         ///< most samples of a worker
    StepBuffers& buffers() { return m_buffers; }
    Schedule& schedule() { return m_schedule; }
    PackedWeights& packed() { return m_packed; }

    const float* weight(const Layer& layer, std::size_t at) const
    {
        return m_tensors.parameters[layer.firstParameter + at].value.data();
    }
    std::span<float> weightGradient(std::size_t parameter) const
    {
        return m_tensors.parameters[parameter].gradient;
    }
    /// A batch norm's running mean, variance and count of batches.
    std::span<float> running(const Layer& layer, std::size_t at) const
    {
        return m_tensors.buffers[layer.firstBuffer + at].values;
    }
    /// For the random numbers of a layer.
    DropoutMask mask(const Layer& layer, double probability) const;

    /// A buffer for so many elements of each sample.
    BufferId samples(std::int64_t elements, Element element);
    /// Each worker's memory for what a primitive needs while it runs: at least so many bytes.
    BufferId scratch(std::int64_t bytes);
    /// A value within a stage, of this kind.
    Value& inner(const Value& like) { return m_inner.emplace_back(like); }

    /// Whether the steps of forward that follow are only run in training.
    void setTrainingOnly(bool trainingOnly) { m_trainingOnly = trainingOnly; }
    void forward(const char* name, Work work, const Uses& uses, Step::Kind kind = Step::Kind::Samples);
    void forwardBarrier() { m_schedule.forwardBarrier(m_trainingOnly); }
    void backward(const char* name, Work work, const Uses& uses, Step::Kind kind = Step::Kind::Samples);
    /// The gradient of a parameter is the sum of what the workers have in this f64 buffer, `at` elements into
    /// it.
    void finishSums(std::size_t parameter, BufferId sums, std::int64_t at);
    /// `append` appends the backward steps of what was lowered just now.
    void onBackward(std::function<void()> append) { m_backward.push_back(std::move(append)); }
    /// Appends all of them in the opposite order, so that they find the gradient of their output complete.
    void appendBackward();

    /// To be run by every worker for its share of the full batch, so that the first step need not.
    void prepare(Work work) { m_preparations.push_back(std::move(work)); }
    const std::vector<Work>& preparations() const { return m_preparations; }

private:
    const GraphPart& m_part;
    ProgramOptions m_options;
    Tensors m_tensors;
    Schedule& m_schedule;
    StepBuffers& m_buffers;
    PackedWeights& m_packed;
    Element m_element;
    int m_share;
    BufferId m_scratch;
    bool m_trainingOnly = false;
    std::deque<Value> m_inner;
    std::vector<std::function<void()>> m_backward;
    std::vector<Work> m_preparations;
};

/// The mask as the frame's step and samples draw it.
DropoutMask drawn(DropoutMask mask, const WorkerFrame& f);

} // namespace lockstep
