// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/lowering/program_builder.h"

#include "engine/core/error.h"

namespace lockstep::cuda {

ProgramBuilder::ProgramBuilder(const GraphPart& part, const ProgramOptions& options, ProgramPlan& plan)
    : m_part(part), m_options(options), m_plan(plan)
{
}

DropoutMask ProgramBuilder::mask(const Layer& layer, double probability) const
{
    return {.probability = probability,
            .seed = m_options.seed,
            .layer = static_cast<std::uint32_t>(m_part.firstLayer + (&layer - m_part.graph.layers().data()))};
}

BufferId ProgramBuilder::samples(std::int64_t elements, Element element)
{
    return m_plan.buffers.perSample(elements * static_cast<std::int64_t>(bytesOf(element)));
}

BufferId ProgramBuilder::packed(std::size_t parameter, std::int32_t outer, std::int32_t inner,
                                std::int32_t taps)
{
    PackedWeight weight{.parameter = parameter, .outer = outer, .inner = inner, .taps = taps};
    weight.packed =
        m_plan.buffers.kept(weight.elements() * static_cast<std::int64_t>(bytesOf(m_plan.element)));
    m_plan.packed.push_back(weight);
    return weight.packed;
}

ConvolutionPlans::Id ProgramBuilder::convolution(const ConvolutionShape& shape, ConvolutionPass pass)
{
    return m_plan.convolutions.add(shape, pass, m_layer);
}

void ProgramBuilder::enter(const std::string& layer, bool trainingOnly)
{
    m_layer = layer;
    m_trainingOnly = trainingOnly;
}

void ProgramBuilder::add(std::vector<Operation>& to, Operation operation, const Uses& uses)
{
    const bool given = operation.bytes > 0;
    for (const BufferId id : uses) {
        LOCKSTEP_CHECK(id < m_plan.buffers.count());
        m_plan.buffers.use(id, m_moment);
        if (!given)
            operation.bytes += m_plan.buffers.bytes(id);
    }
    operation.layer = m_layer;
    to.push_back(std::move(operation));
    ++m_moment;
}

void ProgramBuilder::forward(Operation operation, const Uses& uses)
{
    operation.trainingOnly = m_trainingOnly;
    add(m_plan.forward, std::move(operation), uses);
}

void ProgramBuilder::backward(Operation operation, const Uses& uses)
{
    add(m_plan.backward, std::move(operation), uses);
}

void ProgramBuilder::onBackward(std::function<void()> append)
{
    m_backward.push_back({m_layer, std::move(append)});
}

void ProgramBuilder::appendBackward()
{
    for (auto each = m_backward.rbegin(); each != m_backward.rend(); ++each) {
        m_layer = each->layer;
        each->append();
    }
}

} // namespace lockstep::cuda
