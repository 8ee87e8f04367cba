// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/lowering/elements.h"

#include "engine/compute/cuda/kernels/kernels.h"

namespace lockstep::cuda {

void ElementLowering::activation(Activation function, Value& x, Value& y)
{
    const std::int64_t n = x.elements();
    y.data = m_program.samples(n, y.element);
    const bool fromInput = function == Activation::Gelu;
    y.keepsData = !fromInput;
    m_program.forward({.name = "activation",
                       .give =
                           [element = x.element, function, x = x.data, y = y.data, n](const Frame& f) {
                               activate(f.queue, element, function, f.at(x), f.at(y), f.count * n);
                           }},
                      {x.data, y.data});
    m_gradients.ofInput(x, y, [this, function, &x, &y, n, fromInput](BufferId dy, Destination dx) {
        const BufferId known = fromInput ? x.data : y.data;
        m_program.backward({.name = "activation gradient",
                            .give =
                                [element = x.element, function, known, dy, dx, n](const Frame& f) {
                                    activationGradient(f.queue, element, function, f.at(known), f.at(dy),
                                                       f.at(dx.buffer), f.count * n, dx.output);
                                }},
                           {known, dy, dx.buffer});
    });
}

void ElementLowering::dropout(const Layer& layer, double probability, Value& x, Value& y)
{
    const std::int64_t n = x.elements();
    y.data = m_program.samples(n, y.element);
    const std::size_t bytes = static_cast<std::size_t>(n) * bytesOf(y.element);
    const DropoutMask drop = m_program.mask(layer, probability);
    const BufferId header = m_program.plan().ends.header;
    m_program.forward(
        {.name = "dropout",
         .give =
             [element = x.element, drop, header, x = x.data, y = y.data, n, bytes](const Frame& f) {
                 if (f.training())
                     cuda::dropout(f.queue, element, drop, f.at<StepBlock>(header), f.at(x), f.at(y), f.count,
                                   n, Output::Overwrite);
                 else
                     f.queue.copy(f.at(y), f.at(x), static_cast<std::size_t>(f.count) * bytes);
             }},
        {x.data, y.data});
    m_gradients.ofInput(x, y, [this, &x, drop, header, n](BufferId dy, Destination dx) {
        m_program.backward({.name = "dropout gradient",
                            .give =
                                [element = x.element, drop, header, dy, dx, n](const Frame& f) {
                                    cuda::dropout(f.queue, element, drop, f.at<StepBlock>(header), f.at(dy),
                                                  f.at(dx.buffer), f.count, n, dx.output);
                                }},
                           {dy, dx.buffer});
    });
}

void ElementLowering::layerNorm(const Layer& layer, double epsilon, Value& x, Value& y)
{
    y.data = m_program.samples(y.elements(), y.element);
    const BufferId mean = m_program.samples(x.pixels(), Element::Float32);
    const BufferId inverse = m_program.samples(x.pixels(), Element::Float32);
    const std::size_t parameter = layer.firstParameter;
    m_program.forward({.name = "layer norm",
                       .give =
                           [element = x.element, x = x.data, y = y.data, mean, inverse, parameter, epsilon,
                            rows = x.pixels(), channels = x.channels](const Frame& f) {
                               cuda::layerNorm(f.queue, element, f.at(x), f.count * rows, channels,
                                               f.value(parameter), f.value(parameter + 1), epsilon, f.at(y),
                                               f.at<float>(mean), f.at<float>(inverse));
                           }},
                      {x.data, y.data, mean, inverse});
    const BufferId scratch =
        m_program.workspace(channelSumsScratch(m_program.options().batch * x.pixels(), x.channels));
    m_program.onBackward([this, &x, &y, mean, inverse, parameter, scratch] {
        const std::vector<GradientPart> parts = m_gradients.sum(y, 1);
        if (parts.empty())
            return;
        const BufferId dy = parts[0].buffer;
        const Destination dx = m_gradients.destinationOrSpare(x);
        m_program.backward({.name = "layer norm gradient",
                            .give =
                                [element = x.element, x = x.data, dy, mean, inverse, parameter, dx, scratch,
                                 rows = x.pixels(), channels = x.channels](const Frame& f) {
                                    layerNormGradient(f.queue, element, f.at(x), f.at(dy), f.count * rows,
                                                      channels, f.value(parameter), f.at<float>(mean),
                                                      f.at<float>(inverse), f.at(dx.buffer), dx.output,
                                                      f.gradient(parameter), f.gradient(parameter + 1),
                                                      f.output(), f.at(scratch));
                                },
                            .final = {parameter + 1, parameter}},
                           {x.data, dy, mean, inverse, dx.buffer});
    });
}

} // namespace lockstep::cuda
