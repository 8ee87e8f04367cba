// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/lowering/lowering.h"

#include "engine/compute/cuda/kernels/kernels.h"
#include "engine/compute/cuda/lowering/addition.h"
#include "engine/compute/cuda/lowering/channels.h"
#include "engine/compute/cuda/lowering/convolution.h"
#include "engine/compute/cuda/lowering/depthwise.h"
#include "engine/compute/cuda/lowering/elements.h"
#include "engine/compute/cuda/lowering/head.h"
#include "engine/compute/cuda/lowering/linear.h"
#include "engine/compute/cuda/lowering/normalization.h"
#include "engine/compute/cuda/lowering/pooling.h"
#include "engine/compute/cuda/lowering/step_header.h"
#include "engine/compute/trained_parameters.h"
#include "engine/core/error.h"

#include <algorithm>

namespace lockstep::cuda {
namespace {

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

/// Every stage adds its work of forward in order, and leaves behind a function that adds its work of
/// backward; those run in the opposite order.
class Lowering {
public:
    Lowering(const GraphPart& part, const ProgramOptions& options, ProgramPlan& plan)
        : m_part(part), m_fused(fuseStages(part.graph)), m_program(part, options, plan),
          m_gradients(m_program), m_families(m_program, m_gradients),
          m_heads(m_program, m_gradients, static_cast<int>(part.graph.output().output.elements()))
    {
    }

    void lower()
    {
        for (const Stage& each : m_fused.stages)
            m_values.push_back(outputOf(each));
        for (const Stage& each : m_fused.stages)
            for (const Term& term : each.terms)
                m_values[term.stage].feedsNorm = term.norm != nullptr && m_values[term.stage].readers == 1;
        for (std::size_t id = 0; id < m_fused.stages.size(); ++id)
            stage(id);
        ends();
        m_program.appendBackward();
    }

private:
    void ends()
    {
        m_program.enter(m_part.graph.output().name, false);
        Value& output = m_values[m_fused.output];
        if (m_part.precedes)
            m_heads.crossing(output);
        else
            m_heads.output(output);
        for (std::size_t i = 0; i < m_fused.heads.size(); ++i) {
            m_program.enter(m_fused.stages[m_fused.heads[i]].layer->name, true);
            m_heads.auxiliary(m_values[m_fused.heads[i]], m_part.graph.auxiliaryHeads()[i].weight);
        }
    }

    Value outputOf(const Stage& stage) const
    {
        Value y;
        y.element = m_program.element();
        y.channels = static_cast<int>(stage.output[0]);
        y.size = {static_cast<int>(stage.output[1]), static_cast<int>(stage.output[2]),
                  static_cast<int>(stage.output[3])};
        y.readers = stage.readers;
        return y;
    }

    std::vector<Value*> inputs(const Stage& stage)
    {
        std::vector<Value*> values;
        for (const Term& term : stage.terms)
            values.push_back(&m_values[term.stage]);
        return values;
    }

    bool isHead(std::size_t id) const
    {
        return (id == m_fused.output && !m_part.precedes) || std::ranges::count(m_fused.heads, id) > 0;
    }

    void stage(std::size_t id)
    {
        const Stage& s = m_fused.stages[id];
        Value& y = m_values[id];
        m_program.enter(s.layer->name, s.trainingOnly);
        if (std::holds_alternative<InputLayer>(s.layer->kind))
            input(y);
        else if (s.kind == Stage::Kind::Combine)
            combine(s, y);
        else if (s.kind == Stage::Kind::NormPool)
            normPool(s, *inputs(s)[0], y);
        else if (std::holds_alternative<LinearLayer>(s.layer->kind))
            m_families.linear.lower(s, *inputs(s)[0], y,
                                    isHead(id) && s.readers == 1 ? Element::Float32 : m_program.element());
        else
            single(s, y);
    }

    /// Its content is brought before forward, from what was uploaded.
    void input(Value& y)
    {
        y.wantsGradient = m_part.follows;
        y.data = m_program.samples(y.elements(), y.element);
        m_program.buffers().use(y.data, 0);
        m_program.plan().ends.input = y.data;
        if (m_part.follows)
            m_program.onBackward([this, &y] { crossingGradient(y); });
    }

    /// To where the part before fetches it.
    void crossingGradient(Value& y)
    {
        const std::vector<GradientPart> parts = m_gradients.sum(y, 1);
        LOCKSTEP_CHECK(!parts.empty());
        const BufferId to =
            m_program.buffers().kept(4 * y.elements() * std::int64_t{m_program.options().batch});
        m_program.plan().ends.inputGradient = to;
        m_program.backward(
            {.name = "crossing gradient",
             .give =
                 [element = y.element, from = parts[0].buffer, to, n = y.elements()](const Frame& f) {
                     convert(f.queue, element, f.at(from), Element::Float32, f.at(to), f.count * n);
                 }},
            {parts[0].buffer, to});
    }

    void combine(const Stage& s, Value& y)
    {
        const std::vector<Value*> of = inputs(s);
        y.element = of[0]->element;
        for (const Value* each : of)
            LOCKSTEP_CHECK(each->element == y.element);
        y.data = m_program.samples(y.elements(), y.element);
        lowerCombination(m_families, s, of, y);
    }

    void normPool(const Stage& s, Value& x, Value& y)
    {
        Value& between = m_program.inner(x);
        between.data = m_program.samples(x.elements(), x.element);
        between.readers = 1;
        between.convolution.reset();
        between.wantsGradient = true; // of the norm's parameters, whoever made x
        m_families.norms.lower(s, {&x}, between);
        m_families.pools.max(*s.layer, between, y);
    }

    void single(const Stage& s, Value& y)
    {
        const std::vector<Value*> of = inputs(s);
        y.element = of[0]->element;
        if (!lowerLayer(m_families, s, of, y))
            throw EngineError(ExitCode::InvalidExperiment,
                              {LOCKSTEP_TEXT("The layer %1 of the model %2 is of a kind that this engine "
                                             "cannot compute on a GPU."),
                               {s.layer->name, m_part.graph.name()},
                               {}});
    }

    const GraphPart& m_part;
    FusedGraph m_fused;
    ProgramBuilder m_program;
    ValueGradients m_gradients;
    LayerFamilies m_families;
    HeadLowering m_heads;
    std::vector<Value> m_values; ///< by stage
};

/// The buffers at the program's ends, but for those that the layers bring.
void addEnds(const Graph& graph, const ProgramOptions& options, ProgramPlan& plan)
{
    const auto header = static_cast<std::int64_t>(stepHeaderBytes(options.batch));
    DeviceBuffers& buffers = plan.buffers;
    plan.ends.uploaded = buffers.kept(4 * graph.inputShape().elements() * options.batch);
    plan.ends.uploadedHeader = buffers.kept(header);
    plan.ends.header = buffers.kept(header);
    plan.ends.loss = buffers.kept(sizeof(LossBlock));
    plan.ends.lossScale = buffers.kept(sizeof(LossScale));
}

} // namespace

Element elementOf(Precision precision)
{
    switch (precision) {
    case Precision::BFloat16:
        return Element::Bfloat16;
    case Precision::Float16:
        return Element::Float16;
    case Precision::Float32:
        break;
    }
    return Element::Float32;
}

ProgramPlan lower(const GraphPart& part, const ProgramOptions& options)
{
    LOCKSTEP_CHECK(options.batch >= 1);
    const Graph& graph = part.graph;
    ProgramPlan plan{.element = elementOf(options.precision),
                     .tensors = TensorPlan(graph, options.bucketBytes, GradientSums::InPlace),
                     .buffers = DeviceBuffers(options.batch),
                     .convolutions = ConvolutionPlans(options.batch)};
    addEnds(graph, options, plan);
    Lowering(part, options, plan).lower();
    plan.buffers.workspace(plan.convolutions.workspaceLimit());
    const auto weights = static_cast<std::int64_t>(plan.packed.size());
    plan.ends.weightTable = plan.buffers.kept(weights * static_cast<std::int64_t>(sizeof(WeightLayout)));
    plan.ends.weightStarts =
        plan.buffers.kept((weights + 1) * static_cast<std::int64_t>(sizeof(std::int64_t)));
    std::vector<std::size_t> announced;
    for (const Operation& operation : plan.backward)
        announced.insert(announced.end(), operation.final.begin(), operation.final.end());
    requireAllTrained(graph, announced);
    return plan;
}

ProgramPlan lower(const Graph& graph, const ProgramOptions& options)
{
    return lower(GraphPart{graph}, options);
}

} // namespace lockstep::cuda
