// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/lowering/lowering.h"

#include "engine/core/error.h"

/// Additions, and layers that compute each element or channel for itself.
namespace lockstep {

void Lowering::combine(const Stage& s, Value& y)
{
    y.element = value(s.terms[0]).element;
    for (const Term& term : s.terms)
        LOCKSTEP_CHECK(value(term).element == y.element);
    y.data = samples(y.elements(), y.element);
    y.keepsData = s.clamp != Clamp::None;
    if (s.terms[0].norm != nullptr)
        normalized(s, y);
    else if (s.terms[0].plain())
        added(s, y);
    else
        scaled(s, y);
}

void Lowering::added(const Stage& s, Value& y)
{
    Value& a = value(s.terms[0]);
    Value& b = value(s.terms[1]);
    const std::int64_t n = y.elements();
    forward("add",
            [k = &kernels(y), a = a.data, b = b.data, y = y.data, n, clamp = s.clamp](const Frame& f) {
                k->add(f.at(a), f.at(b), f.at(y), f.count * n, clamp);
            },
            {a.data, b.data, y.data});
    m_gradients.push_back([this, &a, &b, &y, n, clamp = s.clamp] {
        const std::vector<GradientPart> parts = gradient(y, 1);
        if (parts.empty())
            return;
        const BufferId g = clampedGradient(parts[0], y, clamp);
        // Both read it, so that neither may write to it.
        pass(a, g, false);
        pass(b, g, false);
    });
}

BufferId Lowering::clampedGradient(const GradientPart& part, const Value& y, Clamp clamp)
{
    if (clamp == Clamp::None)
        return part.buffer;
    const BufferId g = part.owned ? part.buffer : samples(y.elements(), y.element);
    backward("clamp gradient",
             [k = &kernels(y), y = y.data, dy = part.buffer, g, n = y.elements(), clamp](const Frame& f) {
                 k->clampGradient(f.at(y), f.at(dy), f.at(g), f.count * n, clamp, Output::Overwrite);
             },
             {y.data, part.buffer, g});
    return g;
}

void Lowering::scaled(const Stage& s, Value& y)
{
    const Term& term = s.terms[0];
    Value& x = value(term);
    Value* residual = s.terms.size() == 2 ? &value(s.terms[1]) : nullptr;
    const BufferId factors = m_buffers.perSample(4);
    const BufferId sums = m_buffers.perWorker(std::int64_t{8} * x.channels);
    const bool depth = term.depth != nullptr;
    if (depth) {
        const double probability = std::get<StochasticDepthLayer>(term.depth->kind).probability;
        forward("stochastic depth",
                [mask = mask(*term.depth, probability), factors](const Frame& f) {
                    for (int i = 0; i < f.count; ++i)
                        f.at<float>(factors)[i] =
                            f.training() ? stochasticDepthFactor(drawn(mask, f), i) : 1.0f;
                },
                {factors});
    }
    const auto arguments =
        [x = x.data, y = y.data, with = residual != nullptr ? residual->data : 0, adds = residual != nullptr,
         pixels = x.pixels(), channels = x.channels, depth, factors,
         scale = term.scale != nullptr ? weight(*term.scale, 0) : nullptr](const Frame& f) {
            return ScaledAdd{.samples = f.count,
                             .pixels = pixels,
                             .channels = channels,
                             .x = f.at(x),
                             .channelFactors = scale,
                             .sampleFactors = depth ? f.at<float>(factors) : nullptr,
                             .residual = adds ? f.at(with) : nullptr,
                             .y = f.at(y)};
        };
    forward("scaled add", [k = &kernels(x), arguments](const Frame& f) { k->scaledAdd(arguments(f)); },
            {x.data, y.data, residual != nullptr ? residual->data : x.data, factors});
    m_gradients.push_back([this, &term, &x, &y, residual, arguments, sums, factors] {
        const std::vector<GradientPart> parts = gradient(y, 1);
        if (parts.empty())
            return;
        const BufferId dy = parts[0].buffer;
        const Destination dx = x.wantsGradient
                                   ? destination(x)
                                   : Destination{samples(x.elements(), x.element), Output::Overwrite};
        const bool trained = term.scale != nullptr;
        backward("scaled add gradient",
                 [k = &kernels(x), arguments, dy, dx, sums, trained](const Frame& f) {
                     k->scaledAddGradient(arguments(f), f.at(dy), f.at(dx.buffer), dx.output,
                                          trained ? f.at<double>(sums) : nullptr);
                 },
                 {dy, dx.buffer, x.data, sums, factors});
        if (trained)
            finishSums(term.scale->firstParameter, sums, 0);
        if (residual != nullptr)
            pass(*residual, dy, parts[0].owned);
    });
}

DropoutMask Lowering::mask(const Layer& layer, double probability) const
{
    return {.probability = probability,
            .seed = m_options.seed,
            .layer = static_cast<std::uint32_t>(&layer - m_graph.layers().data())};
}

DropoutMask Lowering::drawn(DropoutMask mask, const Frame& f)
{
    mask.step = f.batch->scalars.step;
    mask.firstSample = f.batch->scalars.firstSample + f.first;
    return mask;
}

void Lowering::dropout(const Layer& layer, double probability, Value& x, Value& y)
{
    const std::int64_t n = x.elements();
    y.data = samples(n, y.element);
    const std::size_t bytes = static_cast<std::size_t>(n) * bytesOf(y.element);
    const DropoutMask drop = mask(layer, probability);
    forward("dropout",
            [k = &kernels(x), drop, x = x.data, y = y.data, n, bytes](const Frame& f) {
                if (f.training())
                    k->dropout(drawn(drop, f), f.at(x), f.at(y), f.count, n, Output::Overwrite);
                else
                    std::memcpy(f.at(y), f.at(x), static_cast<std::size_t>(f.count) * bytes);
            },
            {x.data, y.data});
    inputGradient(x, y, [this, &x, drop, n](BufferId dy, Destination dx) {
        backward("dropout gradient",
                 [k = &kernels(x), drop, dy, dx, n](const Frame& f) {
                     k->dropout(drawn(drop, f), f.at(dy), f.at(dx.buffer), f.count, n, dx.output);
                 },
                 {dy, dx.buffer});
    });
}

void Lowering::activation(Activation function, Value& x, Value& y)
{
    const std::int64_t n = x.elements();
    y.data = samples(n, y.element);
    const bool fromInput = function == Activation::Gelu;
    y.keepsData = !fromInput;
    forward("activation",
            [k = &kernels(x), function, x = x.data, y = y.data, n](const Frame& f) {
                k->activate(function, f.at(x), f.at(y), f.count * n);
            },
            {x.data, y.data});
    inputGradient(x, y, [this, function, &x, &y, n, fromInput](BufferId dy, Destination dx) {
        const BufferId known = fromInput ? x.data : y.data;
        backward("activation gradient",
                 [k = &kernels(x), function, known, dy, dx, n](const Frame& f) {
                     k->activationGradient(function, f.at(known), f.at(dy), f.at(dx.buffer), f.count * n,
                                           dx.output);
                 },
                 {known, dy, dx.buffer});
    });
}

void Lowering::layerNorm(const Layer& layer, double epsilon, Value& x, Value& y)
{
    y.data = samples(y.elements(), y.element);
    const BufferId mean = samples(x.pixels(), Element::Float32);
    const BufferId inverse = samples(x.pixels(), Element::Float32);
    const BufferId sums = m_buffers.perWorker(std::int64_t{16} * x.channels);
    const float* factor = weight(layer, 0);
    forward("layer norm",
            [k = &kernels(x), x = x.data, y = y.data, mean, inverse, factor, bias = weight(layer, 1), epsilon,
             pixels = x.pixels(), channels = x.channels](const Frame& f) {
                k->layerNorm(f.at(x), f.count * pixels, channels, factor, bias, epsilon, f.at(y),
                             f.at<float>(mean), f.at<float>(inverse));
            },
            {x.data, y.data, mean, inverse});
    m_gradients.push_back([this, &layer, &x, &y, mean, inverse, sums, factor] {
        const std::vector<GradientPart> parts = gradient(y, 1);
        if (parts.empty())
            return;
        const Destination dx = x.wantsGradient
                                   ? destination(x)
                                   : Destination{samples(x.elements(), x.element), Output::Overwrite};
        backward("layer norm gradient",
                 [k = &kernels(x), x = x.data, dy = parts[0].buffer, mean, inverse, factor, dx, sums,
                  pixels = x.pixels(), channels = x.channels](const Frame& f) {
                     k->layerNormGradient(f.at(x), f.at(dy), f.count * pixels, channels, factor,
                                          f.at<float>(mean), f.at<float>(inverse), f.at(dx.buffer), dx.output,
                                          f.at<double>(sums));
                 },
                 {x.data, parts[0].buffer, mean, inverse, dx.buffer, sums});
        finishSums(layer.firstParameter + 1, sums, x.channels);
        finishSums(layer.firstParameter, sums, 0);
    });
}

void Lowering::finishSums(std::size_t parameter, BufferId sums, std::int64_t at)
{
    const std::span<float> gradient = weightGradient(parameter);
    m_schedule.finishLater({parameter}, {sums}, static_cast<std::int64_t>(gradient.size_bytes()),
                           [gradient, sums, at](const Frame& f) {
                               for (std::size_t i = 0; i < gradient.size(); ++i) {
                                   double sum =
                                       f.gradients == Gradients::Add ? static_cast<double>(gradient[i]) : 0;
                                   for (int worker = 0; worker < f.workers; ++worker)
                                       if (f.samplesOf(worker) > 0)
                                           sum +=
                                               f.of<double>(worker, sums)[at + static_cast<std::int64_t>(i)];
                                   gradient[i] = static_cast<float>(sum);
                               }
                           });
}

} // namespace lockstep
