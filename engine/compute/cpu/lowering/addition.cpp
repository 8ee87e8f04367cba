// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/lowering/addition.h"

namespace lockstep {

void AdditionLowering::add(Clamp clamp, Value& a, Value& b, Value& y)
{
    const std::int64_t n = y.elements();
    m_program.forward("add",
                      [k = &kernelsOf(y), a = a.data, b = b.data, y = y.data, n, clamp](
                          const WorkerFrame& f) { k->add(f.at(a), f.at(b), f.at(y), f.count * n, clamp); },
                      {a.data, b.data, y.data});
    m_program.onBackward([this, &a, &b, &y, clamp] {
        const std::vector<GradientPart> parts = m_gradients.sum(y, 1);
        if (parts.empty())
            return;
        const BufferId g = m_gradients.clamped(parts[0], y, clamp).buffer;
        // Both read it, so that neither may write to it.
        m_gradients.pass(a, g, false);
        m_gradients.pass(b, g, false);
    });
}

void AdditionLowering::addScaled(const Term& term, Value& x, Value* residual, Value& y)
{
    const BufferId factors = m_program.buffers().perSample(4);
    const BufferId sums = m_program.buffers().perWorker(std::int64_t{8} * x.channels);
    const bool depth = term.depth != nullptr;
    if (depth) {
        const double probability = std::get<StochasticDepthLayer>(term.depth->kind).probability;
        m_program.forward("stochastic depth",
                          [mask = m_program.mask(*term.depth, probability), factors](const WorkerFrame& f) {
                              for (int i = 0; i < f.count; ++i)
                                  f.at<float>(factors)[i] =
                                      f.training() ? stochasticDepthFactor(drawn(mask, f), i) : 1.0f;
                          },
                          {factors});
    }
    const auto arguments =
        [x = x.data, y = y.data, with = residual != nullptr ? residual->data : 0, adds = residual != nullptr,
         pixels = x.pixels(), channels = x.channels, depth, factors,
         scale = term.scale != nullptr ? m_program.weight(*term.scale, 0) : nullptr](const WorkerFrame& f) {
            return ScaledAdd{.samples = f.count,
                             .pixels = pixels,
                             .channels = channels,
                             .x = f.at(x),
                             .channelFactors = scale,
                             .sampleFactors = depth ? f.at<float>(factors) : nullptr,
                             .residual = adds ? f.at(with) : nullptr,
                             .y = f.at(y)};
        };
    m_program.forward("scaled add",
                      [k = &kernelsOf(x), arguments](const WorkerFrame& f) { k->scaledAdd(arguments(f)); },
                      {x.data, y.data, residual != nullptr ? residual->data : x.data, factors});
    m_program.onBackward([this, &term, &x, &y, residual, arguments, sums, factors] {
        const std::vector<GradientPart> parts = m_gradients.sum(y, 1);
        if (parts.empty())
            return;
        const BufferId dy = parts[0].buffer;
        const Destination dx = m_gradients.destinationOrSpare(x);
        const bool trained = term.scale != nullptr;
        m_program.backward("scaled add gradient",
                           [k = &kernelsOf(x), arguments, dy, dx, sums, trained](const WorkerFrame& f) {
                               k->scaledAddGradient(arguments(f), f.at(dy), f.at(dx.buffer), dx.output,
                                                    trained ? f.at<double>(sums) : nullptr);
                           },
                           {dy, dx.buffer, x.data, sums, factors});
        if (trained)
            m_program.finishSums(term.scale->firstParameter, sums, 0);
        if (residual != nullptr)
            m_gradients.pass(*residual, dy, parts[0].owned);
    });
}

} // namespace lockstep
