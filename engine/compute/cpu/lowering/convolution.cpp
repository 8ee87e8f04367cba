// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/lowering/convolution.h"

#include "engine/compute/cpu/lowering/dnnl_convolution.h"

#include <algorithm>

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

    void bind(const WorkerFrame& f)
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

    void run(const WorkerFrame& f)
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

void ConvolutionLowering::lower(const Stage& s, Value& x, Value& y)
{
    const Slides over = slidesOf(s.layer->kind, x, y);
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
        return dense(s, sizes, x, y);
    // Most of the input is never read: without it, this is a product of matrices.
    Value& picked = m_program.inner(y);
    picked.channels = x.channels;
    picked.readers = 1;
    picked.wantsGradient = x.wantsGradient;
    m_channels.subsample({.stride = pictures->stride}, x, picked);
    sizes.rows = {.in = y.height, .out = y.height};
    sizes.columns = {.in = y.width, .out = y.width};
    dense(s, sizes, picked, y);
}

void ConvolutionLowering::dense(const Stage& s, const ConvolutionSizes& sizes, Value& x, Value& y)
{
    y.data = m_program.samples(y.elements(), y.element);
    y.keepsData = s.clamp != Clamp::None;
    const auto made =
        std::make_shared<DnnlConvolution>(sizes, x.element, s.clamp, x.wantsGradient, m_program.share());
    DnnlConvolution::Buffers& b = made->buffers();
    b.x = x.data;
    b.y = y.data;
    b.scratch = m_program.scratch(made->scratchBytes());
    const float* master = m_program.weight(*s.layer, 0) + made->masterOffset();
    const auto pack = [&](const dnnl::memory::desc& layout, bool backward) {
        return m_program.packed().add(m_program.buffers(), static_cast<std::int64_t>(layout.get_size()),
                                      backward, packing(master, made->master(), layout));
    };
    b.weights = pack(made->forwardWeights(), false);
    b.backwardWeights = b.weights;
    if (made->ownBackwardData())
        b.backwardWeights = m_program.packed().add(
            m_program.buffers(), made->ownWeightBytes(), true,
            [made, master](void* to) { return [made, master, to] { made->packOwnWeights(master, to); }; });
    else if (x.wantsGradient && made->backwardWeights() != made->forwardWeights())
        b.backwardWeights = pack(made->backwardWeights(), true);
    made->bind(sizes.bias ? m_program.weight(*s.layer, 1) : nullptr, m_program.options().threads);
    m_program.forward("convolution", [made](const WorkerFrame& f) { made->forward(f); }, {x.data, y.data});
    m_program.onBackward([this, &s, &x, &y, made, bias = sizes.bias] { gradient(s, x, y, made, bias); });
}

void ConvolutionLowering::gradient(const Stage& s, Value& x, Value& y,
                                   const std::shared_ptr<DnnlConvolution>& made, bool bias)
{
    const std::vector<GradientPart> parts = m_gradients.sum(y, 1);
    if (parts.empty())
        return;
    DnnlConvolution::Buffers& b = made->buffers();
    b.dy = m_gradients.clamped(parts[0], y, s.clamp).buffer;
    const std::int64_t bytes = made->weightGradientBytes();
    b.weightGradient = m_program.buffers().perWorker(bytes);
    b.biasGradient = m_program.buffers().perWorker(bias ? std::int64_t{4} * y.channels : 0);
    if (m_program.schedule().finishing())
        m_program.schedule().backwardBarrier();
    m_program.backward("convolution weight gradient",
                       [made](const WorkerFrame& f) { made->backwardWeightGradient(f); },
                       {x.data, b.dy, b.weightGradient, b.biasGradient});
    const std::size_t first = s.layer->firstParameter;
    auto finish = std::make_shared<Finish>(
        Finish{.convolution = made,
               .weight = m_program.weightGradient(first),
               .bias = bias ? m_program.weightGradient(first + 1) : std::span<float>(),
               .weightParts = b.weightGradient,
               .biasParts = b.biasGradient});
    m_program.prepare([finish](const WorkerFrame& f) {
        if (f.worker == 0)
            finish->bind(f);
    });
    m_program.schedule().finishLater(bias ? std::vector{first + 1, first} : std::vector{first},
                                     {b.weightGradient, b.biasGradient}, bytes,
                                     [finish](const WorkerFrame& f) { finish->run(f); });
    if (x.wantsGradient) {
        b.dx = m_gradients.fresh(x);
        m_program.backward("convolution input gradient",
                           [made](const WorkerFrame& f) { made->backwardData(f); }, {b.dy, b.dx});
    }
    m_program.prepare([made](const WorkerFrame& f) {
        if (f.count > 0)
            made->prepare(f);
    });
}

} // namespace lockstep
