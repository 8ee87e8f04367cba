// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/lowering/dnnl_convolution.h"

#include "engine/core/error.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace lockstep {

namespace {

using dnnl::memory;
using dnnl::prop_kind;
using Type = memory::data_type;
using Tag = memory::format_tag;
using Dim = memory::dim;

Type typeOf(Element element)
{
    return element == Element::Float32 ? Type::f32 : Type::bf16;
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

DnnlConvolution::DnnlConvolution(const ConvolutionSizes& sizes, Element element, Clamp clamp,
                                 bool inputGradient, int samples)
    : m_element(element), m_clamp(clamp), m_hasBias(sizes.bias), m_inputGradient(inputGradient),
      m_inChannels(sizes.inChannels), m_outChannels(sizes.outChannels),
      m_groups(sizes.groups), m_sides{sizes.rows, sizes.columns}
{
    if (sizes.frames.plain())
        m_pictures = sizes.frames.in;
    else
        m_sides.insert(m_sides.begin(), sizes.frames);
    crop();
    chooseMethod();
    computeAlone();
    namingDnnl([&] {
        const Primitives chosen = primitives(samples * m_pictures, true);
        m_forwardWeights = chosen.forwardWeights;
        m_backwardWeights = chosen.backwardDataWeights;
        m_weightGradient = chosen.weightGradient;
        m_scratchBytes = chosen.scratchBytes();
        m_implementations = chosen.names;
    });
    chooseOwn();
}

memory::desc DnnlConvolution::maps(int samples, int channels, int Side::*size) const
{
    Dims sizes = along(size);
    if (m_method == Method::Pointwise) {
        // All pixels in one row.
        const Dims row = {1, channels, 1,
                          std::accumulate(sizes.begin(), sizes.end(), Dim{samples}, std::multiplies<>())};
        return {row, typeOf(m_element), Tag::nhwc};
    }
    sizes.insert(sizes.begin(), {samples, channels});
    return {sizes, typeOf(m_element), m_sides.size() == 3 ? Tag::ndhwc : Tag::nhwc};
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
    const Dims strides = along(&Side::stride);
    const Dims before = along(&Side::padding);
    const Dims after = paddingAfter();
    Primitives p;
    p.x = p.dx = maps(samples, m_inChannels, &Side::in);
    p.y = p.dy = maps(samples, m_outChannels, &Side::out);
    const memory::desc bias = m_hasBias ? memory::desc({m_outChannels}, Type::f32, Tag::x) : memory::desc();
    const convolution_forward::primitive_desc f({prop_kind::forward_training, kDirect, p.x,
                                                 layout(m_forwardWeights, chooseLayouts, type), bias, p.y,
                                                 strides, before, after},
                                                attributes(true), dnnlEngine());
    const convolution_backward_weights::primitive_desc w(
        {kDirect, p.x, layout(m_weightGradient, chooseLayouts, Type::f32), bias, p.y, strides, before, after},
        attributes(false), dnnlEngine(), f);
    if (!m_inputGradient) {
        p.take<convolution_forward, convolution_backward_data, convolution_backward_weights>(f, nullptr, w);
        return p;
    }
    const convolution_backward_data::primitive_desc d(
        {kDirect, p.x, layout(m_backwardWeights, chooseLayouts, type), p.y, strides, before, after},
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
    p.x = p.dx = maps(samples, m_inChannels, &Side::in);
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

DnnlConvolution::Prepared& DnnlConvolution::prepared(const WorkerFrame& frame)
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

DnnlConvolution::Prepared DnnlConvolution::make(const WorkerFrame& frame) const
{
    computeAlone();
    const Primitives p = primitives(frame.count * m_pictures, false);
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
