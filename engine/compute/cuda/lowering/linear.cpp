// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/lowering/linear.h"

#include "engine/compute/cuda/kernels/kernels.h"

namespace lockstep::cuda {

/// y {samples, out} = x {samples, in} times the weight {out, in} transposed.
struct LinearLowering::Matrix {
    int in = 0;
    int out = 0;
    Element element = Element::Float32; ///< of what is multiplied
    std::size_t parameter = 0;          ///< the weight; the bias follows
    BufferId weight = 0;                ///< packed, unless products read f32 as it is
    BufferId x = 0;                     ///< flat
    BufferId workspace = 0;
    std::int64_t flops = 0;

    bool packed() const { return element != Element::Float32; }
    const void* weights(const Frame& f) const { return packed() ? f.at(weight) : f.value(parameter); }
    std::int64_t weightBytes(Element of) const
    {
        return std::int64_t{in} * out * static_cast<std::int64_t>(bytesOf(of));
    }
};

void LinearLowering::lower(const Stage& s, Value& x, Value& y, Element result)
{
    y.element = result;
    y.data = m_program.samples(y.elements(), y.element);
    y.keepsData = s.clamp != Clamp::None;
    Matrix m{.in = static_cast<int>(x.elements()),
             .out = y.channels,
             .element = x.element,
             .parameter = s.layer->firstParameter,
             .x = x.data,
             .workspace = m_program.workspace(kProductWorkspaceBytes),
             .flops = s.layer->flops * m_program.options().batch};
    if (m.packed())
        m.weight = m_program.packed(m.parameter, m.out, m.in, 1);
    if (x.pixels() > 1) {
        m.x = m_program.samples(x.elements(), x.element);
        m_program.forward({.name = "flatten",
                           .give =
                               [element = x.element, x = x.data, to = m.x, channels = x.channels,
                                pixels = x.pixels()](const Frame& f) {
                                   nhwcToNchw(f.queue, element, f.at(x), f.at(to), f.count, channels, pixels);
                               }},
                          {x.data, m.x});
    }
    const std::int64_t batch = m_program.options().batch;
    const std::int64_t inBytes = batch * m.in * static_cast<std::int64_t>(bytesOf(m.element));
    const std::int64_t outBytes = batch * m.out * static_cast<std::int64_t>(bytesOf(result));
    m_program.forward({.name = "linear",
                       .bytes = inBytes + outBytes + m.weightBytes(m.element),
                       .flops = m.flops,
                       .give =
                           [m, y = y.data, result](const Frame& f) {
                               const MatrixProduct product{.m = f.count,
                                                           .n = m.out,
                                                           .k = m.in,
                                                           .transposeB = true,
                                                           .element = m.element,
                                                           .result = result};
                               f.libraries.multiply(f.queue, product, f.at(m.x), m.weights(f), f.at(y),
                                                    f.at(m.workspace));
                           }},
                      {m.x, y.data});
    m_program.forward({.name = "bias and clamp",
                       .give =
                           [m, y = y.data, result, clamp = s.clamp](const Frame& f) {
                               addBias(f.queue, result, f.at(y), f.value(m.parameter + 1), f.at(y), f.count,
                                       m.out, clamp);
                           }},
                      {y.data, y.data});
    m_program.onBackward([this, &s, &x, &y, m] { gradient(s, x, y, m); });
}

void LinearLowering::gradient(const Stage& s, Value& x, Value& y, const Matrix& m)
{
    const std::vector<GradientPart> parts = m_gradients.sum(y, 1);
    if (parts.empty())
        return;
    const BufferId dy = m_gradients.clamped(parts[0], y, s.clamp).buffer;
    const BufferId products = inElement(m, dy, y.element);
    parameterGradients(m, dy, y.element, products);
    if (x.wantsGradient)
        inputGradient(m, x, products);
}

BufferId LinearLowering::inElement(const Matrix& m, BufferId dy, Element from)
{
    if (from == m.element)
        return dy;
    const BufferId converted = m_program.samples(m.out, m.element);
    m_program.backward(
        {.name = "output gradient converted",
         .give = [from, to = m.element, dy, converted, n = std::int64_t{m.out}](
                     const Frame& f) { convert(f.queue, from, f.at(dy), to, f.at(converted), f.count * n); }},
        {dy, converted});
    return converted;
}

void LinearLowering::parameterGradients(const Matrix& m, BufferId dy, Element element, BufferId products)
{
    const std::int64_t batch = m_program.options().batch;
    const BufferId scratch = m_program.workspace(channelSumsScratch(batch, m.out));
    m_program.backward({.name = "bias gradient",
                        .give =
                            [m, dy, element, scratch](const Frame& f) {
                                columnSums(f.queue, element, f.at(dy), f.count, m.out,
                                           f.gradient(m.parameter + 1), f.output(), f.at(scratch));
                            },
                        .final = {m.parameter + 1}},
                       {dy});
    const std::int64_t inputs = batch * (m.in + m.out) * static_cast<std::int64_t>(bytesOf(m.element));
    m_program.backward({.name = "linear weight gradient",
                        .bytes = inputs + m.weightBytes(Element::Float32),
                        .flops = m.flops,
                        .give =
                            [m, products](const Frame& f) {
                                const MatrixProduct product{.m = m.out,
                                                            .n = m.in,
                                                            .k = f.count,
                                                            .transposeA = true,
                                                            .element = m.element,
                                                            .result = Element::Float32,
                                                            .beta = f.output() == Output::Add ? 1.0f : 0.0f};
                                f.libraries.multiply(f.queue, product, f.at(products), f.at(m.x),
                                                     f.gradient(m.parameter), f.at(m.workspace));
                            },
                        .final = {m.parameter}},
                       {products, m.x});
}

void LinearLowering::inputGradient(const Matrix& m, Value& x, BufferId products)
{
    const bool maps = x.pixels() > 1;
    const BufferId flat = maps ? m_program.samples(x.elements(), x.element) : m_gradients.fresh(x);
    const std::int64_t moved =
        m_program.options().batch * (m.in + m.out) * static_cast<std::int64_t>(bytesOf(m.element));
    m_program.backward(
        {.name = "linear input gradient",
         .bytes = moved + m.weightBytes(m.element),
         .flops = m.flops,
         .give =
             [m, products, flat](const Frame& f) {
                 const MatrixProduct product{
                     .m = f.count, .n = m.in, .k = m.out, .element = m.element, .result = m.element};
                 f.libraries.multiply(f.queue, product, f.at(products), m.weights(f), f.at(flat),
                                      f.at(m.workspace));
             }},
        {products, flat});
    if (!maps)
        return;
    const Destination dx = m_gradients.destination(x);
    m_program.backward(
        {.name = "flatten gradient",
         .give =
             [element = x.element, flat, dx, channels = x.channels, pixels = x.pixels()](const Frame& f) {
                 nchwToNhwc(f.queue, element, f.at(flat), f.at(dx.buffer), f.count, channels, pixels,
                            dx.output);
             }},
        {flat, dx.buffer});
}

} // namespace lockstep::cuda
