// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/amx/convolution.h"
#include "engine/compute/cpu/lowering/dnnl_call.h"
#include "engine/compute/cpu/lowering/schedule.h"
#include "engine/compute/kernel_arguments.h"
#include "engine/core/shape.h"
#include "engine/graph/layers.h"

#include <memory>

namespace lockstep {

/// What a convolution computes of one sample; a picture is a clip of one frame.
struct ConvolutionSizes {
    int inChannels = 0;
    int outChannels = 0;
    int groups = 1;
    bool bias = true;
    Side frames = {}, rows = {}, columns = {};
};

/// A convolution of dense NHWC maps by oneDNN's primitives, single-threaded, of one worker's samples. Clips
/// whose frames do not meet are so many pictures. Taps that only ever meet padding are cut off the kernel;
/// what then is a product of matrices is computed as one: a 1x1 convolution sees all pixels of all samples as
/// one row, and one that covers its whole input is an inner product.
class DnnlConvolution {
public:
    struct Buffers {
        BufferId x = 0, y = 0;
        BufferId weights = 0;         ///< packed as forwardWeights()
        BufferId backwardWeights = 0; ///< packed as backwardWeights()
        BufferId dy = 0, dx = 0;
        BufferId weightGradient = 0; ///< as weightGradient(), overwritten
        BufferId biasGradient = 0;   ///< f32, overwritten
        BufferId scratch = 0;
    };

    /// `samples`: the count that layouts are chosen for. Throws EngineError.
    DnnlConvolution(const ConvolutionSizes& sizes, Element element, Clamp clamp, bool inputGradient,
                    int samples);

    /// How the layer's f32 weight in torchvision's layout looks: the part that is used begins at
    /// masterOffset().
    const dnnl::memory::desc& master() const { return m_master; }
    std::int64_t masterOffset() const { return m_masterOffset; }
    /// Part of the weight is never used: its gradient is zero.
    bool cropped() const { return m_cropped; }
    const dnnl::memory::desc& forwardWeights() const { return m_forwardWeights; }
    const dnnl::memory::desc& backwardWeights() const { return m_backwardWeights; }
    const dnnl::memory::desc& weightGradient() const
    {
        return m_own != nullptr ? m_ownWeightGradient : m_weightGradient;
    }
    /// More than its description says where own kernels write whole blocks of channels.
    std::int64_t weightGradientBytes() const;
    std::int64_t scratchBytes() const { return m_scratchBytes; }
    /// Backward data is not oneDNN's: its packed weights take so many bytes and are made of master's memory
    /// so.
    bool ownBackwardData() const { return m_ownBackwardData; }
    std::int64_t ownWeightBytes() const { return m_own->packedBytes(); }
    void packOwnWeights(const float* master, void* packed) const;
    /// Names of oneDNN's implementations: forward, backward data, backward weights.
    const std::string& implementations() const { return m_implementations; }

    /// To be filled in before the first frame.
    Buffers& buffers() { return m_buffers; }
    void bind(const float* bias, int workers);
    /// Builds what a frame of that many samples needs; otherwise its first use does.
    void prepare(const WorkerFrame& frame) { prepared(frame); }
    void forward(const WorkerFrame& frame) { prepared(frame).forward.run(); }
    void backwardData(const WorkerFrame& frame);
    void backwardWeightGradient(const WorkerFrame& frame);

private:
    struct Primitives;
    struct Prepared {
        int samples = 0;
        DnnlCall forward, backwardData, backwardWeights;
        std::vector<std::byte> scratch; ///< where the planned one is too small
    };
    using Dims = dnnl::memory::dims;

    void crop();
    void chooseMethod();
    void chooseOwn();
    Prepared& prepared(const WorkerFrame& frame);
    Prepared make(const WorkerFrame& frame) const;
    Primitives primitives(int samples, bool chooseLayouts) const;
    Primitives convolution(int samples, bool chooseLayouts) const;
    Primitives innerProduct(int samples, bool chooseLayouts) const;
    /// A member of each side, from the outermost on.
    Dims along(int Side::*member) const;
    Dims paddingAfter() const;
    dnnl::memory::desc maps(int samples, int channels, int Side::*size) const;
    dnnl::primitive_attr attributes(bool clamped) const;
    dnnl::memory::desc layout(const dnnl::memory::desc& chosen, bool choose,
                              dnnl::memory::data_type type) const;

    enum class Method { Convolution, Pointwise, InnerProduct } m_method = Method::Convolution;
    Element m_element;
    Clamp m_clamp;
    bool m_hasBias;
    bool m_inputGradient;
    int m_inChannels, m_outChannels, m_groups;
    int m_pictures = 1;        ///< of a sample, each computed for itself
    std::vector<Side> m_sides; ///< two or, where frames meet, three; outermost first; kernels are cut
    Dims m_weightDims;
    dnnl::memory::desc m_master, m_forwardWeights, m_backwardWeights, m_weightGradient, m_ownWeightGradient;
    std::int64_t m_masterOffset = 0;
    bool m_cropped = false;
    std::int64_t m_scratchBytes = 0;
    std::string m_implementations;
    WeightStrides m_masterStrides;
    bool m_ownBackwardData = false;
    std::unique_ptr<AmxConvolution> m_own; ///< computes the weight gradient, where it is quicker than oneDNN
    Buffers m_buffers{};
    const float* m_bias = nullptr;
    std::vector<std::vector<Prepared>> m_prepared; ///< by worker
};

} // namespace lockstep
