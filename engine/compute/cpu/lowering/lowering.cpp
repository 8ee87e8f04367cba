// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/lowering/lowering.h"

#include "engine/core/error.h"

#include <algorithm>
#include <limits>

namespace lockstep {

Lowering::Lowering(const Graph& graph, const ProgramOptions& options, Tensors tensors, Schedule& schedule,
                   StepBuffers& buffers, PackedWeights& weights)
    : m_graph(graph), m_fused(fuseStages(graph)), m_options(options), m_tensors(tensors),
      m_schedule(schedule), m_buffers(buffers), m_weights(weights),
      m_element(options.precision == Precision::BFloat16 ? Element::Bfloat16 : Element::Float32),
      m_share((options.batch + options.threads - 1) / options.threads), m_scratch(buffers.perWorker(0))
{
    m_buffers.keep(m_scratch);
}

LoweredGraph Lowering::lower()
{
    for (const Stage& each : m_fused.stages) {
        Value y;
        y.element = m_element;
        y.channels = static_cast<int>(each.output[0]);
        y.frames = static_cast<int>(each.output[1]);
        y.height = static_cast<int>(each.output[2]);
        y.width = static_cast<int>(each.output[3]);
        y.readers = each.readers;
        if (y.elements() * m_share > std::numeric_limits<std::int32_t>::max())
            throw EngineError(
                ExitCode::InvalidExperiment,
                {LOCKSTEP_TEXT(
                     "The layer %1 gives %2 numbers for one worker's %3 samples; this engine takes at "
                     "most 2147483647. Choose a smaller batch or smaller images."),
                 {each.layer->name, std::to_string(y.elements() * m_share), std::to_string(m_share)},
                 {}});
        m_values.push_back(y);
    }
    for (std::size_t id = 0; id < m_fused.stages.size(); ++id)
        stage(id);
    m_trainingOnly = false;
    m_result.output = head(m_fused.output, 1);
    for (std::size_t i = 0; i < m_fused.heads.size(); ++i) {
        m_trainingOnly = true;
        m_result.auxiliary.push_back(head(m_fused.heads[i], m_graph.auxiliaryHeads()[i].weight));
    }
    Uses uses{m_result.output.logits, m_result.output.gradient};
    for (const LoweredGraph::Head& each : m_result.auxiliary)
        uses.insert(uses.end(), {each.logits, each.gradient});
    m_schedule.loss(uses);
    for (auto append = m_gradients.rbegin(); append != m_gradients.rend(); ++append)
        (*append)();
    m_schedule.end();
    return m_result;
}

void Lowering::stage(std::size_t id)
{
    const Stage& s = m_fused.stages[id];
    Value& y = m_values[id];
    m_trainingOnly = s.trainingOnly;
    if (std::holds_alternative<InputLayer>(s.layer->kind))
        input(y);
    else if (s.kind == Stage::Kind::Combine)
        combine(s, y);
    else if (s.kind == Stage::Kind::NormPool)
        normPool(s, y);
    else
        single(s, value(s.terms[0]), y);
}

void Lowering::single(const Stage& s, Value& x, Value& y)
{
    const Layer& layer = *s.layer;
    if (std::holds_alternative<LinearLayer>(layer.kind))
        return linear(s, x, y);
    y.element = x.element;
    if (const auto* c = std::get_if<ConvolutionLayer>(&layer.kind)) {
        const bool each = c->groups == x.channels && c->channels == x.channels && c->groups > 1;
        each ? depthwise(s, x, y) : convolution(s, x, y);
    } else if (std::holds_alternative<ClipConvolutionLayer>(layer.kind))
        convolution(s, x, y);
    else if (std::holds_alternative<MaxPoolLayer>(layer.kind) ||
             std::holds_alternative<ClipMaxPoolLayer>(layer.kind))
        pool(layer, x, y, &Lowering::maxPool);
    else if (std::holds_alternative<AdaptiveAveragePoolLayer>(layer.kind))
        pool(layer, x, y, &Lowering::averagePool);
    else if (const auto* a = std::get_if<ActivationLayer>(&layer.kind))
        activation(a->function, x, y);
    else if (std::holds_alternative<ConcatLayer>(layer.kind))
        concat(s, y);
    else if (const auto* part = std::get_if<SliceLayer>(&layer.kind))
        slice(part->first, x, y);
    else if (const auto* order = std::get_if<ChannelShuffleLayer>(&layer.kind))
        shuffle(order->groups, x, y);
    else if (const auto* d = std::get_if<DropoutLayer>(&layer.kind))
        dropout(layer, d->probability, x, y);
    else if (const auto* n = std::get_if<LayerNormLayer>(&layer.kind))
        layerNorm(layer, n->epsilon, x, y);
    else if (const auto* shortcut = std::get_if<SubsampleLayer>(&layer.kind))
        subsample(*shortcut, x, y);
    else
        throw EngineError(
            ExitCode::InvalidExperiment,
            {LOCKSTEP_TEXT(
                 "The layer %1 of the model %2 is of a kind that this engine cannot compute on the CPU."),
             {layer.name, m_graph.name()},
             {}});
}

void Lowering::input(Value& y)
{
    y.wantsGradient = false;
    y.data = samples(y.elements(), y.element);
    const std::int64_t elements = y.elements();
    forward(
        "input",
        [k = &kernels(y), elements, channels = y.channels, pixels = y.pixels(), to = y.data](const Frame& f) {
            const Samples& x = f.batch->inputs;
            const std::int64_t first = f.first * elements;
            if (x.arePixels())
                k->scalePixels(x.pixels().data() + first, x.scale(), f.at(to), f.count * pixels);
            else
                k->imagesToNhwc(x.floats().data() + first, f.at(to), f.count, channels, pixels);
        },
        {y.data});
}

LoweredGraph::Head Lowering::head(std::size_t id, double weight)
{
    Value& x = m_values[id];
    const std::int64_t n = x.elements();
    const BufferId derivative = samples(n, Element::Float32);
    LoweredGraph::Head result{.logits = x.data, .gradient = derivative, .weight = weight};
    if (x.element != Element::Float32) {
        result.logits = samples(n, Element::Float32);
        forward("logits",
                [k = &kernels(x), from = x.data, to = result.logits, n](const Frame& f) {
                    k->toFloat(f.at(from), f.at<float>(to), f.count * n, Output::Overwrite);
                },
                {x.data, result.logits});
    }
    m_gradients.push_back([this, &x, n, derivative] {
        const bool same = x.element == Element::Float32;
        const BufferId to = same ? derivative : fresh(x);
        backward("loss' derivative",
                 [k = &kernels(x), derivative, to, n, same](const Frame& f) {
                     float* gradient = f.at<float>(derivative);
                     for (std::int64_t i = 0; i < f.count * n; ++i)
                         gradient[i] *= f.scale;
                     if (!same)
                         k->fromFloat(gradient, f.at(to), f.count * n);
                 },
                 {derivative, to});
        if (same)
            pass(x, derivative, true);
    });
    return result;
}

BufferId Lowering::samples(std::int64_t elements, Element element)
{
    return m_buffers.perSample(elements * static_cast<std::int64_t>(bytesOf(element)));
}

void Lowering::forward(const char* name, Work work, const Uses& uses, Step::Kind kind)
{
    m_schedule.forward({.name = name, .kind = kind, .trainingOnly = m_trainingOnly, .work = std::move(work)},
                       uses);
}

void Lowering::backward(const char* name, Work work, const Uses& uses, Step::Kind kind)
{
    m_schedule.backward({.name = name, .kind = kind, .work = std::move(work)}, uses);
}

Lowering::Destination Lowering::destination(Value& to)
{
    for (const GradientPart& part : to.parts)
        if (part.owned)
            return {part.buffer, Output::Add};
    return {fresh(to), Output::Overwrite};
}

BufferId Lowering::fresh(Value& to)
{
    const BufferId buffer = samples(to.elements(), to.element);
    to.parts.push_back({buffer, true});
    return buffer;
}

void Lowering::pass(Value& to, BufferId gradient, bool owned)
{
    if (to.wantsGradient)
        to.parts.push_back({gradient, owned});
}

std::vector<Lowering::GradientPart> Lowering::gradient(Value& of, std::size_t most)
{
    // What is owned comes first: sums are made there.
    std::stable_partition(of.parts.begin(), of.parts.end(),
                          [](const GradientPart& part) { return part.owned; });
    const std::int64_t n = of.elements();
    while (of.parts.size() > most) {
        const BufferId last = of.parts.back().buffer;
        of.parts.pop_back();
        GradientPart& sum = of.parts.front();
        const BufferId into = sum.owned ? sum.buffer : samples(n, of.element);
        backward("sum of gradients",
                 [k = &kernels(of), a = sum.buffer, b = last, into, n](const Frame& f) {
                     if (into == a)
                         k->accumulate(f.at(b), f.at(into), f.count * n);
                     else
                         k->add(f.at(a), f.at(b), f.at(into), f.count * n, Clamp::None);
                 },
                 {sum.buffer, last, into});
        sum = {into, true};
    }
    return of.parts;
}

Lowering::Slides Lowering::slides(const LayerKind& kind, const Value& x, const Value& y)
{
    Slides s{.frames = {.in = x.frames, .out = y.frames},
             .rows = {.in = x.height, .out = y.height},
             .columns = {.in = x.width, .out = y.width}};
    const auto set = [](Side& side, int kernel, int stride, int padding) {
        side.kernel = kernel;
        side.stride = stride;
        side.padding = padding;
    };
    const auto ofPictures = [&](const auto& layer) {
        set(s.rows, layer.kernel, layer.stride, layer.padding);
        set(s.columns, layer.kernel, layer.stride, layer.padding);
    };
    const auto ofClips = [&](const ClipWindow& kernel, const ClipWindow& stride) {
        set(s.frames, kernel.frames, stride.frames, samePadding(x.frames, kernel.frames, stride.frames));
        set(s.rows, kernel.side, stride.side, samePadding(x.height, kernel.side, stride.side));
        set(s.columns, kernel.side, stride.side, samePadding(x.width, kernel.side, stride.side));
    };
    if (const auto* c = std::get_if<ConvolutionLayer>(&kind))
        ofPictures(*c);
    else if (const auto* p = std::get_if<MaxPoolLayer>(&kind))
        ofPictures(*p);
    else if (const auto* clips = std::get_if<ClipConvolutionLayer>(&kind))
        ofClips(clips->kernel, clips->stride);
    else if (const auto* pooled = std::get_if<ClipMaxPoolLayer>(&kind))
        ofClips(pooled->kernel, pooled->stride);
    return s;
}

} // namespace lockstep
