// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/dnnl_convolution.h"
#include "engine/compute/cpu/nhwc_kernels.h"

#include <algorithm>

/// The passes that own kernels compute in oneDNN's stead.
namespace lockstep {

void DnnlConvolution::chooseOwn(const ConvolutionLayer& layer)
{
    if (m_element != Element::Bfloat16 || layer.groups > 1 || m_method == Method::InnerProduct)
        return;
    const ConvolutionShape shape{.inChannels = m_inChannels,
                                 .outChannels = m_outChannels,
                                 .inHeight = m_inHeight,
                                 .inWidth = m_inWidth,
                                 .outHeight = m_outHeight,
                                 .outWidth = m_outWidth,
                                 .kernelRows = static_cast<int>(m_weightDims[2]),
                                 .kernelColumns = static_cast<int>(m_weightDims[3]),
                                 .stride = static_cast<int>(m_strides[0]),
                                 .paddingTop = static_cast<int>(m_paddingBefore[0]),
                                 .paddingLeft = static_cast<int>(m_paddingBefore[1])};
    // Blocks of 32 channels would be half empty, and oneDNN fills its own of 16.
    const bool wasteful = m_inChannels <= 16 && shape.kernelColumns * m_inChannels > 32;
    if (wasteful || !AmxConvolution::supports(shape, ConvolutionPass::BackwardWeights))
        return;
    m_own = std::make_unique<AmxConvolution>(shape);
    const dnnl::memory::dim in = m_inChannels;
    const dnnl::memory::dim row = wholeBlocks(m_inChannels);
    const dnnl::memory::dim tap = row * wholeBlocks(m_outChannels);
    m_ownWeightGradient = {m_weightDims, dnnl::memory::data_type::f32, {row, 1, tap * m_weightDims[3], tap}};
    m_scratchBytes = std::max({m_scratchBytes, m_own->scratchBytes(ConvolutionPass::BackwardWeights),
                               std::int64_t{8} * m_outChannels});
    m_implementations += ", weight gradient by AMX";
    // With stride 1 oneDNN is as quick.
    if (!m_inputGradient || layer.stride == 1 || !AmxConvolution::supports(shape, ConvolutionPass::BackwardData))
        return;
    m_ownBackwardData = true;
    const std::int64_t taps = std::int64_t{layer.kernel} * layer.kernel;
    m_masterStrides = {.out = in * taps, .in = taps, .row = layer.kernel};
    m_scratchBytes = std::max(m_scratchBytes, m_own->scratchBytes(ConvolutionPass::BackwardData));
    m_implementations += ", backward data too";
}

std::int64_t DnnlConvolution::weightGradientBytes() const
{
    if (m_own == nullptr)
        return static_cast<std::int64_t>(m_weightGradient.get_size());
    return std::int64_t{4} * wholeBlocks(m_inChannels) * wholeBlocks(m_outChannels) * m_weightDims[2] * m_weightDims[3];
}

void DnnlConvolution::packOwnWeights(const float* master, void* packed) const
{
    m_own->pack(ConvolutionPass::BackwardData, master, m_masterStrides, packed);
}

void DnnlConvolution::backwardData(const Frame& frame)
{
    if (m_ownBackwardData)
        m_own->backwardData(frame.count, frame.at(m_buffers.dy), frame.at(m_buffers.backwardWeights),
                            frame.at(m_buffers.dx), frame.at(m_buffers.scratch));
    else
        prepared(frame).backwardData.run();
}

void DnnlConvolution::backwardWeightGradient(const Frame& frame)
{
    if (m_own == nullptr) {
        prepared(frame).backwardWeights.run();
        return;
    }
    m_own->backwardWeights(frame.count, frame.at(m_buffers.x), frame.at(m_buffers.dy),
                           frame.at<float>(m_buffers.weightGradient), frame.at(m_buffers.scratch));
    if (!m_hasBias)
        return;
    auto* sums = frame.at<double>(m_buffers.scratch);
    nhwcKernels(m_element).columnSums(
        frame.at(m_buffers.dy), frame.count * std::int64_t{m_outHeight} * m_outWidth, m_outChannels, sums);
    std::copy_n(sums, m_outChannels, frame.at<float>(m_buffers.biasGradient));
}

} // namespace lockstep
