// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/dnnl_convolution.h"

#include "engine/core/error.h"

#include <algorithm>

namespace lockstep {

namespace {

using dnnl::memory;
using dnnl::prop_kind;
using Type = memory::data_type;
using Tag = memory::format_tag;

Type typeOf(Element element)
{
    return element == Element::Float32 ? Type::f32 : Type::bf16;
}

/// The part of a kernel of `size` taps that ever meets one of `in` inputs: first tap and how many.
std::pair<int, int> usedTaps(int size, int in, int out, int stride, int padding)
{
    int first = size;
    int last = -1;
    for (int tap = 0; tap < size; ++tap)
        for (int o = 0; o < out; ++o) {
            const int at = o * stride - padding + tap;
            if (at >= 0 && at < in) {
                first = std::min(first, tap);
                last = tap;
            }
        }
    // A window that lies in the padding alone: nothing to gain.
    return last < 0 ? std::pair{0, size} : std::pair{first, last - first + 1};
}

} // namespace

struct DnnlConvolution::Primitives {
    dnnl::primitive forward, backwardData, backwardWeights;
    memory::desc x, y, dy, dx;
    memory::desc forwardWeights, backwardDataWeights, weightGradient;
    memory::desc forwardScratch, backwardDataScratch, backwardWeightsScratch;
    std::string names;

    std::int64_t scratchBytes() const
    {
        return static_cast<std::int64_t>(std::max(
            {forwardScratch.get_size(), backwardDataScratch.get_size(), backwardWeightsScratch.get_size()}));
    }

    template <typename Forward, typename Data, typename Weights>
    void take(const typename Forward::primitive_desc& f, const typename Data::primitive_desc* d,
              const typename Weights::primitive_desc& w)
    {
        forward = Forward(f);
        forwardWeights = f.weights_desc();
        forwardScratch = f.scratchpad_desc();
        names = f.impl_info_str();
        if (d != nullptr) {
            backwardData = Data(*d);
            backwardDataWeights = d->weights_desc();
            backwardDataScratch = d->scratchpad_desc();
            names += std::string(" ") + d->impl_info_str();
        }
        backwardWeights = Weights(w);
        weightGradient = w.diff_weights_desc();
        backwardWeightsScratch = w.scratchpad_desc();
        names += std::string(" ") + w.impl_info_str();
    }
};

DnnlConvolution::DnnlConvolution(const ConvolutionLayer& layer, const Shape& input, const Shape& output,
                                 Element element, Clamp clamp, bool inputGradient, int samples)
    : m_element(element), m_clamp(clamp), m_hasBias(layer.bias), m_inputGradient(inputGradient),
      m_inChannels(static_cast<int>(input[0])), m_outChannels(static_cast<int>(output[0])),
      m_inHeight(static_cast<int>(input[1])), m_inWidth(static_cast<int>(input[2])),
      m_outHeight(static_cast<int>(output[1])), m_outWidth(static_cast<int>(output[2]))
{
    crop(layer, input, output);
    computeAlone();
    namingDnnl([&] {
        const Primitives chosen = primitives(samples, true);
        m_forwardWeights = chosen.forwardWeights;
        m_backwardWeights = chosen.backwardDataWeights;
        m_weightGradient = chosen.weightGradient;
        m_scratchBytes = chosen.scratchBytes();
        m_implementations = chosen.names;
    });
    chooseOwn(layer);
}

void DnnlConvolution::crop(const ConvolutionLayer& layer, const Shape& input, const Shape& output)
{
    const std::int64_t k = layer.kernel;
    const std::int64_t in = input[0] / layer.groups;
    const std::int64_t out = output[0] / layer.groups;
    const auto [top, rows] = usedTaps(layer.kernel, m_inHeight, m_outHeight, layer.stride, layer.padding);
    const auto [left, columns] = usedTaps(layer.kernel, m_inWidth, m_outWidth, layer.stride, layer.padding);
    m_cropped = rows < k || columns < k;
    m_masterOffset = top * k + left;
    m_weightDims = {out, in, rows, columns};
    Dims strides{in * k * k, k * k, k, 1};
    if (layer.groups > 1) {
        m_weightDims.insert(m_weightDims.begin(), layer.groups);
        strides.insert(strides.begin(), out * in * k * k);
    }
    m_master = {m_weightDims, Type::f32, strides};
    m_strides = {layer.stride, layer.stride};
    m_paddingBefore = {layer.padding - top, layer.padding - left};
    const auto after = [&](int outSize, int inSize, int taps, std::int64_t before) {
        return std::max<std::int64_t>(0, std::int64_t{outSize - 1} * layer.stride + taps - inSize - before);
    };
    m_paddingAfter = {after(m_outHeight, m_inHeight, rows, m_paddingBefore[0]),
                      after(m_outWidth, m_inWidth, columns, m_paddingBefore[1])};
    const bool inside = m_paddingBefore == Dims{0, 0} && m_paddingAfter == Dims{0, 0} && layer.groups == 1;
    if (inside && rows == m_inHeight && columns == m_inWidth && m_outHeight == 1 && m_outWidth == 1)
        m_method = Method::InnerProduct;
    else if (inside && rows == 1 && columns == 1 && layer.stride == 1)
        m_method = Method::Pointwise;
}

memory::desc DnnlConvolution::maps(int samples, int channels, int height, int width) const
{
    // The strides in full: they must be NHWC's even where a size of one would leave them open.
    const std::int64_t c = channels;
    if (m_method == Method::Pointwise)
        return {{1, c, 1, std::int64_t{samples} * height * width}, typeOf(m_element), Tag::nhwc};
    return {{samples, c, height, width}, typeOf(m_element), Tag::nhwc};
}

memory::desc DnnlConvolution::layout(const memory::desc& chosen, bool choose, Type type) const
{
    return choose ? memory::desc(m_weightDims, type, Tag::any) : chosen;
}

dnnl::primitive_attr DnnlConvolution::attributes(bool clamped) const
{
    dnnl::primitive_attr attributes;
    attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
    if (clamped && m_clamp != Clamp::None) {
        dnnl::post_ops after;
        if (m_clamp == Clamp::Relu)
            after.append_eltwise(1.0f, dnnl::algorithm::eltwise_relu, 0.0f, 0.0f);
        else
            after.append_eltwise(1.0f, dnnl::algorithm::eltwise_clip, 0.0f, 6.0f);
        attributes.set_post_ops(after);
    }
    return attributes;
}

DnnlConvolution::Primitives DnnlConvolution::primitives(int samples, bool chooseLayouts) const
{
    return m_method == Method::InnerProduct ? innerProduct(samples, chooseLayouts)
                                            : convolution(samples, chooseLayouts);
}

DnnlConvolution::Primitives DnnlConvolution::convolution(int samples, bool chooseLayouts) const
{
    using dnnl::convolution_backward_data;
    using dnnl::convolution_backward_weights;
    using dnnl::convolution_forward;
    constexpr auto kDirect = dnnl::algorithm::convolution_direct;
    const Type type = typeOf(m_element);
    Primitives p;
    p.x = p.dx = maps(samples, m_inChannels, m_inHeight, m_inWidth);
    p.y = p.dy = maps(samples, m_outChannels, m_outHeight, m_outWidth);
    const memory::desc bias = m_hasBias ? memory::desc({m_outChannels}, Type::f32, Tag::x) : memory::desc();
    const convolution_forward::primitive_desc f({prop_kind::forward_training, kDirect, p.x,
                                                 layout(m_forwardWeights, chooseLayouts, type), bias, p.y,
                                                 m_strides, m_paddingBefore, m_paddingAfter},
                                                attributes(true), dnnlEngine());
    const convolution_backward_weights::primitive_desc w(
        {kDirect, p.x, layout(m_weightGradient, chooseLayouts, Type::f32), bias, p.y, m_strides,
         m_paddingBefore, m_paddingAfter},
        attributes(false), dnnlEngine(), f);
    if (!m_inputGradient) {
        p.take<convolution_forward, convolution_backward_data, convolution_backward_weights>(f, nullptr, w);
        return p;
    }
    const convolution_backward_data::primitive_desc d({kDirect, p.x,
                                                       layout(m_backwardWeights, chooseLayouts, type), p.y,
                                                       m_strides, m_paddingBefore, m_paddingAfter},
                                                      attributes(false), dnnlEngine(), f);
    p.take<convolution_forward, convolution_backward_data, convolution_backward_weights>(f, &d, w);
    return p;
}

DnnlConvolution::Primitives DnnlConvolution::innerProduct(int samples, bool chooseLayouts) const
{
    using dnnl::inner_product_backward_data;
    using dnnl::inner_product_backward_weights;
    using dnnl::inner_product_forward;
    const Type type = typeOf(m_element);
    Primitives p;
    p.x = p.dx = maps(samples, m_inChannels, m_inHeight, m_inWidth);
    p.y = p.dy = {{samples, m_outChannels}, type, Tag::nc};
    const memory::desc bias = m_hasBias ? memory::desc({m_outChannels}, Type::f32, Tag::x) : memory::desc();
    const inner_product_forward::primitive_desc f(
        {prop_kind::forward_training, p.x, layout(m_forwardWeights, chooseLayouts, type), bias, p.y},
        attributes(true), dnnlEngine());
    const inner_product_backward_weights::primitive_desc w(
        {p.x, layout(m_weightGradient, chooseLayouts, Type::f32), bias, p.y}, attributes(false), dnnlEngine(),
        f);
    if (!m_inputGradient) {
        p.take<inner_product_forward, inner_product_backward_data, inner_product_backward_weights>(f, nullptr,
                                                                                                   w);
        return p;
    }
    const inner_product_backward_data::primitive_desc d(
        {p.x, layout(m_backwardWeights, chooseLayouts, type), p.y}, attributes(false), dnnlEngine(), f);
    p.take<inner_product_forward, inner_product_backward_data, inner_product_backward_weights>(f, &d, w);
    return p;
}

void DnnlConvolution::bind(const float* bias, int workers)
{
    m_bias = bias;
    m_prepared.resize(static_cast<std::size_t>(workers));
}

DnnlConvolution::Prepared& DnnlConvolution::prepared(const Frame& frame)
{
    std::vector<Prepared>& own = m_prepared[static_cast<std::size_t>(frame.worker)];
    for (Prepared& each : own)
        if (each.samples == frame.count)
            return each;
    // A full batch and a short one make two shares each at most; more only when the caller's batches vary.
    constexpr std::size_t kMost = 8;
    if (own.size() == kMost)
        own.clear();
    own.reserve(kMost);
    own.push_back(namingDnnl([&] { return make(frame); }));
    return own.back();
}

DnnlConvolution::Prepared DnnlConvolution::make(const Frame& frame) const
{
    computeAlone();
    const Primitives p = primitives(frame.count, false);
    Prepared result;
    result.samples = frame.count;
    void* scratch = frame.at(m_buffers.scratch);
    if (p.scratchBytes() > m_scratchBytes) {
        result.scratch.resize(static_cast<std::size_t>(p.scratchBytes()) + 64);
        scratch = result.scratch.data();
        std::size_t space = result.scratch.size();
        std::align(64, static_cast<std::size_t>(p.scratchBytes()), scratch, space);
    }
    // oneDNN only reads through these handles, though their type cannot say so.
    float* bias = const_cast<float*>(m_bias);
    const memory::desc biasLayout({m_outChannels}, Type::f32, Tag::x);
    std::vector<std::pair<int, std::pair<memory::desc, void*>>> forward{
        {DNNL_ARG_SRC, {p.x, frame.at(m_buffers.x)}},
        {DNNL_ARG_WEIGHTS, {p.forwardWeights, frame.at(m_buffers.weights)}},
        {DNNL_ARG_DST, {p.y, frame.at(m_buffers.y)}},
        {DNNL_ARG_SCRATCHPAD, {p.forwardScratch, scratch}}};
    std::vector<std::pair<int, std::pair<memory::desc, void*>>> weights{
        {DNNL_ARG_SRC, {p.x, frame.at(m_buffers.x)}},
        {DNNL_ARG_DIFF_DST, {p.dy, frame.at(m_buffers.dy)}},
        {DNNL_ARG_DIFF_WEIGHTS, {p.weightGradient, frame.at(m_buffers.weightGradient)}},
        {DNNL_ARG_SCRATCHPAD, {p.backwardWeightsScratch, scratch}}};
    if (m_hasBias) {
        forward.push_back({DNNL_ARG_BIAS, {biasLayout, bias}});
        weights.push_back({DNNL_ARG_DIFF_BIAS, {biasLayout, frame.at(m_buffers.biasGradient)}});
    }
    result.forward = DnnlCall(p.forward, forward);
    result.backwardWeights = DnnlCall(p.backwardWeights, weights);
    if (m_inputGradient)
        result.backwardData = DnnlCall(
            p.backwardData, {{DNNL_ARG_DIFF_DST, {p.dy, frame.at(m_buffers.dy)}},
                             {DNNL_ARG_WEIGHTS, {p.backwardDataWeights, frame.at(m_buffers.backwardWeights)}},
                             {DNNL_ARG_DIFF_SRC, {p.dx, frame.at(m_buffers.dx)}},
                             {DNNL_ARG_SCRATCHPAD, {p.backwardDataScratch, scratch}}});
    return result;
}

} // namespace lockstep
