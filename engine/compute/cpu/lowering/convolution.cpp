// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/lowering/dnnl_convolution.h"
#include "engine/compute/cpu/lowering/lowering.h"

#include <algorithm>

/// Convolutions. Every worker leaves the weight gradient of its samples in a buffer of its own; one of them
/// adds these up, in their order, after the next barrier.
namespace lockstep {

namespace {

/// What remains to be done for a convolution's gradients.
struct Finish {
    std::shared_ptr<DnnlConvolution> convolution;
    std::span<float> weight;
    std::span<float> bias; ///< empty without bias
    BufferId weightParts = 0;
    BufferId biasParts = 0;
    /// By worker, overwriting and adding.
    std::vector<std::array<DnnlCall, 2>> calls{};

    void bind(const Frame& f)
    {
        const auto reorder = [&](int worker, bool add) {
            return dnnlReorder(convolution->weightGradient(), f.of(worker, weightParts),
                               convolution->master(), weight.data() + convolution->masterOffset(), add);
        };
        namingDnnl([&] {
            for (int worker = 0; worker < f.workers; ++worker)
                calls.push_back({reorder(worker, false), reorder(worker, true)});
        });
    }

    void run(const Frame& f)
    {
        bool add = f.gradients == Gradients::Add;
        if (!add)
            std::fill(bias.begin(), bias.end(), 0.0f);
        if (!add && (convolution->cropped() || f.total == 0))
            std::fill(weight.begin(), weight.end(), 0.0f);
        for (int worker = 0; worker < f.workers; ++worker) {
            if (f.samplesOf(worker) == 0)
                continue;
            calls[static_cast<std::size_t>(worker)][add ? 1 : 0].run();
            add = true;
            const float* part = f.of<float>(worker, biasParts);
            for (std::size_t i = 0; i < bias.size(); ++i)
                bias[i] += part[i];
        }
    }
};

PackedWeights::Binding packing(const float* from, const dnnl::memory::desc& layout,
                               const dnnl::memory::desc& packed)
{
    return [from, layout, packed](void* to) -> std::function<void()> {
        // oneDNN only reads through this handle, though its type cannot say so.
        return [call = namingDnnl([&] {
                    return dnnlReorder(layout, const_cast<float*>(from), packed, to, false);
                })] { call.run(); };
    };
}

} // namespace

void Lowering::convolution(const Stage& s, Value& x, Value& y)
{
    const Slides over = slides(s.layer->kind, x, y);
    const auto* pictures = std::get_if<ConvolutionLayer>(&s.layer->kind);
    ConvolutionSizes sizes{.inChannels = x.channels,
                           .outChannels = y.channels,
                           .groups = pictures != nullptr ? pictures->groups : 1,
                           .bias = s.layer->parameters.size() == 2,
                           .frames = over.frames,
                           .rows = over.rows,
                           .columns = over.columns};
    const bool picks =
        pictures != nullptr && pictures->kernel == 1 && pictures->stride > 1 && pictures->padding == 0;
    if (!picks || sizes.groups > 1)
        return denseConvolution(s, sizes, x, y);
    // Most of the input is never read: without it, this is a product of matrices.
    Value& picked = m_inner.emplace_back(y);
    picked.channels = x.channels;
    picked.readers = 1;
    picked.wantsGradient = x.wantsGradient;
    subsample({.stride = pictures->stride}, x, picked);
    sizes.rows = {.in = y.height, .out = y.height};
    sizes.columns = {.in = y.width, .out = y.width};
    denseConvolution(s, sizes, picked, y);
}

void Lowering::denseConvolution(const Stage& s, const ConvolutionSizes& sizes, Value& x, Value& y)
{
    y.data = samples(y.elements(), y.element);
    y.keepsData = s.clamp != Clamp::None;
    const auto made = std::make_shared<DnnlConvolution>(sizes, x.element, s.clamp, x.wantsGradient, m_share);
    m_buffers.grow(m_scratch, made->scratchBytes());
    DnnlConvolution::Buffers& b = made->buffers();
    b.x = x.data;
    b.y = y.data;
    b.scratch = m_scratch;
    const float* master = weight(*s.layer, 0) + made->masterOffset();
    const auto pack = [&](const dnnl::memory::desc& layout, bool backward) {
        return m_weights.add(m_buffers, static_cast<std::int64_t>(layout.get_size()), backward,
                             packing(master, made->master(), layout));
    };
    b.weights = pack(made->forwardWeights(), false);
    b.backwardWeights = b.weights;
    if (made->ownBackwardData())
        b.backwardWeights = m_weights.add(m_buffers, made->ownWeightBytes(), true, [made, master](void* to) {
            return [made, master, to] { made->packOwnWeights(master, to); };
        });
    else if (x.wantsGradient && made->backwardWeights() != made->forwardWeights())
        b.backwardWeights = pack(made->backwardWeights(), true);
    made->bind(sizes.bias ? weight(*s.layer, 1) : nullptr, m_options.threads);
    forward("convolution", [made](const Frame& f) { made->forward(f); }, {x.data, y.data});
    m_gradients.push_back(
        [this, &s, &x, &y, made, bias = sizes.bias] { convolutionGradient(s, x, y, made, bias); });
}

void Lowering::convolutionGradient(const Stage& s, Value& x, Value& y,
                                   const std::shared_ptr<DnnlConvolution>& made, bool bias)
{
    const std::vector<GradientPart> parts = gradient(y, 1);
    if (parts.empty())
        return;
    DnnlConvolution::Buffers& b = made->buffers();
    b.dy = clampedGradient(parts[0], y, s.clamp);
    const std::int64_t bytes = made->weightGradientBytes();
    b.weightGradient = m_buffers.perWorker(bytes);
    b.biasGradient = m_buffers.perWorker(bias ? std::int64_t{4} * y.channels : 0);
    if (m_schedule.finishing())
        m_schedule.backwardBarrier();
    backward("convolution weight gradient", [made](const Frame& f) { made->backwardWeightGradient(f); },
             {x.data, b.dy, b.weightGradient, b.biasGradient});
    const std::size_t first = s.layer->firstParameter;
    auto finish =
        std::make_shared<Finish>(Finish{.convolution = made,
                                        .weight = weightGradient(first),
                                        .bias = bias ? weightGradient(first + 1) : std::span<float>(),
                                        .weightParts = b.weightGradient,
                                        .biasParts = b.biasGradient});
    m_result.preparations.push_back([finish](const Frame& f) {
        if (f.worker == 0)
            finish->bind(f);
    });
    m_schedule.finishLater(bias ? std::vector{first + 1, first} : std::vector{first},
                           {b.weightGradient, b.biasGradient}, bytes,
                           [finish](const Frame& f) { finish->run(f); });
    if (x.wantsGradient) {
        b.dx = fresh(x);
        backward("convolution input gradient", [made](const Frame& f) { made->backwardData(f); },
                 {b.dy, b.dx});
    }
    m_result.preparations.push_back([made](const Frame& f) {
        if (f.count > 0)
            made->prepare(f);
    });
}

void Lowering::depthwise(const Stage& s, Value& x, Value& y)
{
    const auto& layer = std::get<ConvolutionLayer>(s.layer->kind);
    y.data = samples(y.elements(), y.element);
    const Windows shape = slides(s.layer->kind, x, y).withinFrames(y.channels);
    const std::int64_t taps = std::int64_t{layer.kernel} * layer.kernel * x.channels;
    const float* bias = layer.bias ? weight(*s.layer, 1) : nullptr;
    const BufferId prepared =
        m_weights.add(m_buffers, 4 * taps, false,
                      [from = weight(*s.layer, 0), channels = x.channels, kernel = layer.kernel](void* to) {
                          return [=] { depthwiseWeights(from, channels, kernel, static_cast<float*>(to)); };
                      });
    forward("depthwise convolution",
            [k = &kernels(x), shape, x = x.data, y = y.data, prepared, bias](const Frame& f) {
                k->depthwise(of(shape, f), f.at(x), f.at<float>(prepared), bias, f.at(y));
            },
            {x.data, y.data});
    m_gradients.push_back([this, &s, &x, &y, shape, prepared, taps, bias] {
        const std::vector<GradientPart> parts = gradient(y, 1);
        if (parts.empty())
            return;
        depthwiseWeightGradient(*s.layer, x, y, shape, parts[0].buffer, taps, bias != nullptr);
        if (!x.wantsGradient)
            return;
        const Destination dx = destination(x);
        backward("depthwise input gradient",
                 [k = &kernels(x), shape, dy = parts[0].buffer, prepared, dx](const Frame& f) {
                     k->depthwiseInputGradient(of(shape, f), f.at(dy), f.at<float>(prepared), f.at(dx.buffer),
                                               dx.output);
                 },
                 {parts[0].buffer, dx.buffer});
    });
}

void Lowering::depthwiseWeightGradient(const Layer& layer, const Value& x, const Value& y,
                                       const Windows& shape, BufferId dy, std::int64_t taps, bool bias)
{
    const BufferId sums = m_buffers.perWorker(4 * taps);
    const BufferId biasSums = m_buffers.perWorker(std::int64_t{8} * y.channels);
    backward(
        "depthwise weight gradient",
        [k = &kernels(x), shape, x = x.data, dy, sums, biasSums, bias, pixels = y.pixels()](const Frame& f) {
            k->depthwiseWeightGradient(of(shape, f), f.at(x), f.at(dy), f.at<float>(sums));
            if (bias)
                k->columnSums(f.at(dy), f.count * pixels, shape.channels, f.at<double>(biasSums));
        },
        {x.data, dy, sums, biasSums});
    if (bias)
        finishSums(layer.firstParameter + 1, biasSums, 0);
    const std::span<float> gradient = weightGradient(layer.firstParameter);
    m_schedule.finishLater(
        {layer.firstParameter}, {sums}, 8 * taps, [gradient, sums, taps, shape](const Frame& f) {
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
