// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/lowering/linear.h"

#include <algorithm>

namespace lockstep {

void LinearLowering::lower(const Stage& s, Value& x, Value& y)
{
    y.element = Element::Float32;
    y.data = m_program.samples(y.elements(), y.element);
    y.keepsData = s.clamp != Clamp::None;
    const std::size_t first = s.layer->firstParameter;
    const auto matrix = [&](std::int64_t features) {
        return m_program.buffers().shared(4 * features * m_program.options().batch);
    };
    const MatrixProduct p{.in = static_cast<int>(x.elements()),
                          .out = y.channels,
                          .weight = m_program.weight(*s.layer, 0),
                          .bias = m_program.weight(*s.layer, 1),
                          .weightGradient = m_program.weightGradient(first),
                          .biasGradient = m_program.weightGradient(first + 1),
                          .clamp = s.clamp,
                          .x = matrix(x.elements()),
                          .y = matrix(y.channels),
                          .dx = matrix(x.wantsGradient ? x.elements() : 0),
                          .dy = matrix(y.channels),
                          .flat = m_program.samples(x.elements(), x.element)};
    m_program.forward(
        "linear input",
        [k = &kernelsOf(x), p, x = x.data, channels = x.channels, pixels = x.pixels()](const WorkerFrame& f) {
            float* rows = f.at<float>(p.x) + std::int64_t{f.first} * p.in;
            if (pixels > 1)
                k->nhwcToNchw(f.at(x), f.at(p.flat), f.count, channels, pixels, Output::Overwrite);
            k->toFloat(f.at(pixels > 1 ? p.flat : x), rows, std::int64_t{f.count} * p.in, Output::Overwrite);
        },
        {x.data, p.flat});
    m_program.forwardBarrier();
    m_program.forward(
        "linear", [p](const WorkerFrame& f) { p.forward(f); }, {}, Step::Kind::All);
    m_program.forwardBarrier();
    m_program.forward("linear output",
                      [p, y = y.data](const WorkerFrame& f) {
                          std::copy_n(f.at<float>(p.y) + std::int64_t{f.first} * p.out,
                                      std::int64_t{f.count} * p.out, f.at<float>(y));
                      },
                      {y.data});
    m_program.onBackward([this, &s, &x, &y, p] { gradient(s, x, y, p); });
}

void LinearLowering::gradient(const Stage& s, Value& x, Value& y, const MatrixProduct& p)
{
    const std::vector<GradientPart> parts = m_gradients.sum(y, 1);
    if (parts.empty())
        return;
    const BufferId dy = m_gradients.clamped(parts[0], y, s.clamp).buffer;
    m_program.backward("linear output gradient",
                       [p, dy](const WorkerFrame& f) {
                           std::copy_n(f.at<float>(dy), std::int64_t{f.count} * p.out,
                                       f.at<float>(p.dy) + std::int64_t{f.first} * p.out);
                       },
                       {dy});
    m_program.schedule().backwardBarrier();
    m_program.backward(
        "linear weight gradient", [p](const WorkerFrame& f) { p.backward(f); }, {}, Step::Kind::All);
    m_program.schedule().finalAfterBarrier({s.layer->firstParameter + 1, s.layer->firstParameter});
    if (!x.wantsGradient)
        return;
    m_program.backward(
        "linear input gradient", [p](const WorkerFrame& f) { p.inputGradient(f); }, {}, Step::Kind::All);
    m_program.schedule().backwardBarrier();
    const BufferId dx = m_gradients.fresh(x);
    m_program.backward(
        "linear input gradient",
        [k = &kernelsOf(x), p, dx, channels = x.channels, pixels = x.pixels()](const WorkerFrame& f) {
            const float* rows = f.at<float>(p.dx) + std::int64_t{f.first} * p.in;
            k->fromFloat(rows, f.at(pixels > 1 ? p.flat : dx), std::int64_t{f.count} * p.in);
            if (pixels > 1)
                k->nchwToNhwc(f.at(p.flat), f.at(dx), f.count, channels, pixels, Output::Overwrite);
        },
        {p.flat, dx});
}

} // namespace lockstep
