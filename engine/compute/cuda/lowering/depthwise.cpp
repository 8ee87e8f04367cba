// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/lowering/depthwise.h"

#include "engine/compute/cuda/kernels/kernels.h"

#include <algorithm>

namespace lockstep::cuda {

namespace {

/// What is said of one sample, for those of the batch.
Windows forSamples(Windows shape, const Frame& f)
{
    shape.samples *= f.count;
    return shape;
}

} // namespace

void DepthwiseLowering::lower(const Stage& s, Value& x, Value& y)
{
    y.data = m_program.samples(y.elements(), y.element);
    const Windows shape = slidesOf(s.layer->kind, x.size, y.size).withinFrames(y.channels);
    const std::size_t parameter = s.layer->firstParameter;
    const bool bias = s.layer->parameters.size() == 2;
    const BufferId weight = m_program.packed(parameter, 1, x.channels, shape.taps());
    m_program.forward(
        {.name = "depthwise convolution",
         .give =
             [element = x.element, shape, x = x.data, weight, y = y.data, parameter, bias](const Frame& f) {
                 depthwise(f.queue, element, forSamples(shape, f), f.at(x), f.at(weight),
                           bias ? f.value(parameter + 1) : nullptr, f.at(y));
             }},
        {x.data, weight, y.data});
    m_program.onBackward([this, &s, &x, &y, shape, weight] {
        const std::vector<GradientPart> parts = m_gradients.sum(y, 1);
        if (parts.empty())
            return;
        const BufferId dy = parts[0].buffer;
        weightGradients(*s.layer, x, y, shape, dy);
        if (!x.wantsGradient)
            return;
        const Destination dx = m_gradients.destination(x);
        m_program.backward({.name = "depthwise input gradient",
                            .give =
                                [element = x.element, shape, dy, weight, dx](const Frame& f) {
                                    depthwiseInputGradient(f.queue, element, forSamples(shape, f), f.at(dy),
                                                           f.at(weight), f.at(dx.buffer), dx.output);
                                }},
                           {dy, weight, dx.buffer});
    });
}

void DepthwiseLowering::weightGradients(const Layer& layer, const Value& x, const Value& y,
                                        const Windows& shape, BufferId dy)
{
    const std::size_t parameter = layer.firstParameter;
    Windows full = shape;
    full.samples *= m_program.options().batch;
    const BufferId scratch = m_program.workspace(
        std::max(depthwiseWeightScratch(full), channelSumsScratch(full.outRows(), full.channels)));
    if (layer.parameters.size() == 2)
        m_program.backward({.name = "bias gradient",
                            .give =
                                [element = y.element, dy, rows = y.pixels(), channels = y.channels, parameter,
                                 scratch](const Frame& f) {
                                    columnSums(f.queue, element, f.at(dy), f.count * rows, channels,
                                               f.gradient(parameter + 1), f.output(), f.at(scratch));
                                },
                            .final = {parameter + 1}},
                           {dy});
    m_program.backward({.name = "depthwise weight gradient",
                        .give =
                            [element = x.element, shape, x = x.data, dy, parameter, scratch](const Frame& f) {
                                depthwiseWeightGradient(f.queue, element, forSamples(shape, f), f.at(x),
                                                        f.at(dy), f.gradient(parameter), f.output(),
                                                        f.at(scratch));
                            },
                        .final = {parameter}},
                       {x.data, dy});
}

} // namespace lockstep::cuda
