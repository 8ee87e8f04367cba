// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/kernels/kernels.h"
#include "engine/compute/cpu/lowering/dnnl_convolution.h"

#include <algorithm>

/// The passes that own kernels compute in oneDNN's stead.
namespace lockstep {

void DnnlConvolution::chooseOwn()
{
    if (m_element != Element::Bfloat16 || m_groups > 1 || m_method == Method::InnerProduct ||
        m_sides.size() != 2)
        return;
    const Side& rows = m_sides[0];
    const Side& columns = m_sides[1];
    const ConvolutionShape shape{.inChannels = m_inChannels,
                                 .outChannels = m_outChannels,
                                 .inHeight = rows.in,
                                 .inWidth = columns.in,
                                 .outHeight = rows.out,
                                 .outWidth = columns.out,
                                 .kernelRows = rows.kernel,
                                 .kernelColumns = columns.kernel,
                                 .stride = rows.stride,
                                 .paddingTop = rows.padding,
                                 .paddingLeft = columns.padding};
    // Blocks of 32 channels would be half empty, and oneDNN fills its own of 16.
    const bool wasteful = m_inChannels <= 16 && shape.kernelColumns * m_inChannels > 32;
    if (wasteful || !AmxConvolution::supports(shape, ConvolutionPass::BackwardWeights))
        return;
    m_own = std::make_unique<AmxConvolution>(shape);
    const dnnl::memory::dim row = wholeBlocks(m_inChannels);
    const dnnl::memory::dim tap = row * wholeBlocks(m_outChannels);
    m_ownWeightGradient = {m_weightDims, dnnl::memory::data_type::f32, {row, 1, tap * columns.kernel, tap}};
    m_scratchBytes = std::max({m_scratchBytes, m_own->scratchBytes(ConvolutionPass::BackwardWeights),
                               std::int64_t{8} * m_outChannels});
    m_implementations += ", weight gradient by AMX";
    // With stride 1 oneDNN is as quick.
    if (!m_inputGradient || rows.stride == 1 ||
        !AmxConvolution::supports(shape, ConvolutionPass::BackwardData))
        return;
    m_ownBackwardData = true;
    m_scratchBytes = std::max(m_scratchBytes, m_own->scratchBytes(ConvolutionPass::BackwardData));
    m_implementations += ", backward data too";
}

std::int64_t DnnlConvolution::weightGradientBytes() const
{
    if (m_own == nullptr)
        return static_cast<std::int64_t>(m_weightGradient.get_size());
    return std::int64_t{4} * wholeBlocks(m_inChannels) * wholeBlocks(m_outChannels) * m_sides[0].kernel *
           m_sides[1].kernel;
}

void DnnlConvolution::packOwnWeights(const float* master, void* packed) const
{
    m_own->pack(master, m_masterStrides, packed);
}

void DnnlConvolution::backwardData(const WorkerFrame& frame)
{
    if (m_ownBackwardData)
        m_own->backwardData(frame.count * m_pictures, frame.at(m_buffers.dy),
                            frame.at(m_buffers.backwardWeights), frame.at(m_buffers.dx),
                            frame.at(m_buffers.scratch));
    else
        prepared(frame).backwardData.run();
}

void DnnlConvolution::backwardWeightGradient(const WorkerFrame& frame)
{
    if (m_own == nullptr) {
        prepared(frame).backwardWeights.run();
        return;
    }
    m_own->backwardWeights(frame.count * m_pictures, frame.at(m_buffers.x), frame.at(m_buffers.dy),
                           frame.at<float>(m_buffers.weightGradient), frame.at(m_buffers.scratch));
    if (!m_hasBias)
        return;
    auto* sums = frame.at<double>(m_buffers.scratch);
    nhwcKernels(m_element).columnSums(
        frame.at(m_buffers.dy), std::int64_t{frame.count} * m_pictures * m_sides[0].out * m_sides[1].out,
        m_outChannels, sums);
    std::copy_n(sums, m_outChannels, frame.at<float>(m_buffers.biasGradient));
}

} // namespace lockstep
