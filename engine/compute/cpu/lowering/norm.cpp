// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/lowering/lowering.h"

#include "engine/core/error.h"

#include <algorithm>

/// Batch norms: what every worker computes of its samples meets at a barrier in shared memory, and each
/// worker then merges it for itself, in the same order and so to the same bits.
namespace lockstep {

Lowering::Norm Lowering::norm(const Layer& layer, const Value& x)
{
    const auto& kind = std::get<BatchNormLayer>(layer.kind);
    const std::int64_t floats = std::int64_t{4} * x.channels;
    const std::int64_t doubles = std::int64_t{16} * x.channels;
    const auto running = [&](std::size_t i) { return m_tensors.buffers[layer.firstBuffer + i].values; };
    Norm n;
    n.channels = x.channels;
    n.pixels = x.pixels();
    n.epsilon = kind.epsilon;
    n.momentum = kind.momentum;
    n.parameter = layer.firstParameter;
    n.weight = weight(layer, 0);
    n.bias = weight(layer, 1);
    n.runningMean = running(0);
    n.runningVariance = running(1);
    n.batches = running(2);
    n.moments = m_buffers.shared(doubles * m_options.threads);
    n.sums = m_buffers.shared(doubles * m_options.threads);
    n.merged = m_buffers.perWorker(doubles);
    for (BufferId* each : {&n.center, &n.inverse, &n.scale, &n.slope, &n.xSlope, &n.offset})
        *each = m_buffers.perWorker(floats);
    n.dropped = m_buffers.perWorker(2 * floats);
    return n;
}

std::vector<Lowering::Norm> Lowering::norms(const Stage& s)
{
    std::vector<Norm> result;
    for (const Term& term : s.terms) {
        if (term.norm == nullptr)
            continue;
        const Value& x = value(term);
        result.push_back(norm(*term.norm, x));
        m_schedule.forward({.name = "batch norm moments",
                            .trainingOnly = true,
                            .work =
                                [k = &kernels(x), from = x.data, n = result.back()](const Frame& f) {
                                    double* mean = n.slot(f, n.moments, f.worker);
                                    k->moments(f.at(from), f.count * n.pixels, n.channels, mean,
                                               mean + n.channels);
                                }},
                           {x.data});
    }
    m_schedule.forwardBarrier(true);
    for (const Norm& n : result)
        forward(
            "batch norm state", [n](const Frame& f) { n.prepare(f); },
            {n.merged, n.center, n.inverse, n.scale}, Step::Kind::All);
    return result;
}

double* Lowering::Norm::slot(const Frame& f, BufferId of, int worker) const
{
    return f.at<double>(of) + std::int64_t{2} * worker * channels;
}

BatchNormState Lowering::Norm::state(const Frame& f) const
{
    return {f.at<float>(center), f.at<float>(inverse), f.at<float>(scale)};
}

ChannelAffine Lowering::Norm::affine(const Frame& f) const
{
    return {f.at<const float>(center), f.at<const float>(scale), bias};
}

void Lowering::Norm::prepare(const Frame& f) const
{
    if (!f.training() || f.total == 0) {
        batchNormEvaluation(runningMean.data(), runningVariance.data(), weight, channels, epsilon, state(f));
        return;
    }
    auto* mean = f.at<double>(merged);
    std::int64_t count = 0;
    for (int worker = 0; worker < f.workers; ++worker) {
        const double* other = slot(f, moments, worker);
        mergeMoments(count, mean, mean + channels, f.samplesOf(worker) * pixels, other, other + channels,
                     channels);
    }
    const bool keeper = f.worker == 0;
    batchNormForward(count, mean, mean + channels, weight, channels, epsilon, momentum, state(f),
                     keeper ? runningMean.data() : nullptr, keeper ? runningVariance.data() : nullptr);
    if (keeper)
        batches[0] += 1;
}

void Lowering::Norm::prepareGradient(const Frame& f, std::span<float> weightGradient,
                                     std::span<float> biasGradient) const
{
    auto* sum = f.at<double>(merged);
    std::fill_n(sum, 2 * channels, 0.0);
    for (int worker = 0; worker < f.workers; ++worker)
        for (int i = 0; i < 2 * channels && f.samplesOf(worker) > 0; ++i)
            sum[i] += slot(f, sums, worker)[i];
    auto* drop = f.at<float>(dropped);
    const bool keeper = f.worker == 0;
    batchNormBackward(std::max<std::int64_t>(1, f.total * pixels), sum, state(f), channels,
                      f.at<float>(slope), f.at<float>(xSlope), f.at<float>(offset),
                      keeper ? weightGradient.data() : drop, keeper ? biasGradient.data() : drop + channels,
                      keeper && f.gradients == Gradients::Add);
}

void Lowering::prepareNormGradients(const std::vector<Norm>& norms)
{
    m_schedule.backwardBarrier();
    for (const Norm& n : norms) {
        Step step{
            .name = "batch norm coefficients",
            .kind = Step::Kind::All,
            .work = [n, ofWeight = weightGradient(n.parameter), ofBias = weightGradient(n.parameter + 1)](
                        const Frame& f) { n.prepareGradient(f, ofWeight, ofBias); },
            .final = {n.parameter + 1, n.parameter}};
        m_schedule.backward(std::move(step),
                            {n.merged, n.center, n.inverse, n.scale, n.slope, n.xSlope, n.offset, n.dropped});
    }
}

BufferId Lowering::replaced(Value& x)
{
    // Nothing needs the batch norm's input after its gradient: this takes its place.
    if (x.readers > 1 || x.keepsData || !x.parts.empty())
        return fresh(x);
    x.parts.push_back({x.data, true});
    return x.data;
}

void Lowering::normalized(const Stage& s, Value& y)
{
    const std::vector<Norm> n = norms(s);
    const Value& x = value(s.terms[0]);
    const bool two = n.size() == 2;
    const BufferId residual = s.terms.size() == 2 ? value(s.terms[1]).data : x.data;
    Uses uses{x.data, residual, y.data};
    for (const Norm& each : n)
        uses.insert(uses.end(), {each.center, each.scale});
    forward(
        "batch norm",
        [k = &kernels(x), x = x.data, residual, y = y.data, first = n.front(), second = n.back(), two,
         plain = s.terms.size() == 2, clamp = s.clamp](const Frame& f) {
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
    m_gradients.push_back([this, &s, &y, n] { normalizedGradient(s, y, n); });
}

void Lowering::normalizedGradient(const Stage& s, Value& y, const std::vector<Norm>& n)
{
    const std::vector<GradientPart> parts = gradient(y, 2);
    if (parts.empty())
        return;
    const bool clamped = s.clamp != Clamp::None;
    const bool residual = s.terms.size() == 2;
    // The residual's gradient, of which there must be a copy after the clamp, or of the sum.
    GradientPart masked = parts[0];
    const bool makes = residual && (clamped || parts.size() == 2);
    if (makes && !masked.owned)
        masked = {samples(y.elements(), y.element), true};
    const BufferId dy2 = parts.back().buffer;
    const auto arguments = [=, clamp = s.clamp, pixels = y.pixels(), channels = y.channels, y = y.data,
                            two = parts.size() == 2](const Frame& f, BufferId x) {
        return NormGradient{.rows = f.count * pixels,
                            .channels = channels,
                            .x = f.at(x),
                            .dy = f.at(parts[0].buffer),
                            .dy2 = two ? f.at(dy2) : nullptr,
                            .y = clamped ? f.at(y) : nullptr,
                            .clamp = clamp,
                            .masked = makes ? f.at(masked.buffer) : nullptr};
    };
    Value& x = value(s.terms[0]);
    const Uses reads{parts[0].buffer, dy2, y.data, masked.buffer};
    const auto sums = [&](const Norm& norm, const Value& of, auto make) {
        Uses uses = reads;
        uses.insert(uses.end(), {of.data, norm.center});
        backward(
            "batch norm gradient sums",
            [k = &kernels(of), norm, from = of.data, make](const Frame& f) {
                k->normGradientSums(make(f, from), f.at<float>(norm.center),
                                    norm.slot(f, norm.sums, f.worker));
            },
            uses);
    };
    // What comes after the first sums finds the masked gradient.
    const auto afterMask = [=, pixels = y.pixels(), channels = y.channels](const Frame& f, BufferId of) {
        return makes ? NormGradient{.rows = f.count * pixels,
                                    .channels = channels,
                                    .x = f.at(of),
                                    .dy = f.at(masked.buffer)}
                     : arguments(f, of);
    };
    sums(n[0], x, arguments);
    if (n.size() == 2)
        sums(n[1], value(s.terms[1]), afterMask);
    prepareNormGradients(n);
    for (std::size_t i = 0; i < n.size(); ++i) {
        Value& from = value(s.terms[i]);
        if (!from.wantsGradient)
            continue;
        const BufferId input = from.data;
        const BufferId dx = replaced(from);
        Uses uses = reads;
        uses.insert(uses.end(), {input, dx, n[i].center, n[i].slope, n[i].xSlope, n[i].offset});
        backward(
            "batch norm gradient",
            [k = &kernels(from), norm = n[i], input, dx, afterMask](const Frame& f) {
                k->normGradient(afterMask(f, input), f.at<float>(norm.center), f.at<float>(norm.slope),
                                f.at<float>(norm.xSlope), f.at<float>(norm.offset), f.at(dx));
            },
            uses);
    }
    if (residual && n.size() == 1)
        pass(value(s.terms[1]), masked.buffer, masked.owned);
}

void Lowering::normPool(const Stage& s, Value& y)
{
    Value& x = value(s.terms[0]);
    const std::vector<Norm> n = norms(s);
    y.element = x.element;
    y.data = samples(y.elements(), y.element);
    y.keepsData = true;
    const BufferId winners = m_buffers.perSample(y.elements());
    const BufferId winnerX = samples(y.elements(), y.element);
    const Windows shape = slides(s.layer->kind, x, y).withinFrames(y.channels);
    LOCKSTEP_CHECK(shape.taps() <= 255);
    forward("batch norm and pooling",
            [k = &kernels(x), shape, x = x.data, y = y.data, winners, winnerX, norm = n[0]](const Frame& f) {
                k->normalizePool(of(shape, f), f.at(x), norm.affine(f), f.at(y), f.at<std::uint8_t>(winners),
                                 f.at(winnerX));
            },
            {x.data, y.data, winners, winnerX, n[0].center, n[0].scale});
    m_gradients.push_back([this, &x, &y, shape, winners, winnerX, n] {
        const std::vector<GradientPart> parts = gradient(y, 2);
        if (parts.empty())
            return;
        const BufferId dy = parts.front().buffer;
        const BufferId dy2 = parts.back().buffer;
        const bool two = parts.size() == 2;
        backward("batch norm and pooling gradient sums",
                 [k = &kernels(x), shape, dy, dy2, two, y = y.data, winnerX, norm = n[0]](const Frame& f) {
                     k->normPoolGradientSums(of(shape, f), f.at(dy), two ? f.at(dy2) : nullptr, f.at(y),
                                             f.at(winnerX), f.at<float>(norm.center),
                                             norm.slot(f, norm.sums, f.worker));
                 },
                 {dy, dy2, y.data, winnerX, n[0].center});
        prepareNormGradients(n);
        if (!x.wantsGradient)
            return;
        const BufferId input = x.data;
        const BufferId dx = replaced(x);
        backward("batch norm and pooling gradient",
                 [k = &kernels(x), shape, input, dy, dy2, two, winners, dx, norm = n[0]](const Frame& f) {
                     k->normPoolGradient(of(shape, f), f.at(input), f.at(dy), two ? f.at(dy2) : nullptr,
                                         f.at<std::uint8_t>(winners), f.at<float>(norm.center),
                                         f.at<float>(norm.slope), f.at<float>(norm.xSlope),
                                         f.at<float>(norm.offset), f.at(dx));
                 },
                 {input, dy, dy2, winners, dx, n[0].center, n[0].slope, n[0].xSlope, n[0].offset});
    });
}

} // namespace lockstep
