// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/lowering/depthwise.h"

#include <algorithm>

namespace lockstep {

void DepthwiseLowering::lower(const Stage& s, Value& x, Value& y)
{
    const auto& layer = std::get<ConvolutionLayer>(s.layer->kind);
    y.data = m_program.samples(y.elements(), y.element);
    const Windows shape = slidesOf(s.layer->kind, x, y).withinFrames(y.channels);
    const std::int64_t taps = std::int64_t{layer.kernel} * layer.kernel * x.channels;
    const float* bias = layer.bias ? m_program.weight(*s.layer, 1) : nullptr;
    const BufferId prepared = m_program.packed().add(
        m_program.buffers(), 4 * taps, false,
        [from = m_program.weight(*s.layer, 0), channels = x.channels, kernel = layer.kernel](void* to) {
            return [=] { depthwiseWeights(from, channels, kernel, static_cast<float*>(to)); };
        });
    m_program.forward(
        "depthwise convolution",
        [k = &kernelsOf(x), shape, x = x.data, y = y.data, prepared, bias](const WorkerFrame& f) {
            k->depthwise(forSamples(shape, f), f.at(x), f.at<float>(prepared), bias, f.at(y));
        },
        {x.data, y.data});
    m_program.onBackward([this, &s, &x, &y, shape, prepared, taps, bias] {
        const std::vector<GradientPart> parts = m_gradients.sum(y, 1);
        if (parts.empty())
            return;
        weightGradient(*s.layer, x, y, shape, parts[0].buffer, taps, bias != nullptr);
        if (!x.wantsGradient)
            return;
        const Destination dx = m_gradients.destination(x);
        m_program.backward(
            "depthwise input gradient",
            [k = &kernelsOf(x), shape, dy = parts[0].buffer, prepared, dx](const WorkerFrame& f) {
                k->depthwiseInputGradient(forSamples(shape, f), f.at(dy), f.at<float>(prepared),
                                          f.at(dx.buffer), dx.output);
            },
            {parts[0].buffer, dx.buffer});
    });
}

void DepthwiseLowering::weightGradient(const Layer& layer, const Value& x, const Value& y,
                                       const Windows& shape, BufferId dy, std::int64_t taps, bool bias)
{
    const BufferId sums = m_program.buffers().perWorker(4 * taps);
    const BufferId biasSums = m_program.buffers().perWorker(std::int64_t{8} * y.channels);
    m_program.backward(
        "depthwise weight gradient",
        [k = &kernelsOf(x), shape, x = x.data, dy, sums, biasSums, bias,
         pixels = y.pixels()](const WorkerFrame& f) {
            k->depthwiseWeightGradient(forSamples(shape, f), f.at(x), f.at(dy), f.at<float>(sums));
            if (bias)
                k->columnSums(f.at(dy), f.count * pixels, shape.channels, f.at<double>(biasSums));
        },
        {x.data, dy, sums, biasSums});
    if (bias)
        m_program.finishSums(layer.firstParameter + 1, biasSums, 0);
    const std::span<float> gradient = m_program.weightGradient(layer.firstParameter);
    m_program.schedule().finishLater(
        {layer.firstParameter}, {sums}, 8 * taps, [gradient, sums, taps, shape](const WorkerFrame& f) {
            // The parts are read by nobody else, so that the sum may be made in the first of them.
            float* sum = f.of<float>(0, sums);
            if (f.samplesOf(0) == 0)
                std::fill_n(sum, taps, 0.0f);
            for (int worker = 1; worker < f.workers; ++worker)
                for (std::int64_t i = 0; i < taps && f.samplesOf(worker) > 0; ++i)
                    sum[i] += f.of<float>(worker, sums)[i];
            depthwiseWeightsBack(sum, shape.channels, shape.rows.kernel, gradient.data(),
                                 f.gradients == Gradients::Add ? Output::Add : Output::Overwrite);
        });
}

} // namespace lockstep
