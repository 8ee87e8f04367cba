// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/lowering/elements.h"

#include <cstring>

namespace lockstep {

void ElementLowering::activation(Activation function, Value& x, Value& y)
{
    const std::int64_t n = x.elements();
    y.data = m_program.samples(n, y.element);
    const bool fromInput = function == Activation::Gelu;
    y.keepsData = !fromInput;
    m_program.forward("activation",
                      [k = &kernelsOf(x), function, x = x.data, y = y.data, n](const WorkerFrame& f) {
                          k->activate(function, f.at(x), f.at(y), f.count * n);
                      },
                      {x.data, y.data});
    m_gradients.ofInput(x, y, [this, function, &x, &y, n, fromInput](BufferId dy, Destination dx) {
        const BufferId known = fromInput ? x.data : y.data;
        m_program.backward("activation gradient",
                           [k = &kernelsOf(x), function, known, dy, dx, n](const WorkerFrame& f) {
                               k->activationGradient(function, f.at(known), f.at(dy), f.at(dx.buffer),
                                                     f.count * n, dx.output);
                           },
                           {known, dy, dx.buffer});
    });
}

void ElementLowering::dropout(const Layer& layer, double probability, Value& x, Value& y)
{
    const std::int64_t n = x.elements();
    y.data = m_program.samples(n, y.element);
    const std::size_t bytes = static_cast<std::size_t>(n) * bytesOf(y.element);
    const DropoutMask drop = m_program.mask(layer, probability);
    m_program.forward("dropout",
                      [k = &kernelsOf(x), drop, x = x.data, y = y.data, n, bytes](const WorkerFrame& f) {
                          if (f.training())
                              k->dropout(drawn(drop, f), f.at(x), f.at(y), f.count, n, Output::Overwrite);
                          else
                              std::memcpy(f.at(y), f.at(x), static_cast<std::size_t>(f.count) * bytes);
                      },
                      {x.data, y.data});
    m_gradients.ofInput(x, y, [this, &x, drop, n](BufferId dy, Destination dx) {
        m_program.backward("dropout gradient",
                           [k = &kernelsOf(x), drop, dy, dx, n](const WorkerFrame& f) {
                               k->dropout(drawn(drop, f), f.at(dy), f.at(dx.buffer), f.count, n, dx.output);
                           },
                           {dy, dx.buffer});
    });
}

void ElementLowering::layerNorm(const Layer& layer, double epsilon, Value& x, Value& y)
{
    y.data = m_program.samples(y.elements(), y.element);
    const BufferId mean = m_program.samples(x.pixels(), Element::Float32);
    const BufferId inverse = m_program.samples(x.pixels(), Element::Float32);
    const BufferId sums = m_program.buffers().perWorker(std::int64_t{16} * x.channels);
    const float* factor = m_program.weight(layer, 0);
    m_program.forward("layer norm",
                      [k = &kernelsOf(x), x = x.data, y = y.data, mean, inverse, factor,
                       bias = m_program.weight(layer, 1), epsilon, pixels = x.pixels(),
                       channels = x.channels](const WorkerFrame& f) {
                          k->layerNorm(f.at(x), f.count * pixels, channels, factor, bias, epsilon, f.at(y),
                                       f.at<float>(mean), f.at<float>(inverse));
                      },
                      {x.data, y.data, mean, inverse});
    m_program.onBackward([this, &layer, &x, &y, mean, inverse, sums, factor] {
        const std::vector<GradientPart> parts = m_gradients.sum(y, 1);
        if (parts.empty())
            return;
        const Destination dx = m_gradients.destinationOrSpare(x);
        m_program.backward("layer norm gradient",
                           [k = &kernelsOf(x), x = x.data, dy = parts[0].buffer, mean, inverse, factor, dx,
                            sums, pixels = x.pixels(), channels = x.channels](const WorkerFrame& f) {
                               k->layerNormGradient(f.at(x), f.at(dy), f.count * pixels, channels, factor,
                                                    f.at<float>(mean), f.at<float>(inverse), f.at(dx.buffer),
                                                    dx.output, f.at<double>(sums));
                           },
                           {x.data, parts[0].buffer, mean, inverse, dx.buffer, sums});
        m_program.finishSums(layer.firstParameter + 1, sums, x.channels);
        m_program.finishSums(layer.firstParameter, sums, 0);
    });
}

} // namespace lockstep
