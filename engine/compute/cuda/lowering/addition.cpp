// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/lowering/addition.h"

#include "engine/compute/cuda/kernels/kernels.h"

namespace lockstep::cuda {

void AdditionLowering::add(Clamp clamp, Value& a, Value& b, Value& y)
{
    y.keepsData = clamp != Clamp::None;
    m_program.forward({.name = "add",
                       .give =
                           [element = y.element, a = a.data, b = b.data, y = y.data, n = y.elements(),
                            clamp](const Frame& f) {
                               cuda::add(f.queue, element, f.at(a), f.at(b), f.at(y), f.count * n, clamp);
                           }},
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
    const bool depth = term.depth != nullptr;
    const bool trained = term.scale != nullptr;
    const BufferId factors = m_program.buffers().perSample(4);
    const BufferId header = m_program.plan().ends.header;
    if (depth) {
        const double probability = std::get<StochasticDepthLayer>(term.depth->kind).probability;
        m_program.forward(
            {.name = "stochastic depth",
             .give =
                 [mask = m_program.mask(*term.depth, probability), header, factors](const Frame& f) {
                     if (f.training())
                         stochasticDepthFactors(f.queue, mask, f.at<StepBlock>(header), f.count,
                                                f.at<float>(factors));
                 }},
            {factors});
    }
    const std::size_t parameter = trained ? term.scale->firstParameter : 0;
    const auto arguments = [x = x.data, y = y.data, with = residual != nullptr ? residual->data : 0,
                            adds = residual != nullptr, pixels = x.pixels(), channels = x.channels, depth,
                            factors, trained, parameter](const Frame& f) {
        return ScaledAdd{.samples = f.count,
                         .pixels = pixels,
                         .channels = channels,
                         .x = f.at(x),
                         .channelFactors = trained ? f.value(parameter) : nullptr,
                         .sampleFactors = depth && f.training() ? f.at<float>(factors) : nullptr,
                         .residual = adds ? f.at(with) : nullptr,
                         .y = f.at(y)};
    };
    ProgramBuilder::Uses uses{x.data, y.data, factors};
    if (residual != nullptr)
        uses.push_back(residual->data);
    m_program.forward({.name = "scaled add",
                       .give = [element = x.element,
                                arguments](const Frame& f) { scaledAdd(f.queue, element, arguments(f)); }},
                      uses);
    const BufferId scratch =
        m_program.workspace(channelSumsScratch(m_program.options().batch * x.pixels(), x.channels));
    m_program.onBackward([this, &x, &y, residual, arguments, factors, trained, parameter, scratch] {
        const std::vector<GradientPart> parts = m_gradients.sum(y, 1);
        if (parts.empty())
            return;
        const BufferId dy = parts[0].buffer;
        const Destination dx = m_gradients.destinationOrSpare(x);
        Operation operation{
            .name = "scaled add gradient",
            .give = [element = x.element, arguments, dy, dx, trained, parameter, scratch](const Frame& f) {
                scaledAddGradient(f.queue, element, arguments(f), f.at(dy), f.at(dx.buffer), dx.output,
                                  trained ? f.gradient(parameter) : nullptr, f.output(), f.at(scratch));
            }};
        if (trained)
            operation.final = {parameter};
        m_program.backward(std::move(operation), {dy, dx.buffer, x.data, factors});
        if (residual != nullptr)
            m_gradients.pass(*residual, dy, parts[0].owned);
    });
}

} // namespace lockstep::cuda
