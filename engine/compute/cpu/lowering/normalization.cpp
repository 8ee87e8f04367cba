// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/lowering/normalization.h"

#include "engine/compute/cpu/lowering/slides.h"
#include "engine/core/error.h"

namespace lockstep {

BatchNorm NormalizationLowering::make(const Layer& layer, const Value& x)
{
    const auto& kind = std::get<BatchNormLayer>(layer.kind);
    const std::int64_t floats = std::int64_t{4} * x.channels;
    const std::int64_t doubles = std::int64_t{16} * x.channels;
    BatchNorm n;
    n.channels = x.channels;
    n.pixels = x.pixels();
    n.epsilon = kind.epsilon;
    n.momentum = kind.momentum;
    n.parameter = layer.firstParameter;
    n.weight = m_program.weight(layer, 0);
    n.bias = m_program.weight(layer, 1);
    n.runningMean = m_program.running(layer, 0);
    n.runningVariance = m_program.running(layer, 1);
    n.batches = m_program.running(layer, 2);
    n.moments = m_program.buffers().shared(doubles * m_program.options().threads);
    n.sums = m_program.buffers().shared(doubles * m_program.options().threads);
    n.merged = m_program.buffers().perWorker(doubles);
    for (BufferId* each : {&n.center, &n.inverse, &n.scale, &n.slope, &n.xSlope, &n.offset})
        *each = m_program.buffers().perWorker(floats);
    n.dropped = m_program.buffers().perWorker(2 * floats);
    return n;
}

NormalizationLowering::Norms NormalizationLowering::norms(const Stage& s, const std::vector<Value*>& inputs)
{
    Norms result;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (s.terms[i].norm == nullptr)
            continue;
        const Value& x = *inputs[i];
        result.push_back(make(*s.terms[i].norm, x));
        m_program.schedule().forward(
            {.name = "batch norm moments",
             .trainingOnly = true,
             .work =
                 [k = &kernelsOf(x), from = x.data, n = result.back()](const WorkerFrame& f) {
                     double* mean = n.slot(f, n.moments, f.worker);
                     k->moments(f.at(from), f.count * n.pixels, n.channels, mean, mean + n.channels);
                 }},
            {x.data});
    }
    m_program.schedule().forwardBarrier(true);
    for (const BatchNorm& n : result)
        m_program.forward(
            "batch norm state", [n](const WorkerFrame& f) { n.prepare(f); },
            {n.merged, n.center, n.inverse, n.scale}, Step::Kind::All);
    return result;
}

void NormalizationLowering::prepareGradients(const Norms& norms)
{
    m_program.schedule().backwardBarrier();
    for (const BatchNorm& n : norms) {
        Step step{.name = "batch norm coefficients",
                  .kind = Step::Kind::All,
                  .work = [n, ofWeight = m_program.weightGradient(n.parameter),
                           ofBias = m_program.weightGradient(n.parameter + 1)](
                              const WorkerFrame& f) { n.prepareGradient(f, ofWeight, ofBias); },
                  .final = {n.parameter + 1, n.parameter}};
        m_program.schedule().backward(std::move(step), {n.merged, n.center, n.inverse, n.scale, n.slope,
                                                        n.xSlope, n.offset, n.dropped});
    }
}

void NormalizationLowering::lower(const Stage& s, const std::vector<Value*>& inputs, Value& y)
{
    const Norms n = norms(s, inputs);
    const Value& x = *inputs[0];
    const bool two = n.size() == 2;
    const BufferId residual = s.terms.size() == 2 ? inputs[1]->data : x.data;
    ProgramBuilder::Uses uses{x.data, residual, y.data};
    for (const BatchNorm& each : n)
        uses.insert(uses.end(), {each.center, each.scale});
    m_program.forward(
        "batch norm",
        [k = &kernelsOf(x), x = x.data, residual, y = y.data, first = n.front(), second = n.back(), two,
         plain = s.terms.size() == 2, clamp = s.clamp](const WorkerFrame& f) {
            k->normalize({.rows = f.count * first.pixels,
                          .channels = first.channels,
                          .x = f.at(x),
                          .affine = first.affine(f),
                          .residual = plain ? f.at(residual) : nullptr,
                          .residualAffine = two ? second.affine(f) : ChannelAffine{},
                          .clamp = clamp,
                          .y = f.at(y)});
        },
        uses);
    m_program.onBackward([this, &s, inputs, &y, n] { gradient(s, inputs, y, n); });
}

void NormalizationLowering::gradient(const Stage& s, const std::vector<Value*>& inputs, Value& y,
                                     const Norms& n)
{
    const std::vector<GradientPart> parts = m_gradients.sum(y, 2);
    if (parts.empty())
        return;
    const NormGradientParts in = normGradientParts(m_program, parts, s, y, s.clamp != Clamp::None);
    for (std::size_t i = 0; i < n.size(); ++i) {
        ProgramBuilder::Uses uses = i == 0 ? in.firstUses() : in.laterUses();
        uses.insert(uses.end(), {inputs[i]->data, n[i].center});
        m_program.backward(
            "batch norm gradient sums",
            [k = &kernelsOf(*inputs[i]), norm = n[i], in, x = inputs[i]->data,
             first = i == 0](const WorkerFrame& f) {
                k->normGradientSums(first ? in.first(f, x) : in.later(f, x), f.at<float>(norm.center),
                                    norm.slot(f, norm.sums, f.worker));
            },
            uses);
    }
    prepareGradients(n);
    for (std::size_t i = 0; i < n.size(); ++i)
        if (inputs[i]->wantsGradient)
            inputGradient(in, n[i], *inputs[i]);
    if (s.terms.size() == 2 && n.size() == 1)
        m_gradients.pass(*inputs[1], in.masked.buffer, in.masked.owned);
}

void NormalizationLowering::inputGradient(const NormGradientParts& in, const BatchNorm& norm, Value& x)
{
    const BufferId input = x.data;
    const BufferId dx = m_gradients.replaced(x); // nothing needs it after this
    ProgramBuilder::Uses uses = in.laterUses();
    uses.insert(uses.end(), {input, dx, norm.center, norm.slope, norm.xSlope, norm.offset});
    m_program.backward(
        "batch norm gradient",
        [k = &kernelsOf(x), norm, in, input, dx](const WorkerFrame& f) {
            k->normGradient(in.later(f, input), f.at<float>(norm.center), f.at<float>(norm.slope),
                            f.at<float>(norm.xSlope), f.at<float>(norm.offset), f.at(dx));
        },
        uses);
}

void NormalizationLowering::lowerPooled(const Stage& s, Value& x, Value& y)
{
    const Norms n = norms(s, {&x});
    y.element = x.element;
    y.data = m_program.samples(y.elements(), y.element);
    y.keepsData = true;
    const BufferId winners = m_program.buffers().perSample(y.elements());
    const BufferId winnerX = m_program.samples(y.elements(), y.element);
    const Windows shape = slidesOf(s.layer->kind, x, y).withinFrames(y.channels);
    LOCKSTEP_CHECK(shape.taps() <= 255);
    m_program.forward("batch norm and pooling",
                      [k = &kernelsOf(x), shape, x = x.data, y = y.data, winners, winnerX,
                       norm = n[0]](const WorkerFrame& f) {
                          k->normalizePool(forSamples(shape, f), f.at(x), norm.affine(f), f.at(y),
                                           f.at<std::uint8_t>(winners), f.at(winnerX));
                      },
                      {x.data, y.data, winners, winnerX, n[0].center, n[0].scale});
    m_program.onBackward(
        [this, &x, &y, shape, winners, winnerX, n] { pooledGradient(x, y, shape, winners, winnerX, n); });
}

void NormalizationLowering::pooledGradient(Value& x, Value& y, const Windows& shape, BufferId winners,
                                           BufferId winnerX, const Norms& n)
{
    const std::vector<GradientPart> parts = m_gradients.sum(y, 2);
    if (parts.empty())
        return;
    const BufferId dy = parts.front().buffer;
    const BufferId dy2 = parts.back().buffer;
    const bool two = parts.size() == 2;
    m_program.backward(
        "batch norm and pooling gradient sums",
        [k = &kernelsOf(x), shape, dy, dy2, two, y = y.data, winnerX, norm = n[0]](const WorkerFrame& f) {
            k->normPoolGradientSums(forSamples(shape, f), f.at(dy), two ? f.at(dy2) : nullptr, f.at(y),
                                    f.at(winnerX), f.at<float>(norm.center),
                                    norm.slot(f, norm.sums, f.worker));
        },
        {dy, dy2, y.data, winnerX, n[0].center});
    prepareGradients(n);
    if (!x.wantsGradient)
        return;
    const BufferId input = x.data;
    const BufferId dx = m_gradients.replaced(x);
    m_program.backward(
        "batch norm and pooling gradient",
        [k = &kernelsOf(x), shape, input, dy, dy2, two, winners, dx, norm = n[0]](const WorkerFrame& f) {
            k->normPoolGradient(forSamples(shape, f), f.at(input), f.at(dy), two ? f.at(dy2) : nullptr,
                                f.at<std::uint8_t>(winners), f.at<float>(norm.center),
                                f.at<float>(norm.slope), f.at<float>(norm.xSlope), f.at<float>(norm.offset),
                                f.at(dx));
        },
        {input, dy, dy2, winners, dx, n[0].center, n[0].slope, n[0].xSlope, n[0].offset});
}

} // namespace lockstep
