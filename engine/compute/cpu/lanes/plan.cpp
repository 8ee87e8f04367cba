// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/lanes/plan.h"

#include "engine/compute/cpu/lanes/sizes.h"

#include <algorithm>

namespace lockstep {

LanePlan::LanePlan(const std::vector<LaneOperation>& operations, const LaneKernels& kernels, int batch,
                   int workers)
    : m_kernels(kernels), m_batch(batch), m_workers(workers), m_stages(operations.size())
{
    if (const auto* first = std::get_if<LaneConvolution>(&operations.front().kind))
        m_inputBorder = first->inBorder;
    const std::int64_t inputElements = std::visit(
        [](const auto& kind) {
            if constexpr (std::is_same_v<std::decay_t<decltype(kind)>, LaneLinear>)
                return std::int64_t{kind.inFeatures};
            else
                return inputPlanes(kind);
        },
        operations.front().kind);
    want(m_input, inputElements * blockLimit() * kernels.lanes, ArenaPlan::kWholeProgram, Use::Activation);
    for (std::size_t i = 0; i < operations.size(); ++i) {
        m_stages[i].operation = operations[i];
        if (const auto* c = std::get_if<LaneConvolution>(&operations[i].kind))
            planConvolution(i, *c);
        else
            planLinear(i, std::get<LaneLinear>(operations[i].kind));
    }
    m_arena.place();
    m_activations.place();
    m_packedWeights.place();
}

void LanePlan::want(float*& pointer, std::int64_t floats, ArenaPlan::Lifetime lifetime, Use use)
{
    const std::int64_t bytes = floats * static_cast<std::int64_t>(sizeof(float));
    m_wishes.push_back({&pointer, m_arena.add(bytes, lifetime)});
    if (use == Use::Activation)
        m_activations.add(bytes, lifetime);
    else if (use == Use::PackedWeight)
        m_packedWeights.add(bytes, lifetime);
}

void LanePlan::planConvolution(std::size_t i, const LaneConvolution& c)
{
    const std::int64_t vector = blockLimit() * m_kernels.lanes;
    const ArenaPlan::Lifetime inStep{forward(i), backward(i)};
    const int moment = backward(i);
    LaneStage::Buffers& b = m_stages[i].buffers;
    // A border is zeroed once and must then never hold anything else.
    want(b.output, pooledWithBorder(c) * vector, c.outBorder > 0 ? ArenaPlan::kWholeProgram : inStep,
         Use::Activation);
    want(b.winners, pooled(c) * blockLimit(), inStep, Use::Activation);
    want(b.outputGradient, pooled(c) * vector, {moment - 1, moment}, Use::Activation);
    want(b.forwardWeight, m_kernels.forwardWeightFloats(c), ArenaPlan::kWholeProgram, Use::PackedWeight);
    want(b.backwardWeight, i == 0 ? 0 : m_kernels.backwardWeightFloats(c), ArenaPlan::kWholeProgram,
         Use::PackedWeight);
    b.workers.resize(static_cast<std::size_t>(m_workers));
    for (LaneStage::OfWorker& own : b.workers) {
        // The rows above and below are zero for good, like every border.
        want(own.gradient, unpooled(c) * m_kernels.lanes, ArenaPlan::kWholeProgram, Use::Workspace);
        want(own.scratch, m_kernels.scratchFloats(c), inStep, Use::Workspace);
        want(own.sums, m_kernels.sumFloats(c), {moment, moment}, Use::Workspace);
        // Worker 0 still adds these up while the others have begun the next operation.
        want(own.partial, weights(c) + c.outChannels, {moment, moment + 1}, Use::Workspace);
    }
}

void LanePlan::planLinear(std::size_t i, const LaneLinear& l)
{
    const std::int64_t lanes = m_kernels.lanes;
    const std::int64_t vector = blockLimit() * lanes;
    const int moment = backward(i);
    LaneStage::Buffers& b = m_stages[i].buffers;
    want(b.output, l.outFeatures * vector, {forward(i), moment}, Use::Activation);
    want(b.outputGradient, l.outFeatures * vector, {moment - 1, moment}, Use::Activation);
    want(b.inputRows, (l.inFeatures + lanes - 1) / lanes * lanes * vector, {moment, moment}, Use::Activation);
}

void LanePlan::addTo(ProgramMemory& memory) const
{
    const std::int64_t packed = m_packedWeights.bytes();
    const std::int64_t activations = std::min(m_activations.bytes(), m_arena.bytes() - packed);
    memory.packedWeights += packed;
    memory.activations += activations;
    memory.workspace += Arena::bytesOf(m_arena) - packed - activations;
}

LanePlan::Bound LanePlan::bind(const Arena& arena) &&
{
    for (const Wish& wish : m_wishes)
        *wish.pointer = arena.buffer<float>(m_arena, wish.id);
    for (std::size_t i = 0; i < m_stages.size(); ++i) {
        LaneStage::Buffers& b = m_stages[i].buffers;
        b.input = i == 0 ? m_input : m_stages[i - 1].buffers.output;
        b.inputGradient = i == 0 ? nullptr : m_stages[i - 1].buffers.outputGradient;
    }
    return {m_input, std::move(m_stages)};
}

} // namespace lockstep
