// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/lanes/program.h"

#include "engine/compute/cpu/lanes/sizes.h"

namespace lockstep {

LaneProgram::LaneProgram(const Graph& graph, const std::vector<LaneOperation>& operations,
                         const LaneKernels& kernels, const ProgramOptions& options)
    : CpuProgram(graph, options), m_kernels(kernels),
      m_blockLimit((options.batch + kernels.lanes - 1) / kernels.lanes), m_sample(graph.inputShape())
{
    plan(operations);
}

/// Moments of the schedule: 0 spreads the input, 1 + i is operation i, then the loss, then the operations
/// backward.
struct LaneProgram::Plan {
    int operations;
    ArenaPlan arena{};
    struct Wish {
        float** pointer;
        ArenaPlan::Id id;
    };
    std::vector<Wish> wishes{};

    int forward(std::size_t i) const { return 1 + static_cast<int>(i); }
    int loss() const { return operations + 1; }
    int backward(std::size_t i) const { return 2 * operations + 1 - static_cast<int>(i); }

    void want(float*& pointer, std::int64_t floats, ArenaPlan::Lifetime lifetime)
    {
        wishes.push_back({&pointer, arena.add(floats * static_cast<std::int64_t>(sizeof(float)), lifetime)});
    }
};

void LaneProgram::plan(const std::vector<LaneOperation>& operations)
{
    m_stages.resize(operations.size());
    Plan plan{.operations = static_cast<int>(operations.size())};
    const std::int64_t vector = std::int64_t{m_blockLimit} * m_kernels.lanes;
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
    plan.want(m_input, inputElements * vector, ArenaPlan::kWholeProgram);
    for (std::size_t i = 0; i < operations.size(); ++i) {
        m_stages[i].operation = operations[i];
        if (const auto* c = std::get_if<LaneConvolution>(&operations[i].kind))
            planConvolution(plan, i, *c);
        else
            planLinear(plan, i, std::get<LaneLinear>(operations[i].kind));
    }
    plan.arena.place();
    m_arena.emplace(plan.arena);
    for (const Plan::Wish& wish : plan.wishes)
        *wish.pointer = m_arena->buffer<float>(plan.arena, wish.id);
    for (std::size_t i = 0; i < m_stages.size(); ++i) {
        m_stages[i].buffers.input = i == 0 ? m_input : m_stages[i - 1].buffers.output;
        m_stages[i].buffers.inputGradient = i == 0 ? nullptr : m_stages[i - 1].buffers.outputGradient;
    }
    m_scratch.resize(static_cast<std::size_t>(team().size()) * static_cast<std::size_t>(classes()));
}

void LaneProgram::planConvolution(Plan& plan, std::size_t i, const LaneConvolution& c)
{
    const std::int64_t vector = std::int64_t{m_blockLimit} * m_kernels.lanes;
    const int forward = plan.forward(i);
    const int backward = plan.backward(i);
    Buffers& b = m_stages[i].buffers;
    // A border is zeroed once and must then never hold anything else.
    plan.want(b.output, pooledWithBorder(c) * vector,
              c.outBorder > 0 ? ArenaPlan::kWholeProgram : ArenaPlan::Lifetime{forward, backward});
    plan.want(b.winners, pooled(c) * m_blockLimit, {forward, backward});
    plan.want(b.outputGradient, pooled(c) * vector, {backward - 1, backward});
    plan.want(b.forwardWeight, m_kernels.forwardWeightFloats(c), ArenaPlan::kWholeProgram);
    plan.want(b.backwardWeight, i == 0 ? 0 : m_kernels.backwardWeightFloats(c), ArenaPlan::kWholeProgram);
    b.workers.resize(static_cast<std::size_t>(team().size()));
    for (WorkerBuffers& own : b.workers) {
        // The rows above and below are zero for good, like every border.
        plan.want(own.gradient, unpooled(c) * m_kernels.lanes, ArenaPlan::kWholeProgram);
        plan.want(own.scratch, m_kernels.scratchFloats(c), {forward, backward});
        plan.want(own.sums, m_kernels.sumFloats(c), {backward, backward});
        // Worker 0 still adds these up while the others have begun the next operation.
        plan.want(own.partial, weights(c) + c.outChannels, {backward, backward + 1});
    }
}

void LaneProgram::planLinear(Plan& plan, std::size_t i, const LaneLinear& l)
{
    const std::int64_t lanes = m_kernels.lanes;
    const std::int64_t vector = m_blockLimit * lanes;
    const int backward = plan.backward(i);
    Buffers& b = m_stages[i].buffers;
    plan.want(b.output, l.outFeatures * vector, {plan.forward(i), backward});
    plan.want(b.outputGradient, l.outFeatures * vector, {backward - 1, backward});
    plan.want(b.inputRows, (l.inFeatures + lanes - 1) / lanes * lanes * vector, {backward, backward});
}

std::int64_t LaneProgram::memoryBytes() const
{
    return m_arena->bytes() + tensorBytes();
}

} // namespace lockstep
