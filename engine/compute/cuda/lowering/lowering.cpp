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
    Lowering(const Graph& graph, const ProgramOptions& options, ProgramPlan& plan)
        : m_graph(graph), m_fused(fuseStages(graph)), m_program(graph, options, plan), m_gradients(m_program),
          m_families(m_program, m_gradients),
          m_heads(m_program, m_gradients, static_cast<int>(graph.output().output.elements()))
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
        m_program.enter(m_graph.output().name, false);
        m_heads.output(m_values[m_fused.output]);
        for (std::size_t i = 0; i < m_fused.heads.size(); ++i) {
            m_program.enter(m_fused.stages[m_fused.heads[i]].layer->name, true);
            m_heads.auxiliary(m_values[m_fused.heads[i]], m_graph.auxiliaryHeads()[i].weight);
        }
        m_program.appendBackward();
    }

private:
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
        return id == m_fused.output || std::ranges::count(m_fused.heads, id) > 0;
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
        y.wantsGradient = false;
        y.data = m_program.samples(y.elements(), y.element);
        m_program.buffers().use(y.data, 0);
        m_program.plan().ends.input = y.data;
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
                               {s.layer->name, m_graph.name()},
                               {}});
    }

    const Graph& m_graph;
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

ProgramPlan lower(const Graph& graph, const ProgramOptions& options)
{
    LOCKSTEP_CHECK(options.batch >= 1);
    ProgramPlan plan{.element = elementOf(options.precision),
                     .tensors = TensorPlan(graph, options.bucketBytes, GradientSums::InPlace),
                     .buffers = DeviceBuffers(options.batch),
                     .convolutions = ConvolutionPlans(options.batch)};
    addEnds(graph, options, plan);
    Lowering(graph, options, plan).lower();
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

} // namespace lockstep::cuda
