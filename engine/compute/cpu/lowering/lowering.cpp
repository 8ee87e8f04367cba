// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/lowering/lowering.h"

#include "engine/core/error.h"

#include <limits>

namespace lockstep {

Lowering::Lowering(const GraphPart& part, const ProgramOptions& options, Tensors tensors, Schedule& schedule,
                   StepBuffers& buffers, PackedWeights& weights)
    : m_part(part), m_fused(fuseStages(part.graph)),
      m_program(part, options, tensors, schedule, buffers, weights), m_gradients(m_program),
      m_families(m_program, m_gradients)
{
}

LoweredGraph Lowering::lower()
{
    LoweredGraph result;
    for (const Stage& each : m_fused.stages)
        m_values.push_back(outputOf(each));
    for (std::size_t id = 0; id < m_fused.stages.size(); ++id)
        stage(m_fused.stages[id], m_values[id]);
    m_program.setTrainingOnly(false);
    result.output = head(m_fused.output, 1);
    for (std::size_t i = 0; i < m_fused.heads.size(); ++i) {
        m_program.setTrainingOnly(true);
        result.auxiliary.push_back(head(m_fused.heads[i], m_part.graph.auxiliaryHeads()[i].weight));
    }
    ProgramBuilder::Uses uses{result.output.logits, result.output.gradient};
    for (const LoweredGraph::Head& each : result.auxiliary)
        uses.insert(uses.end(), {each.logits, each.gradient});
    m_program.schedule().loss(uses);
    m_program.appendBackward();
    m_program.schedule().end();
    result.inputGradient = m_inputGradient;
    result.preparations = m_program.preparations();
    return result;
}

Value Lowering::outputOf(const Stage& stage) const
{
    Value y;
    y.element = m_program.element();
    y.channels = static_cast<int>(stage.output[0]);
    y.frames = static_cast<int>(stage.output[1]);
    y.height = static_cast<int>(stage.output[2]);
    y.width = static_cast<int>(stage.output[3]);
    y.readers = stage.readers;
    if (y.elements() * m_program.share() > std::numeric_limits<std::int32_t>::max())
        throw EngineError(
            ExitCode::InvalidExperiment,
            {LOCKSTEP_TEXT("The layer %1 gives %2 numbers for one worker's %3 samples; this engine takes at "
                           "most 2147483647. Choose a smaller batch or smaller images."),
             {stage.layer->name, std::to_string(y.elements() * m_program.share()),
              std::to_string(m_program.share())},
             {}});
    return y;
}

std::vector<Value*> Lowering::inputs(const Stage& stage)
{
    std::vector<Value*> values;
    for (const Term& term : stage.terms)
        values.push_back(&m_values[term.stage]);
    return values;
}

void Lowering::stage(const Stage& s, Value& y)
{
    m_program.setTrainingOnly(s.trainingOnly);
    if (std::holds_alternative<InputLayer>(s.layer->kind))
        input(y);
    else if (s.kind == Stage::Kind::Combine)
        combine(s, y);
    else if (s.kind == Stage::Kind::NormPool)
        m_families.norms.lowerPooled(s, *inputs(s)[0], y);
    else
        single(s, y);
}

void Lowering::combine(const Stage& s, Value& y)
{
    const std::vector<Value*> of = inputs(s);
    y.element = of[0]->element;
    for (const Value* each : of)
        LOCKSTEP_CHECK(each->element == y.element);
    y.data = m_program.samples(y.elements(), y.element);
    y.keepsData = s.clamp != Clamp::None;
    lowerCombination(m_families, s, of, y);
}

void Lowering::single(const Stage& s, Value& y)
{
    const std::vector<Value*> of = inputs(s);
    if (std::holds_alternative<LinearLayer>(s.layer->kind))
        return m_families.linear.lower(s, *of[0], y);
    y.element = of[0]->element;
    if (!lowerLayer(m_families, s, of, y))
        throw EngineError(
            ExitCode::InvalidExperiment,
            {LOCKSTEP_TEXT(
                 "The layer %1 of the model %2 is of a kind that this engine cannot compute on the CPU."),
             {s.layer->name, m_part.graph.name()},
             {}});
}

void Lowering::input(Value& y)
{
    if (m_part.follows)
        return crossing(y);
    y.wantsGradient = false;
    y.data = m_program.samples(y.elements(), y.element);
    const std::int64_t elements = y.elements();
    m_program.forward("input",
                      [k = &kernelsOf(y), elements, channels = y.channels, pixels = y.pixels(),
                       to = y.data](const WorkerFrame& f) {
                          const Samples& x = f.batch->inputs;
                          const std::int64_t first = f.first * elements;
                          if (x.arePixels())
                              k->scalePixels(x.pixels().data() + first, x.scale(), f.at(to),
                                             f.count * pixels);
                          else
                              k->imagesToNhwc(x.floats().data() + first, f.at(to), f.count, channels, pixels);
                      },
                      {y.data});
}

/// What comes from another part is laid out already, and its gradient goes back there.
void Lowering::crossing(Value& y)
{
    if (m_part.graph.inputShape().rank() == 1) // linear layers give f32, in every precision
        y.element = Element::Float32;
    y.data = m_program.samples(y.elements(), y.element);
    const std::int64_t elements = y.elements();
    m_program.forward("crossing input",
                      [k = &kernelsOf(y), elements, to = y.data](const WorkerFrame& f) {
                          k->fromFloat(f.batch->inputs.floats().data() + f.first * elements, f.at(to),
                                       f.count * elements);
                      },
                      {y.data});
    m_inputGradient = m_program.buffers().shared(4 * elements * m_program.options().batch);
    m_program.onBackward([this, &y, elements] {
        Output output = Output::Overwrite;
        for (const GradientPart& part : m_gradients.sum(y, 2)) {
            m_program.backward("crossing gradient",
                               [k = &kernelsOf(y), elements, from = part.buffer, to = m_inputGradient,
                                output](const WorkerFrame& f) {
                                   k->toFloat(f.at(from), f.at<float>(to) + f.first * elements,
                                              f.count * elements, output);
                               },
                               {part.buffer});
            output = Output::Add;
        }
        LOCKSTEP_CHECK(output == Output::Add);
    });
}

LoweredGraph::Head Lowering::head(std::size_t id, double weight)
{
    Value& x = m_values[id];
    const std::int64_t n = x.elements();
    const BufferId derivative = m_program.samples(n, Element::Float32);
    LoweredGraph::Head result{.logits = x.data, .gradient = derivative, .weight = weight};
    if (x.element != Element::Float32) {
        result.logits = m_program.samples(n, Element::Float32);
        m_program.forward("logits",
                          [k = &kernelsOf(x), from = x.data, to = result.logits, n](const WorkerFrame& f) {
                              k->toFloat(f.at(from), f.at<float>(to), f.count * n, Output::Overwrite);
                          },
                          {x.data, result.logits});
    }
    m_program.onBackward([this, &x, n, derivative] {
        const bool same = x.element == Element::Float32;
        const BufferId to = same ? derivative : m_gradients.fresh(x);
        m_program.backward("loss' derivative",
                           [k = &kernelsOf(x), derivative, to, n, same](const WorkerFrame& f) {
                               float* gradient = f.at<float>(derivative);
                               for (std::int64_t i = 0; i < f.count * n; ++i)
                                   gradient[i] *= f.scale;
                               if (!same)
                                   k->fromFloat(gradient, f.at(to), f.count * n);
                           },
                           {derivative, to});
        if (same)
            m_gradients.pass(x, derivative, true);
    });
    return result;
}

} // namespace lockstep
